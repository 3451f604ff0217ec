// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small models computed by the core must equal what the compiler computed of them: on portable
// kernels, and, under both roundings and in both orders of weights, on those for the DSP extension.

#include <conv_float.hpp>
#include <conv_for_arm_dsp.hpp>
#include <conv_int16.hpp>
#include <conv_int8.hpp>
#include <conv_tflite.hpp>
#include <conv_tflite_for_arm_dsp.hpp>
#include <forest_float.hpp>
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
inline constexpr auto expected = tigris::evaluate(Model, tigris::in_memory_order(input<Model>));
template <auto Model>
inline tigris::output_buffer<Model> output;

template <auto Model, tigris::target Target>
constinit tigris::workspace<Model, Target> memory{};

constexpr tigris::target on(tigris::backend backend) {
    return {.backend = backend, .alignment = 4};
}

/// The largest difference; compilers may contract a * b + c of floats where cores can.
template <auto Model, auto Reference, tigris::target Target>
float largest_difference() {
    tigris::run(Model, memory<Model, Target>, tigris::in_memory_order(input<Model>), output<Model>);
    float largest = 0;
    for (int i = 0; i < expected<Reference>.size(); ++i) {
        const float difference = float(output<Model>[i]) - float(expected<Reference>[i]);
        if (difference > largest) largest = difference;
        if (-difference > largest) largest = -difference;
    }
    return largest;
}

/// Reference is the same model with weights in canonical order, which the compiler can run.
template <auto Model, tigris::backend Backend = tigris::portable, auto Reference = Model>
bool agrees(const char* name, float allowed) {
    const bool good = largest_difference<Model, Reference, on(Backend)>() <= allowed;
    semihost::print(name);
    semihost::print(good ? ": agrees\n" : ": DIFFERS\n");
    return good;
}

bool dsp_agrees() {
    using tigris::arm_dsp;
    return agrees<conv_int8::model, arm_dsp>("conv_int8 on arm_dsp", 0) &
           agrees<conv_tflite::model, arm_dsp>("conv_tflite on arm_dsp", 0) &
           agrees<conv_for_arm_dsp::model, arm_dsp, conv_int8::model>("conv_for_arm_dsp", 0) &
           agrees<conv_tflite_for_arm_dsp::model, arm_dsp, conv_tflite::model>(
               "conv_tflite_for_arm_dsp", 0) &
           agrees<wave_int8::model, arm_dsp>("wave_int8 on arm_dsp", 1e-6f);
}

}  // namespace

int main() {
    const bool good = dsp_agrees() & agrees<conv_int8::model>("conv_int8", 0) &
                      agrees<conv_int16::model>("conv_int16", 0) &
                      agrees<conv_tflite::model>("conv_tflite", 0) &
                      agrees<wave_int8::model>("wave_int8", 1e-6f) &
                      agrees<forest_float::model>("forest_float", 1e-6f) &
                      agrees<conv_float::model>("conv_float", 1e-5f);
    return good ? 0 : 1;
}
