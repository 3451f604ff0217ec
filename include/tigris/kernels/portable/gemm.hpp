// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Fully connected layer in plain C++.

#include <tigris/kernels/arithmetic/epilogue.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// `vectors` products a row, each of channels_in inputs.
template <class T>
struct gemm_layer {
    static constexpr int32_t wide_address_bytes = wide_address_bytes_of_layer<T>;

    constant_pointer<weight_t<T>> weights{};
    epilogue<T> result{};
    int32_t vectors = 0;
    int32_t channels_in = 0;
    int32_t channels_out = 0;
};

struct gemm_key {
    dtype in = dtype::f32;                           // elements of the input
    dtype out = dtype::f32;                          // elements of the output
    finish_key finish{};                             // how sums of products become results
    weight_order weights = weight_order::canonical;  // order of the weights in flash
    bool compact = false;      // few bytes of machine code, even if they take more time
    int32_t channels_in = 0;   // elements of a vector; 0: the layer says
    int32_t channels_out = 0;  // elements of a result; 0: the layer says
    int32_t vector_rows = 0;   // rows that the vector arrives in; 0: it is whole

    friend constexpr bool operator==(const gemm_key&, const gemm_key&) = default;
};

constexpr gemm_key key_of(const ops::gemm&, const operands& t, rounding rounds) {
    return {.in = t.input(0).type,
            .out = t.output().type,
            .finish = finish_key_of(t, rounds),
            .weights = t.input(1).order,
            .channels_in = t.input(1).dims[1],
            .channels_out = t.input(1).dims[0]};
}

template <class T, class Constants>
[[gnu::always_inline]] constexpr void set_constants(gemm_layer<T>& layer, const ops::gemm&,
                                                    const operands& t, const Constants& constants) {
    layer.weights = weights_reader<T>::read(t, constants);
    set_constants(layer.result, t, constants);
}

template <class T>
constexpr gemm_layer<T> layer_of(const ops::gemm& op, const operands& t,
                                 view<const constant> constants, rounding rounds) {
    const shape weights = t.input(1).dims;
    return {.weights = weights_reader<T>::read(t, constants),
            .result = epilogue_of<T>(op.clamp, t, constants, rounds),
            .vectors = rows_of(t.input(0).dims).row_elements() / weights[1],
            .channels_in = weights[1],
            .channels_out = weights[0]};
}

template <gemm_key G, class T, class Out>
[[gnu::noinline]] constexpr void rows(portable_tag, const gemm_layer<T>& layer, Out* out,
                                      int32_t row_count, const row_window<activation_t<T>>& in) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    const int32_t outputs = known_or(G.channels_out, layer.channels_out);
    const auto weights = raw(layer.weights);
    for (int32_t y = 0; y < row_count; ++y)
        for (int32_t v = 0; v < layer.vectors; ++v, out += outputs) {
            const activation_t<T>* x = in(y) + v * channels;
            for (int32_t o = 0; o < outputs; ++o)
                out[o] = finish<G.finish, Out>(layer.result, o,
                                               dot(x, weights + o * channels, channels));
        }
}

/// Sums of a vector that arrives in G.vector_rows rows, one for each output.
template <gemm_key G, class T>
constexpr void begin(portable_tag, const gemm_layer<T>& layer, accumulator_t<T>* sums) {
    const int32_t outputs = known_or(G.channels_out, layer.channels_out);
    for (int32_t o = 0; o < outputs; ++o) sums[o] = 0;
}

/// Integers may come in any order. Floats are added as rows() adds them if the spans ascend.
template <gemm_key G, class T>
[[gnu::noinline]] constexpr void add_rows(portable_tag, const gemm_layer<T>& layer,
                                          accumulator_t<T>* sums,
                                          const row_window<activation_t<T>>& in, int32_t first_row,
                                          int32_t row_count) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    const int32_t outputs = known_or(G.channels_out, layer.channels_out);
    const int32_t span = channels / (G.vector_rows ? G.vector_rows : 1);
    for (int32_t y = 0; y < row_count; ++y) {
        const auto weights = raw(layer.weights) + (first_row + y) * span;
        const activation_t<T>* x = in(y);
        for (int32_t o = 0; o < outputs; ++o)
            sums[o] = add_products(sums[o], x, weights + o * channels, span);
    }
}

template <gemm_key G, class T, class Out>
[[gnu::noinline]] constexpr void end(portable_tag, const gemm_layer<T>& layer,
                                     const accumulator_t<T>* sums, Out* out) {
    const int32_t outputs = known_or(G.channels_out, layer.channels_out);
    for (int32_t o = 0; o < outputs; ++o) out[o] = finish<G.finish, Out>(layer.result, o, sums[o]);
}

}  // namespace tigris::kernels
