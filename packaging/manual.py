#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the manual page of onnx2hpp and completions for bash, zsh and fish into FOLDER, below share/ as systems have
them. All is taken from what `onnx2hpp --help` says, and its subcommands' help.

usage: manual.py TOOL FOLDER"""

import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

OPTION = re.compile(r"  (?P<names>-[\w-]+(?:,-[\w-]+)*)"
                    r"(?P<value> (?:TEXT(?::\{(?P<choices>[^}]*)\})?|INT(?::INT in \[[^\]]*\])?))?(?P<more> \.\.\.)?"
                    r"(?:\s+(?P<help>.*))?$")
# Values that the help of an option names in words.
LISTS = (re.compile(r"(?:Boards|Cores): (\w+(?:, \w+)*)$"), re.compile(r"^(1, or 2):"),
         re.compile(r": (\w+(?:, \w+)* or \w+)\b"))
OUTCOMES = Path(__file__).resolve().parents[1] / "tools/onnx2hpp/diagnostic.hpp"


@dataclass
class Option:
    names: list
    takes_value: bool
    choices: list
    help: str

    def offered(self):
        """Values that completions offer; for a board beside the names of files."""
        said = next((found[1] for one in LISTS if (found := one.search(self.help))), "") if self.takes_value else ""
        return self.choices or [word for word in re.split(r",? or |, ", said) if word]

    def takes_files(self):
        return self.takes_value and (not self.offered() or "FILE" in self.help)


@dataclass
class Command:
    name: str  # empty: without a subcommand
    about: str
    options: list = field(default_factory=list)


def parsed(name, text):
    lines = text.splitlines()
    made = Command(name, lines[0])
    for line in lines[lines.index("Options:") + 1:]:
        option = OPTION.match(line)
        if option:
            choices = option["choices"].split(",") if option["choices"] else []
            made.options.append(Option(option["names"].split(","), bool(option["value"]), choices, option["help"] or ""))
        elif line.startswith("     ") and made.options and not made.options[-1].help:
            made.options[-1].help = line.strip()
        elif not line.startswith("  "):
            break
    return made


def commands_of(tool):
    def help_of(*words):
        return subprocess.run([tool, *words, "--help"], capture_output=True, text=True, check=True).stdout

    top = help_of()
    names = re.findall(r"^  (\w+)", top[top.index("Subcommands:"):], re.MULTILINE)
    return [parsed("", top)] + [parsed(name, help_of(name)) for name in names]


def roff(text):
    return re.sub(r"^([.'])", r"\\&\1", text.replace("\\", "\\e").replace("-", "\\-"))


def entry(names, text):
    return f".TP\n.B {roff(names)}\n{roff(text)}\n"


def exit_codes():
    listed = re.search(r"enum class outcome \{(.*?)\}", OUTCOMES.read_text(), re.DOTALL)[1]
    return [(code, name.replace("_", " ")) for name, code in re.findall(r"(\w+) = (\d+)", listed)]


def manual(commands, version):
    page = [f'.TH ONNX2HPP 1 "" "{version}" "TiGrIS"\n.SH NAME\nonnx2hpp \\- {roff(commands[0].about)}\n.SH SYNOPSIS\n']
    for one in commands:
        page.append(f".B onnx2hpp {one.name}\n.RI [ options ] \" model\"\n.br\n")
    for one in commands:
        page.append(f".SH {(one.name or 'options').upper()}\n{roff(one.about)}\n" if one.name else ".SH OPTIONS\n")
        for option in one.options:
            page.append(entry(", ".join(option.names) + (" TEXT" if option.takes_value else ""),
                              option.help + (f" ({', '.join(option.choices)})" if option.choices else "")))
    page.append(".SH EXIT STATUS\n" + "".join(entry(code, text) for code, text in exit_codes()))
    return "".join(page)


def bash(commands):
    cases = "".join(f"        {one.name or '*'}) options=\"{' '.join(n for o in one.options for n in o.names)}\" ;;\n"
                    for one in [*commands[1:], commands[0]])
    values = {name: option for one in commands for option in one.options for name in option.names if option.takes_value}
    choices = "".join(f"        {name}) words=\"{' '.join(option.offered())}\"{' files=-f' * option.takes_files()} ;;\n"
                      for name, option in values.items() if option.offered())
    others = "|".join(name for name, option in values.items() if not option.offered())
    names = " ".join(one.name for one in commands[1:])
    return f"""# Completion of onnx2hpp for bash and zsh. Made from its --help.
_onnx2hpp() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} options words= files= start=
    if [[ $word == --*=* ]]; then  # zsh, and bash where "=" is no sign that ends a word
        start=${{word%%=*}}= before=${{word%%=*}} word=${{word#*=}}
    elif [[ $word == = ]]; then
        word=
    elif [[ $before == = ]]; then
        before=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi
    case ${{COMP_WORDS[1]}} in
{cases}    esac
    case $before in
{choices}        {others}) COMPREPLY=($(compgen -P "$start" -f -- "$word")); return ;;
        *) [[ $word != -* ]] || words=$options ;;
    esac
    [[ $COMP_CWORD != 1 || -n $words ]] || COMPREPLY=($(compgen -W "{names}" -- "$word"))
    if [[ -n $words ]]; then COMPREPLY=($(compgen -P "$start" $files -W "$words" -- "$word")); else COMPREPLY+=($(compgen -f -- "$word")); fi
}}
complete -o filenames -F _onnx2hpp onnx2hpp
"""


def zsh(bash_text):
    """The file is the body of the function _onnx2hpp, so it also gives the words that the first key press wants."""
    words = bash_text.replace("_onnx2hpp() {", "_onnx2hpp_words() {")
    return ("#compdef onnx2hpp\nautoload -U +X bashcompinit && bashcompinit\n"
            + words.replace("complete -o filenames -F _onnx2hpp onnx2hpp", "_bash_complete -o filenames -F _onnx2hpp_words"))


def fish(commands):
    def quoted(text):
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    names = " ".join(one.name for one in commands[1:])
    lines = ["# Completion of onnx2hpp for fish. Made from its --help."]
    for one in commands:
        where = f"__fish_seen_subcommand_from {one.name}" if one.name else f"not __fish_seen_subcommand_from {names}"
        if one.name:
            lines.append(f"complete -c onnx2hpp -n __fish_use_subcommand -a {one.name} -d {quoted(one.about)}")
        for option in one.options:
            spelled = " ".join(f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}" for n in option.names)
            value = " -r" * option.takes_value + " -f" * (option.takes_value and not option.takes_files())
            value += f" -a {quoted(' '.join(option.offered()))}" if option.offered() else ""
            lines.append(f"complete -c onnx2hpp -n {quoted(where)} {spelled}{value} -d {quoted(option.help)}")
    return "\n".join(lines) + "\n"


def main():
    tool, folder = sys.argv[1], Path(sys.argv[2])
    commands = commands_of(tool)
    version = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    texts = {"man/man1/onnx2hpp.1": manual(commands, version),
             "bash-completion/completions/onnx2hpp": bash(commands),
             "zsh/site-functions/_onnx2hpp": zsh(bash(commands)),
             "fish/vendor_completions.d/onnx2hpp.fish": fish(commands)}
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


if __name__ == "__main__":
    main()
