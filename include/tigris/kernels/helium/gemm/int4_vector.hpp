// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Fully connected layer of bytes whose weights are int4: of sixteen bytes of weights the elements
// at even places are shifted to the upper halves, and those at odd places lie there. Sums are 16
// times too large, and divided at the end.

#include <tigris/kernels/helium/gemm/kernel.hpp>
#include <tigris/kernels/int4_weights/kernels.hpp>

namespace tigris::kernels {
namespace helium_kernels {

/// Whether each output's weights begin at a byte, and 32 bits hold 16 times a sum.
constexpr bool multiplies_int4_bytes(int32_t elements) {
    return elements % 2 == 0 && elements <= 65536;
}

/// The elements of a vector at even places, then those at odd ones; `count` of each.
[[gnu::noinline]] inline void split_places(int8_t* to, const int8_t* x, int32_t count) {
    int32_t i = 0;
    for (; i + 8 <= count; i += 8, x += 16) {
        const halves both = load<halves>(x);
        store_lowest(to + i, both);
        store_lowest(to + count + i, both >> 8);
    }
    for (; i < count; ++i, x += 2) to[i] = x[0], to[count + i] = x[1];
}

/// Adds 16 times the products of elements at even and odd places.
[[gnu::always_inline]] inline int32_t add_int4(int32_t sum, bytes weights, bytes even, bytes odd) {
    sum = multiply_across(sum, weights << 4, even);
    return multiply_across(sum, weights & all_bytes(-16), odd);
}

/// The sum of one output; `count` bytes of weights.
[[gnu::always_inline]] inline int32_t multiply_int4(const int8_t* even, const int8_t* odd,
                                                    const int8_t* weights, int32_t count) {
    int32_t sum = 0;
    for (; count >= 16; count -= 16, even += 16, odd += 16, weights += 16)
        sum = add_int4(sum, load<bytes>(weights), load<bytes>(even), load<bytes>(odd));
    if (count > 0)
        sum = add_int4(sum, load_first(weights, count), load_first(even, count),
                       load_first(odd, count));
    return sum / 16;
}

/// A whole vector, whose elements are apart.
template <finish_key Key>
[[gnu::noinline]] inline void multiply_int4_vector(const gemm_layer<int8_t>& layer, const int8_t* x,
                                                   int8_t* out) {
    constexpr int32_t at_once = 48;  // sums on the stack
    const int32_t count = layer.channels_in / 2, outputs = layer.channels_out;
    int32_t sums[at_once];
    for (int32_t o = 0; o < outputs; o += at_once) {
        const int32_t taken = outputs - o < at_once ? outputs - o : at_once;
        for (int32_t i = 0; i < taken; ++i)
            sums[i] = multiply_int4(x, x + count, layer.weights.bytes + (o + i) * count, count);
        finish_sums<Key>(layer.result, sums, o, taken, out + o);
    }
}

}  // namespace helium_kernels

template <gemm_key G>
    requires(helium_kernels::multiplies_windows(G.in, G.out, 1))
inline void rows(helium_tag tag, const gemm_layer<int4_weights>& layer, int8_t* out,
                 int32_t row_count, const row_window<int8_t>& in) {
    const int32_t elements = layer.channels_in, outputs = layer.channels_out;
    if (!helium_kernels::multiplies_int4_bytes(elements))
        return int4_weights_kernels::rows_by_outputs<G>(tag, layer, out, row_count, in);
    int8_t* const apart = static_cast<int8_t*>(tag.scratch);
    const auto packed = int4_weights_kernels::layer_of_outputs<G.finish, gemm_layer<int8_t>>(
        layer, layer.weights.bytes, 0, outputs);
    for (int32_t y = 0; y < row_count; ++y)
        for (int32_t v = 0; v < layer.vectors; ++v, out += outputs) {
            helium_kernels::split_places(apart, in(y) + v * elements, elements / 2);
            helium_kernels::multiply_int4_vector<G.finish>(packed, apart, out);
        }
}

}  // namespace tigris::kernels
