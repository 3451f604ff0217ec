# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each backend verifies models here, or scripts/verify says why not. backends_test.py BUILD-FOLDER"""

import contextlib
import io
import os
import shutil
import unittest
from unittest import mock

import backends
from testing import WORK, VerifyTest, run_verify


class BackendsTest(VerifyTest):
    def refuses(self, *arguments):
        """What is said instead."""
        errors = io.StringIO()
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(errors):
            run_verify(self.copy("conv_int8"), *arguments)
        shutil.rmtree(WORK)
        return errors.getvalue().splitlines()[-1]

    def test_those_that_lack_nothing_pass(self):
        for name in backends.BACKENDS.keys() - backends.PROCESSORS.keys():
            if backends.lack_of(name):
                self.assertIn(backends.lack_of(name), self.refuses("--backend", name))
            else:
                self.passes(self.copy("conv_int8"), "--backend", name)
                shutil.rmtree(WORK)

    def test_a_library_that_is_not_named(self):
        with mock.patch.dict(os.environ):
            for name, library in backends.LIBRARIES.items():
                os.environ.pop(library.variable, None)
                self.assertIn(f"--backend {name} needs {library.variable}",
                              self.refuses("--backend", name))

    def test_a_compiler_that_is_not_installed(self):
        with mock.patch("platform.machine", return_value="x86_64"), \
                mock.patch("shutil.which", return_value=None):
            self.assertIn("--backend aarch64 needs aarch64-linux-gnu-g++ and qemu-aarch64, which "
                          "scripts/setup aarch64 installs", self.refuses("--backend", "aarch64"))
        self.assertIn("no compiler clang++-0", self.refuses("--compiler", "clang++-0 -g"))

    def test_a_processor_without_its_instructions(self):
        WORK.mkdir(parents=True)
        processor = WORK.parent / "cpuinfo"
        for flags, lacks in (("fpu sse2 fma", True), ("fpu avx2 fma", False)):
            processor.write_text(f"flags : {flags}\n")
            with mock.patch.object(backends, "CPU_INFO", processor):
                self.assertEqual(lacks, "AVX2" in str(backends.lack_of("x86")))

    def test_a_machine_of_the_backend_needs_no_emulator(self):
        with mock.patch("platform.machine", return_value="aarch64"):
            self.assertEqual([], backends.emulator("aarch64"))
            self.assertIn("-march=native", backends.default_compiler("aarch64"))
            self.assertIsNone(backends.lack_of("aarch64"))


if __name__ == "__main__":
    unittest.main()
