#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the packages of a build folder, and uses the .deb as a stranger does who has extracted it: what it holds and
asks for, what its tool links and writes, and a project that finds it, converts a model and runs it.

usage: debian_test.py CMAKE BUILD_FOLDER SHARED_TOOL [OPTION of the project's configuration]..."""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/sentences"))
from check_links import lack_of, links_of  # noqa: E402

CMAKE, BUILD, SHARED_TOOL, *OPTIONS = sys.argv[1:]
MODEL = ROOT / "tests/models/conv_int8/model.onnx"
LINKED = {"linux-vdso.so.1", "libm.so.6", "libc.so.6"}
PARTS = ("TiGrIS", "Protocol Buffers", "ONNX", "yaml-cpp", "LZ4", "{fmt}", "CLI11", "JSON for Modern C++", "Boost",
         "GCC's C++ library")


def output_of(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True).stdout


def converted(tool, model, folder, *options):
    """Everything that a conversion gives."""
    header = folder / "made.hpp"
    header.unlink(missing_ok=True)
    done = subprocess.run([tool, model, "-o", header, "--name", "made", *options], capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr, header.read_bytes() if header.exists() else b""


class DebianPackage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        held = tempfile.TemporaryDirectory()
        cls.addClassCleanup(held.cleanup)
        cls.folder = Path(held.name)
        cpack = Path(CMAKE).with_name("cpack")
        output_of(cpack, "--config", Path(BUILD) / "CPackConfig.cmake", "-B", cls.folder)
        cls.package, = cls.folder.glob("*.deb")
        output_of("dpkg-deb", "-x", cls.package, cls.folder / "root")
        cls.installed = cls.folder / "root/usr"
        cls.tool = cls.installed / "bin/onnx2hpp"

    def test_it_says_what_it_needs(self):
        control = output_of("dpkg-deb", "-f", self.package)
        self.assertRegex(control, r"Depends: libc6 \(>= 2[.]\d+\)\n")
        self.assertIn("Recommends: libboost-dev, g++, cmake", control)

    def test_the_tool_is_small_and_links_c_alone(self):
        self.assertLess(self.tool.stat().st_size, 15_000_000)
        libraries = {line.split()[0] for line in output_of("ldd", self.tool).splitlines()}
        self.assertEqual({name for name in libraries if not name.startswith("/")}, LINKED)

    def test_all_licenses_are_there(self):
        text = (self.installed / "share/doc/tigris/copyright").read_text()
        self.assertEqual(re.findall("^======== (.*) ========$", text, re.MULTILINE), list(PARTS))

    def test_what_was_made_is_there(self):
        for name in ("tigris/single/tigris_single.hpp", "man/man1/onnx2hpp.1", "bash-completion/completions/onnx2hpp"):
            self.assertTrue((self.installed / "share" / name).is_file(), name)

    def test_what_firmware_for_boards_needs_is_there(self):
        there = {path.stem for path in (self.installed / "share/tigris/boards").iterdir()}
        self.assertEqual(there, {path.stem for path in (ROOT / "boards").iterdir()})
        self.assertTrue((self.installed / "share/tigris/cmake/tigris_board.cmake").is_file())

    def test_pages_that_the_tool_names_are_there(self):
        pages = self.installed / "share/doc/tigris"
        told = output_of(self.tool, "--help") + output_of(self.tool, "analyze", "--help")
        for page in {"README.md", "docs/reference/operators.md", *re.findall(r"docs/[a-z_/]+\.md", told)}:
            self.assertTrue((pages / page).is_file(), page)

    def test_links_of_pages_lead_somewhere(self):
        pages = self.installed / "share/doc/tigris"
        lacks = [(str(page.relative_to(pages)), target) for page in sorted(pages.rglob("*.md"))
                 for _, target, folder in links_of(page, page.read_text()) if lack_of(target, folder or pages)]
        self.assertEqual(lacks, [])

    def test_the_archive_holds_the_same(self):
        archive, = self.folder.glob("*.tar.gz")
        names = output_of("tar", "-tf", archive).splitlines()
        packed = {name.split("/", 1)[1] for name in names if not name.endswith("/")}
        files = {str(path.relative_to(self.installed)) for path in self.installed.rglob("*") if path.is_file()}
        self.assertEqual(packed, files)

    def test_the_tool_gives_what_the_shared_one_gives(self):
        damaged = self.folder / "damaged.onnx"
        damaged.write_bytes(MODEL.read_bytes()[:-20])
        for model in (*sorted((ROOT / "tests/models").glob("*/*.onnx"))[:8], damaged):
            for options in ((), ("--edges", "quantized", "--compress", "lz4", "-m", "8K")):
                with self.subTest(model=model, options=options):
                    self.assertEqual(converted(self.tool, model, self.folder, *options),
                                     converted(SHARED_TOOL, model, self.folder, *options))

    def test_a_project_finds_it_and_runs_a_model(self):
        output_of(CMAKE, f"-DFOLDER={self.folder}/consumer", f"-DMODEL={MODEL}", "-DRUN=ON", "-P",
                  ROOT / "tests/consumer/build.cmake", "--", *OPTIONS, f"-DCMAKE_PREFIX_PATH={self.installed}")
        rules = (self.folder / "consumer/build/build.ninja").read_text()
        self.assertIn(str(self.tool), rules)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
