// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gestures from an accelerometer: the model sees the last 64 samples, four times in that time.

#include "session.hpp"

#include <codes.hpp>
#include <console.hpp>
#include <gestures_int8.hpp>

namespace {

constexpr auto& model = gestures_int8::model;
constexpr int rate = 50, window = 64, hop = 16, counts_per_g = 8192;
constexpr const char* names[] = {"rest", "shake", "circle", "chop"};

tigris::input_buffer<model> input;  // [window][3]
tigris::output_buffer<model> scores;

/// Moves the window by one sample of the sensor's counts.
void add_sample(const int16_t (&sample)[3]) {
    for (int i = 0; i < 3 * (window - 1); ++i) input[i] = input[i + 3];
    for (int axis = 0; axis < 3; ++axis)
        input[3 * (window - 1) + axis] =
            code_of<gestures_int8::model_type, counts_per_g>(sample[axis]);
}

}  // namespace

int main() {
    steady_choice<2> gesture;
    int samples = 0;
    for (const auto& sample : session) {
        add_sample(sample);
        if (++samples < window || samples % hop) continue;
        tigris::run(model, input, scores);
        const int begins = gesture.add(best_of(scores));
        if (begins < 0) continue;
        console::print_line(console::decimal{samples * 10 / rate, 1}, " s: ", names[begins]);
    }
    console::print_line(int(tigris::plan_of<model>.fast_peak_bytes), " bytes of fast memory");
    return 0;
}
