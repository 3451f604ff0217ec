// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// As much of TensorFlow Lite Micro's interface as firmware/tflm.cpp uses, for the test of
// scripts/compare. It runs one network: max(x, 0) of bytes. ../../../stub.cpp has the code.

namespace tflite {

enum BuiltinOperator {
    BuiltinOperator_ADD = 0,
    BuiltinOperator_RELU = 19,
    BuiltinOperator_LSTM = 16
};

struct Model;
const Model* GetModel(const void* file);

}  // namespace tflite
