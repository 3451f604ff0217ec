#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The manual page and the completions (packaging/manual.py) have what the tool's --help has, and work.

usage: manual_test.py TOOL"""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = sys.argv[1]
COMMANDS = ("", "analyze", "report", "tensors")


def output_of(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True, **more).stdout


class Terminal:
    """An interactive zsh without a user's files, that knows the completions of a folder."""

    def __init__(self, folder):
        self.pid, self.end = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe("zsh", ["zsh", "-f", "-i"], {"TERM": "dumb", "PATH": os.environ["PATH"], "PS1": "> "})
        self.shown_after(f"fpath=({folder}/zsh/site-functions $fpath); autoload -Uz compinit; compinit -u -D; "
                         "print rea''dy\n", "ready")

    def shown_after(self, keys, wanted):
        """Whether `wanted` appears after these keys, within ten seconds."""
        os.write(self.end, keys.encode())
        shown, last = "", time.monotonic() + 10
        while wanted not in shown and time.monotonic() < last:
            if select.select([self.end], [], [], 0.1)[0]:
                shown += os.read(self.end, 4096).decode(errors="replace")
        return wanted in shown

    def close(self):
        os.close(self.end)
        os.waitpid(self.pid, 0)


class Manual(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        held = tempfile.TemporaryDirectory()
        cls.addClassCleanup(held.cleanup)
        cls.share = Path(held.name)
        output_of(sys.executable, "-B", ROOT / "packaging/manual.py", TOOL, cls.share)
        cls.completion = cls.share / "bash-completion/completions/onnx2hpp"

    def completed(self, *words):
        """What bash offers for the last word."""
        script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _onnx2hpp; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        return output_of("bash", "-c", script, "bash", self.completion, *words, cwd=self.share).split()

    def test_each_option_of_the_help_is_offered(self):
        for command in COMMANDS:
            with self.subTest(command=command):
                wanted = set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", output_of(TOOL, *command.split(), "--help"),
                                        re.MULTILINE))
                self.assertGreater(len(wanted), 10)
                offered = set(self.completed("onnx2hpp", *command.split(), "--"))
                self.assertEqual(offered, wanted)

    def test_choices_subcommands_and_files_are_offered(self):
        self.assertEqual(self.completed("onnx2hpp", "net.onnx", "--edges", "f"), ["float"])
        self.assertEqual(self.completed("onnx2hpp", "ana"), ["analyze"])
        self.assertIn("man", self.completed("onnx2hpp", "analyze", "m"))
        self.assertIn("man", self.completed("onnx2hpp", "net.onnx", "-o", "m"))

    def test_values_that_the_help_names_are_offered(self):
        for words, wanted in (("--board stm32h", ["stm32h743"]), ("--core m5", ["m55"]), ("--workers ", ["1", "2"]),
                              ("--input ", ["caller", "arena", "rows", "slow"]), ("--output a", ["arena"]),
                              ("--board ma", ["man"])):
            for command in ((), ("analyze",)):
                with self.subTest(words=words, command=command):
                    self.assertEqual(self.completed("onnx2hpp", *command, "net.onnx", *words.split(" ")), wanted)
        self.assertEqual(self.completed("onnx2hpp", "net.onnx", "--name", "m"), ["man"])

    def test_a_value_is_offered_after_an_equals_sign(self):
        self.assertEqual(self.completed("onnx2hpp", "net.onnx", "--edges", "=", "q"), ["quantized"])
        self.assertEqual(self.completed("onnx2hpp", "net.onnx", "--workers", "="), ["1", "2"])
        self.assertEqual(self.completed("onnx2hpp", "net.onnx", "--edges=q"), ["--edges=quantized"])
        self.assertEqual(self.completed("onnx2hpp", "net.onnx", "--placement", "=", "m"), ["man"])

    def test_a_number_is_a_value(self):
        self.assertIn("man", self.completed("onnx2hpp", "net.onnx", "--stream", "m"))
        self.assertFalse("INT" in (self.share / "fish/vendor_completions.d/onnx2hpp.fish").read_text())

    @unittest.skipUnless(shutil.which("fish"), "no fish")
    def test_fish_offers_options_choices_subcommands_and_files(self):
        def offered(line):
            lines = output_of("fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]",
                              self.share / "fish/vendor_completions.d/onnx2hpp.fish", line, cwd=self.share)
            return [one.split("\t")[0] for one in lines.splitlines()]

        self.assertEqual(offered("onnx2hpp ana"), ["analyze"])
        self.assertEqual(offered("onnx2hpp net.onnx --edges f"), ["float"])
        self.assertEqual(offered("onnx2hpp analyze net.onnx --sw"), ["--sweep"])
        self.assertEqual(offered("onnx2hpp net.onnx --stream ma"), ["man/"])
        self.assertEqual(offered("onnx2hpp net.onnx --edges=q"), ["--edges=quantized"])
        self.assertEqual(offered("onnx2hpp net.onnx --board=stm32h"), ["--board=stm32h743"])
        self.assertEqual(offered("onnx2hpp net.onnx --workers "), ["1", "2"])

    @unittest.skipUnless(shutil.which("zsh"), "no zsh")
    def test_zsh_completes_at_the_first_key_press(self):
        terminal = Terminal(self.share)
        self.addCleanup(terminal.close)
        clear = "\x15"
        for typed, rest in (("onnx2hpp ana", "lyze"), ("onnx2hpp analyze --sw", "eep"),
                            ("onnx2hpp net.onnx --edges f", "loat"), ("onnx2hpp net.onnx --board apollo5", "10"),
                            ("onnx2hpp net.onnx --edges=q", "uantized"), ("onnx2hpp net.onnx -o ma", "n/")):
            self.assertTrue(terminal.shown_after(typed + "\t", rest), typed)
            terminal.shown_after(clear, "\r")

    def test_the_page_and_fish_have_each_option(self):
        page = (self.share / "man/man1/onnx2hpp.1").read_text().replace("\\-", "-")
        fish = (self.share / "fish/vendor_completions.d/onnx2hpp.fish").read_text()
        for command in COMMANDS:
            for option in self.completed("onnx2hpp", *command.split(), "--"):
                self.assertIn(option, page)
                self.assertIn(f"-l {option[2:]} ", fish)
        self.assertIn(".B 2\nover budget", page)
        self.assertIn("types of inputs and outputs (default: model) (float, model, quantized)", page)

    @unittest.skipUnless(shutil.which("groff"), "no groff")
    def test_the_page_is_set_without_warnings(self):
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", self.share / "man/man1/onnx2hpp.1"],
                              capture_output=True, text=True)
        self.assertEqual(done.stderr, "")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
