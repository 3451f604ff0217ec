# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scripts/verify with kernels of a processor that is emulated. emulated_test.py BUILD-FOLDER TOOL"""

import sys
import unittest

TOOL = sys.argv.pop(2)

from testing import VerifyTest  # noqa: E402


class EmulatedTest(VerifyTest):
    words = ("--backend", "aarch64", "--tool", TOOL)

    def test_models_pass(self):
        for name in ("conv_int8", "wave_float"):
            self.passes(self.copy(name), *self.words)

    def test_the_same_without_dot_products(self):
        compiler = "aarch64-linux-gnu-g++ -static -march=armv8-a"
        self.passes(self.copy("conv_int8"), *self.words, "--compiler", compiler)

    def test_another_reference_fails(self):
        model = self.copy("conv_int8")
        reference = model / "test_data_set_1/output_0.pb"
        data = bytearray(reference.read_bytes())
        data[-1] ^= 0x40
        reference.write_bytes(data)
        self.fails(model, *self.words)


if __name__ == "__main__":
    unittest.main()
