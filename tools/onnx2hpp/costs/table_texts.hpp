// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The files of tables/, which the build puts into the tool.

#include <vector>

namespace onnx2hpp {

struct table_text {
    const char* name;
    const char* text;
};
const std::vector<table_text>& table_texts();

}  // namespace onnx2hpp
