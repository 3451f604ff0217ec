// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What machine_int8.onnx hears, and what its scores mean.

#include <log_mel.hpp>

namespace machine {

using front_end = log_mel::front_end;
inline constexpr int units = log_mel::units;  // of a feature for 1
inline constexpr int hop = 512;               // samples from frame to frame
inline constexpr int frames_per_run = 1, runs_to_average = 4, frames_per_line = 10;
inline constexpr int limit = 400;  // thousandths; 99 % of healthy clips stay below 200

}  // namespace machine
