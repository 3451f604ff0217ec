// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small models computed by the core must equal what the compiler computed of them.

#include <conv_float.hpp>
#include <conv_int8.hpp>
#include <semihost.hpp>
#include <wave_int8.hpp>

namespace {

/// Some codes or numbers; what they are does not matter, only that both sides get the same.
template <class Edge>
constexpr auto make_input() {
    tigris::sized_array<typename Edge::type, Edge::extent> in{};
    uint32_t state = 1;
    for (auto& element : in) {
        state = state * 1664525u + 1013904223u;
        element = typename Edge::type(int32_t(state >> 24) - 128);
    }
    return in;
}

template <auto Model>
inline constexpr auto input = make_input<tigris::input_edge<Model>>();
template <auto Model>
inline constexpr auto expected = tigris::evaluate(Model, input<Model>);
template <auto Model>
inline tigris::output_buffer<Model> output;

/// The largest difference; compilers may contract a * b + c of floats where cores can.
template <auto Model>
float largest_difference() {
    tigris::run(Model, input<Model>, output<Model>);
    float largest = 0;
    for (int i = 0; i < expected<Model>.size(); ++i) {
        const float difference = float(output<Model>[i]) - float(expected<Model>[i]);
        if (difference > largest) largest = difference;
        if (-difference > largest) largest = -difference;
    }
    return largest;
}

template <auto Model>
bool agrees(const char* name, float allowed) {
    const bool good = largest_difference<Model>() <= allowed;
    semihost::print(name);
    semihost::print(good ? ": agrees\n" : ": DIFFERS\n");
    return good;
}

}  // namespace

int main() {
    const bool good = agrees<conv_int8::model>("conv_int8", 0) &
                      agrees<wave_int8::model>("wave_int8", 1e-6f) &
                      agrees<conv_float::model>("conv_float", 1e-5f);
    return good ? 0 : 1;
}
