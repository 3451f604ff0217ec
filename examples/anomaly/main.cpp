// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Listens to a machine. The model copies what it knows from healthy sound, and copies other sound
// badly.

#include MACHINE  // own_machine.hpp, or that of another model

#include <codes.hpp>
#include <machine.hpp>
#include <spectrum.hpp>
#include <wav.hpp>

namespace {

constexpr auto& model = machine::model;
constexpr int frames = 5, bands = machine::front_end::count, width = frames * bands;

spectrum::stream<machine::front_end, machine::hop> microphone;
int16_t features[frames][bands];
tigris::input_buffer<model> input;
tigris::output_buffer<model> copies;

void move_frames() {
    for (int i = 0; i + 1 < frames; ++i)
        for (int b = 0; b < bands; ++b) features[i][b] = features[i + 1][b];
}

/// The mean squared error of the copies, in thousandths.
int score() {
    using machine::units;
    for (int i = 0; i < width; ++i)
        input[i] = code_of<machine::model_type, units>(features[i / bands][i % bands]);
    tigris::run(model, input, copies);
    int64_t sum = 0;
    for (int i = 0; i < width; ++i) {
        const int32_t error =
            counts_of<machine::model_type, units>(copies[i]) - features[i / bands][i % bands];
        sum += error * error;
    }
    return int(sum * 1000 / (width * units * units));
}

void print(int heard, int average) {
    console::print_line(console::decimal{heard * machine::hop * 10 / spectrum::rate, 1},
                        " s: ", average < machine::limit ? "healthy" : "FAULT", ", score ",
                        console::decimal{average, 3});
}

}  // namespace

int main() {
    recording sound("clip.wav");
    if (!sound) return 1;
    int16_t sample;
    for (int heard = 0, average = 0; sound.read(sample);) {
        if (!microphone.add(sample, features[frames - 1])) continue;
        if (++heard >= frames && heard % machine::frames_per_run == 0)
            average += (score() - average) / machine::runs_to_average;
        move_frames();
        if (heard % machine::frames_per_line == 0) print(heard, average);
    }
    console::print_line(int(tigris::plan_of<model>.fast_peak_bytes), " bytes of fast memory");
    return 0;
}
