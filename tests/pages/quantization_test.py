#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The script of docs/explanation/quantization.md runs, and gives each sample to ONNX Runtime's quantizer, of which
there is only a stand-in here."""

import re
import sys
import unittest
from enum import Enum
from pathlib import Path
from types import ModuleType

PAGE = Path(__file__).resolve().parents[2] / "docs/explanation/quantization.md"


class CalibrationDataReader:
    """As ONNX Runtime's: get_next gives inputs by their names, and then None."""


def stand_in(name, **members):
    module = ModuleType(name)
    vars(module).update(members)
    sys.modules[name] = module


class Script(unittest.TestCase):
    def test_each_sample_is_given(self):
        samples, calls = [[1, 2], [3, 4]], []

        def quantize_static(model_input, model_output, calibration_data_reader, quant_format, per_channel,
                            activation_type, weight_type):
            self.assertIsInstance(calibration_data_reader, CalibrationDataReader)
            calls.append(list(iter(calibration_data_reader.get_next, None)))

        stand_in("numpy", load=lambda file: samples)
        stand_in("onnxruntime")
        stand_in("onnxruntime.quantization", CalibrationDataReader=CalibrationDataReader,
                 QuantFormat=Enum("QuantFormat", "QDQ QOperator"), QuantType=Enum("QuantType", "QInt8 QUInt8"),
                 quantize_static=quantize_static)
        script, = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE)
        exec(compile(script, PAGE, "exec"), {})
        self.assertEqual(calls, [[{"image": sample} for sample in samples]])


if __name__ == "__main__":
    unittest.main()
