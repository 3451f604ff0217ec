// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// From what a sensor counts to the codes of a model's int8 input, and what scores say.

#include <tigris/core.hpp>

/// The code of `counts` / PerUnit in the units of the model's input. Integers only; the result is
/// the nearest code, or its neighbor within 2^-10 of halfway (for counts of 16 bits).
template <class Model, int PerUnit>
constexpr int8_t code_of(int32_t counts) {
    constexpr auto quant = tigris::input_edge<Model{}>::info.quant;
    constexpr int64_t per_count = int64_t(16777216 / (PerUnit * double(quant.scale)) + 0.5);
    const int64_t code = ((counts * per_count + (1 << 23)) >> 24) + quant.zero_point;
    return int8_t(code < -128 ? -128 : code > 127 ? 127 : code);
}

/// What a code of the model's output means, in counts of 1 / PerUnit, rounded down.
template <class Model, int PerUnit>
constexpr int32_t counts_of(int8_t code) {
    constexpr auto quant = tigris::output_edge<Model{}>::info.quant;
    constexpr int64_t per_code = int64_t(65536 * (PerUnit * double(quant.scale)) + 0.5);
    return int32_t((code - quant.zero_point) * per_code >> 16);
}

/// The index of the highest score.
template <class Scores>
constexpr int best_of(const Scores& scores) {
    int best = 0;
    for (int i = 1; i < int(scores.size()); ++i)
        if (scores[i] > scores[best]) best = i;
    return best;
}

/// Tells a class once, when it was the best of `Runs` runs in a row, and again only after another.
template <int Runs>
class steady_choice {
public:
    /// The class that begins with this run, or -1.
    int add(int best) {
        count = best == last ? count + 1 : 1;
        last = best;
        if (count < Runs || best == told) return -1;
        return told = best;
    }

private:
    int last = -1, count = 0, told = -1;
};
