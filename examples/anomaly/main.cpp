// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Listens to a machine. The model copies what it knows from healthy sound, and copies other sound
// badly.

#include <codes.hpp>
#include <log_mel.hpp>
#include <machine_int8.hpp>
#include <wav.hpp>

namespace {

constexpr auto& model = machine_int8::model;
constexpr int hop = 512, frames = 5, width = frames * log_mel::bands;
constexpr int limit = 400;  // thousandths; 99 % of healthy clips stay below 200

int16_t features[frames][log_mel::bands];
tigris::input_buffer<model> input;
tigris::output_buffer<model> copies;

void move_frames() {
    for (int i = 0; i + 1 < frames; ++i)
        for (int b = 0; b < log_mel::bands; ++b) features[i][b] = features[i + 1][b];
}

/// The mean squared error of the copies, in thousandths.
int score() {
    for (int i = 0; i < width; ++i)
        input[i] = code_of<machine_int8::model_type, log_mel::units>(
            features[i / log_mel::bands][i % log_mel::bands]);
    tigris::run(model, input, copies);
    int64_t sum = 0;
    for (int i = 0; i < width; ++i) {
        const int32_t error = counts_of<machine_int8::model_type, log_mel::units>(copies[i]) -
                              features[i / log_mel::bands][i % log_mel::bands];
        sum += error * error;
    }
    return int(sum * 1000 / (width * log_mel::units * log_mel::units));
}

}  // namespace

int main() {
    recording sound("clip.wav");
    if (!sound) return 1;
    static spectrum::stream<log_mel::front_end, hop> microphone;
    int16_t sample;
    for (int heard = 0, average = 0; sound.read(sample);) {
        if (!microphone.add(sample, features[frames - 1])) continue;
        if (++heard >= frames) average += (score() - average) / 4;
        move_frames();
        if (heard % 10 == 0)
            console::print_line(console::decimal{heard * hop * 10 / log_mel::rate, 1},
                                " s: ", average < limit ? "healthy" : "FAULT", ", score ",
                                console::decimal{average, 3});
    }
    console::print_line(int(tigris::plan_of<model>.fast_peak_bytes), " bytes of fast memory");
    return 0;
}
