// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// From a picture to a class: what host and firmware both do.

#include <fashion_int8.hpp>

#include <stdint.h>

namespace fashion {

using image = tigris::input_buffer<fashion_int8::model>;
using scores = tigris::output_buffer<fashion_int8::model>;

/// A pixel (0 to 255, meaning 0 to 1) as the code that the model's input wants.
constexpr int8_t encode(uint8_t pixel) {
    using input = tigris::input_edge<fashion_int8::model>;
    return int8_t(tigris::ops::quantize(float(pixel) / 255, input::info.quant, input::info.type));
}

inline constexpr auto codes = [] {
    tigris::sized_array<int8_t, 256> table{};
    for (int pixel = 0; pixel < 256; ++pixel) table[pixel] = encode(uint8_t(pixel));
    return table;
}();

/// The class with the highest score.
template <class Scores>
constexpr int best_class(const Scores& s) {
    int best = 0;
    for (int i = 1; i < 10; ++i)
        if (s[i] > s[best]) best = i;
    return best;
}

/// Scores of one picture of 28 x 28 pixels.
inline void classify(const uint8_t* pixels, image& in, scores& out) {
    for (int i = 0; i < image::size(); ++i) in[i] = codes[pixels[i]];
    tigris::run(fashion_int8::model, in, out);
}

}  // namespace fashion
