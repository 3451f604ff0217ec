// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words in a stream of sound: the model hears the last second, twelve times per second.

#include WORDS  // own_words.hpp, or those of another model

#include <keywords.hpp>
#include <wav.hpp>

namespace {

constexpr auto& model = keywords::model;
constexpr int hop = 320, frames = 49, frames_per_run = 4, bands = words::front_end::count;
using stream = spectrum::stream<words::front_end, hop>;

tigris::input_buffer<model> input;  // [frames][bands]
tigris::output_buffer<model> scores;

/// Moves the window by one frame.
void add_frame(const stream::features& features) {
    constexpr int last = (frames - 1) * bands;
    for (int i = 0; i < last; ++i) input[i] = input[i + bands];
    for (int b = 0; b < bands; ++b)
        input[last + b] = words::code_of<keywords::model_type>(features[b]);
}

}  // namespace

int main() {
    recording sound("clip.wav");
    if (!sound) return 1;
    static stream microphone;
    stream::features features;
    steady_choice<words::agreeing_runs> word;
    int16_t sample;
    for (int heard = 0; sound.read(sample);) {
        if (!microphone.add(sample, features)) continue;
        add_frame(features);
        if (++heard < frames || (heard - frames) % frames_per_run) continue;
        tigris::run(model, input, scores);
        const int begins = word.add(best_of(scores));
        if (begins >= 0 && words::names[begins][0])
            console::print_line(console::decimal{heard * hop * 10 / spectrum::rate, 1},
                                " s: ", words::names[begins]);
    }
    console::print_line(int(tigris::plan_of<model>.fast_peak_bytes), " bytes of fast memory");
    return 0;
}
