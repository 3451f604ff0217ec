// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Products of two activations' matrices in plain C++, in blocks that stay in registers.

#include <tigris/kernels/arithmetic/functions/wrapping.hpp>
#include <tigris/kernels/arithmetic/result_codes.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/constant_pointer.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/walks/odometer.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// The axes before the matrices, and how many matrices apart neighbors along them are in each
/// factor: none where it has one for all.
struct product_batches {
    int32_t extents[max_rank]{};
    int32_t strides_a[max_rank]{};
    int32_t strides_b[max_rank]{};
    int32_t axes = 0;
};

constexpr void set_strides(int32_t* strides, const shape& own, int axes) {
    int32_t stride = 1;
    for (int back = 1; back <= own.rank; ++back) {
        const int32_t extent = own[own.rank - back];
        strides[axes - back] = extent == 1 ? 0 : stride;
        stride *= extent;
    }
}

constexpr product_batches batches_of(const shape& a, const shape& b) {
    const shape common = ops::broadcast(a, b);
    product_batches result{.axes = common.rank};
    for (int axis = 0; axis < common.rank; ++axis) result.extents[axis] = common[axis];
    set_strides(result.strides_a, a, common.rank);
    set_strides(result.strides_b, b, common.rank);
    return result;
}

/// Products of [m, k] and [k, n], one for each place of `batch`.
template <class T>
struct matmul_layer {
    product_batches batch{};
    int32_t m = 0;
    int32_t k = 0;
    int32_t n = 0;
    int16_t zero_point_a = 0;
    int16_t zero_point_b = 0;
    fixed_multiplier multiplier{};
    result_codes codes{};
    ops::clamp clamp{};
};

struct matmul_key {
    bool transposed = false;              // the second operand is transposed
    dtype in_a = dtype::f32;              // elements of the first operand
    dtype in_b = dtype::f32;              // elements of the second operand
    dtype out = dtype::f32;               // elements of the output
    rounding rounds = rounding::nearest;  // rounding of rescaled codes
    bool quantized = false;               // elements are codes of real numbers, not numbers

    friend constexpr bool operator==(const matmul_key&, const matmul_key&) = default;
};

constexpr matmul_key key_of(const ops::matmul& op, const operands& t, rounding rounds) {
    return {.transposed = op.transposed,
            .in_a = t.input(0).type,
            .in_b = t.input(1).type,
            .out = t.output().type,
            .rounds = rounding_of(t, rounds),
            .quantized = has_codes(t)};
}

template <class T>
constexpr void set_codes(matmul_layer<T>& layer, const operands& t, rounding rounds) {
    const tensor &a = t.input(0), &b = t.input(1), &y = t.output();
    layer.zero_point_a = int16_t(a.quant.zero_point);
    layer.zero_point_b = int16_t(b.quant.zero_point);
    layer.multiplier =
        quantized_multiplier(double(a.quant.scale) * double(b.quant.scale) / double(y.quant.scale));
    layer.codes = codes_of(layer.clamp, y, rounds);
}

template <class T>
constexpr matmul_layer<T> layer_of(const ops::matmul& op, const operands& t, view<const constant>,
                                   rounding rounds) {
    const shape a = t.input(0).dims, b = t.input(1).dims;
    matmul_layer<T> layer{.batch = batches_of(ops::batch_axes(a), ops::batch_axes(b)),
                          .m = a[a.rank - 2],
                          .k = a[a.rank - 1],
                          .n = b[b.rank - (op.transposed ? 2 : 1)],
                          .clamp = op.clamp};
    if (is_quantized(t.output())) set_codes(layer, t, rounds);
    return layer;
}

/// Codes are added up in 32 bits; floats as they are; other integers wrap.
template <matmul_key G, class T>
struct matmul_sum {
    using type = wrapping_t<T>;
};
template <matmul_key G, class T>
    requires(G.quantized)
struct matmul_sum<G, T> {
    using type = int32_t;
};

template <matmul_key G, class Out, class T, class Sum>
constexpr Out finish_product(const matmul_layer<T>& layer, Sum sum) {
    if constexpr (G.quantized)
        return encode<Out>(requantize<G.rounds>(sum, layer.multiplier), layer.codes);
    else if constexpr (is_same<T, float>)
        return clamped(sum, layer.clamp);
    else
        return Out(sum);
}

/// Rows x Columns elements of a product, the first at `out`; a and b begin at its row and column.
template <matmul_key G, int Rows, int Columns, class T, class Out, class A, class B>
[[gnu::always_inline]] constexpr void product_block(const matmul_layer<T>& layer, Out* out,
                                                    const A& a, const B& b) {
    using sum_type = typename matmul_sum<G, T>::type;
    const int32_t step = G.transposed ? 1 : layer.n, column = G.transposed ? layer.k : 1;
    sum_type sums[Rows][Columns]{};
    for (int32_t p = 0; p < layer.k; ++p)
        for (int r = 0; r < Rows; ++r) {
            const sum_type x = sum_type(a[r * layer.k + p]) - sum_type(layer.zero_point_a);
            for (int c = 0; c < Columns; ++c)
                sums[r][c] +=
                    x * (sum_type(b[p * step + c * column]) - sum_type(layer.zero_point_b));
        }
    for (int r = 0; r < Rows; ++r)
        for (int c = 0; c < Columns; ++c)
            out[r * layer.n + c] = finish_product<G, Out>(layer, sums[r][c]);
}

/// Rows rows of a product.
template <matmul_key G, int Rows, class T, class Out, class A, class B>
constexpr void product_rows(const matmul_layer<T>& layer, Out* out, const A& a, const B& b) {
    const int32_t column = G.transposed ? layer.k : 1;
    int32_t c = 0;
    for (; c + 4 <= layer.n; c += 4) product_block<G, Rows, 4>(layer, out + c, a, b + c * column);
    for (; c < layer.n; ++c) product_block<G, Rows, 1>(layer, out + c, a, b + c * column);
}

template <matmul_key G, class T, class Out, class A, class B>
constexpr void product(const matmul_layer<T>& layer, Out* out, const A& a, const B& b) {
    int32_t r = 0;
    for (; r + 2 <= layer.m; r += 2)
        product_rows<G, 2>(layer, out + r * layer.n, a + r * layer.k, b);
    if (r < layer.m) product_rows<G, 1>(layer, out + r * layer.n, a + r * layer.k, b);
}

/// a and b are pointers, or read constants.
template <matmul_key G, class T, class Out, class A, class B>
[[gnu::noinline]] constexpr void whole(portable_tag, const matmul_layer<T>& layer, Out* out,
                                       const A& a, const B& b) {
    odometer place;
    do {
        product<G>(layer, out,
                   a + place.offset(layer.batch.strides_a, layer.batch.axes) * (layer.m * layer.k),
                   b + place.offset(layer.batch.strides_b, layer.batch.axes) * (layer.k * layer.n));
        out += layer.m * layer.n;
    } while (place.advance(layer.batch.extents, layer.batch.axes));
}

}  // namespace tigris::kernels
