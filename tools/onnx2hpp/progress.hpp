// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Says what the tool is doing, when somebody is watching and it takes long.

#include <string_view>

namespace onnx2hpp {

/// Names what begins now, such as "folding constants". Functions here write to stderr only if that
/// is a terminal and more than a second has passed since the program began.
void show_stage(std::string_view what);

/// Counts a plan that was made, and shows the count every two seconds.
void count_plan();

}  // namespace onnx2hpp
