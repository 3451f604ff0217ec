// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// MLPerf Tiny's ad01. Its features, 128 mel bands in dB, are computed elsewhere: the recording
// holds them instead of samples, 256 for 1 dB. Each window of five frames is judged alone.

#include <stdint.h>

namespace machine {

struct front_end {
    using feature = int16_t;
    static constexpr int window = 128, count = 128;
    static void compute(const int16_t* given, int16_t* features) {
        for (int i = 0; i < count; ++i) features[i] = given[i];
    }
};
inline constexpr int units = 256, hop = 128;
inline constexpr int frames_per_run = 5, runs_to_average = 1, frames_per_line = 5;
inline constexpr int limit =
    60000;  // thousandths: an example, because limits depend on the machine

}  // namespace machine
