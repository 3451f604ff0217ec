#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds links of pages, and mentions of pages in any file, that lead nowhere; and pages that docs/README.md
lacks. Exits with 1 if there are any.

A link's file must exist, and a page must have the heading that the link names. A mention is a path that begins
with docs/ and ends in .md, in sources, scripts and code spans, too. Somebody else's page follows its owner and a
comma: ONNX, docs/IR.md."""

import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOT_OURS = {"build", ".git", "__pycache__", "node_modules"}
LINK = re.compile(r"\]\(([^)\s]+)\)")
MENTION = re.compile(r"(?:(?:ONNX|Runtime),[\s/#*]*)?\b(docs/[\w/]+\.md)\b(#[\w-]+)?")
MOST_BYTES = 1 << 20  # of a file that somebody wrote


def blanked(match):
    return re.sub(r"[^\n]", " ", match.group())


def without_code(page):
    """A page whose code blocks and code spans are blanks."""
    page = re.sub(r"^(```|~~~).*?^\1", blanked, page, flags=re.MULTILINE | re.DOTALL)
    page = re.sub(r"^ {4}.*", blanked, page, flags=re.MULTILINE)
    return re.sub(r"`[^`\n]*`", lambda m: "`" + " " * (len(m.group()) - 2) + "`", page)


def anchor_of(heading):
    """What GitHub calls a heading: small letters, words joined by hyphens, no other signs."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.strip().lower())
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors_of(page):
    blocks_blanked = re.sub(r"^(```|~~~).*?^\1", blanked, page, flags=re.MULTILINE | re.DOTALL)
    found = []
    for heading in re.findall(r"^#+\s+(.*)$", blocks_blanked, re.MULTILINE):
        name = anchor_of(heading)
        found.append(name if name not in found else f"{name}-{found.count(name)}")
    return found


def lack_of(target, folder):
    """Why a link from a page of `folder` leads nowhere; nothing if it does lead somewhere."""
    path, _, anchor = target.partition("#")
    file = (folder / path).resolve() if path else None
    if file and not file.exists():
        return "no such file"
    if anchor and file and file.suffix == ".md" and anchor not in anchors_of(file.read_text()):
        return "no such heading"
    return None


def links_of(file, text):
    """(position, target, folder that the target starts from) of each link of a page and of each mention; the
    latter start from no folder but the root."""
    if file.suffix == ".md":
        for match in LINK.finditer(without_code(text)):
            if not re.match(r"\w+:", match[1]):
                own = match[1].startswith("#")
                yield match.start(), file.name + match[1] if own else match[1], file.parent
    for match in MENTION.finditer(text):
        if not re.match("ONNX|Runtime", match.group()):
            yield match.start(), match[1] + (match[2] or ""), None


def complaints_of(file, root=ROOT):
    text, found = file.read_text(), {}
    for position, target, folder in links_of(file, text):
        lack = lack_of(target, folder or root)
        if lack:
            found[f"{file.relative_to(root)}:{text.count(chr(10), 0, position) + 1}: {target}: {lack}"] = None
    return list(found)


def pages_without_a_line(root=ROOT):
    """Pages below docs/ that its README.md has no link to."""
    index = root / "docs/README.md"
    linked = {(index.parent / target.partition("#")[0]).resolve() for target in LINK.findall(index.read_text())}
    pages = sorted(page for page in index.parent.rglob("*.md") if page != index)
    return [f"docs/README.md: no line for {page.relative_to(root)}" for page in pages if page not in linked]


def is_text(file):
    if file.stat().st_size > MOST_BYTES:
        return False
    try:
        file.read_text()
    except UnicodeDecodeError:
        return False
    return True


def files_below(root):
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(set(folders) - NOT_OURS)
        yield from (Path(folder) / name for name in sorted(names) if name not in NOT_OURS)


def main():
    files = [file for file in files_below(ROOT) if file.is_file() and is_text(file)]
    found = [complaint for file in files for complaint in complaints_of(file)] + pages_without_a_line()
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
