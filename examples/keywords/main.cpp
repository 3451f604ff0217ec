// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words in a stream of sound: the model hears the last second, twelve times per second.

#include <codes.hpp>
#include <keywords_int8.hpp>
#include <log_mel.hpp>
#include <wav.hpp>

namespace {

constexpr auto& model = keywords_int8::model;
constexpr int hop = 320, frames = 49, frames_per_run = 4;
constexpr const char* names[] = {"-", "yes", "no", "stop", "go"};

tigris::input_buffer<model> input;  // [frames][bands]
tigris::output_buffer<model> scores;

/// Moves the window by one frame.
void add_frame(const int16_t (&features)[log_mel::bands]) {
    constexpr int last = (frames - 1) * log_mel::bands;
    for (int i = 0; i < last; ++i) input[i] = input[i + log_mel::bands];
    for (int b = 0; b < log_mel::bands; ++b)
        input[last + b] = code_of<keywords_int8::model_type, log_mel::units>(features[b]);
}

}  // namespace

int main() {
    recording sound("clip.wav");
    if (!sound) return 1;
    static log_mel::stream<hop> microphone;
    steady_choice<3> word;
    int16_t sample, features[log_mel::bands];
    for (int heard = 0; sound.read(sample);) {
        if (!microphone.add(sample, features)) continue;
        add_frame(features);
        if (++heard < frames || heard % frames_per_run) continue;
        tigris::run(model, input, scores);
        const int begins = word.add(best_of(scores));
        if (begins > 0)
            console::print_line(console::decimal{heard * hop * 10 / log_mel::rate, 1},
                                " s: ", names[begins]);
    }
    console::print_line(int(tigris::plan_of<model>.fast_peak_bytes), " bytes of fast memory");
    return 0;
}
