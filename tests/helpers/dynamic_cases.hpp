// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Kernels of scales at run time beside portable's: whether a backend gives the same bytes.

#include <helpers/node_case.hpp>
#include <helpers/random.hpp>
#include <helpers/seeds.hpp>
#include <helpers/working_memory.hpp>
#include <tigris/kernels/portable/conv.hpp>
#include <tigris/kernels/portable/depthwise_conv.hpp>
#include <tigris/kernels/portable/dynamic_quantize.hpp>
#include <tigris/kernels/portable/dynamic_range.hpp>
#include <tigris/kernels/portable/gemm.hpp>
#include <tigris/kernels/portable/rescale_sums.hpp>

#include <vector>

namespace tigris::test {

using kernels::rows;
using kernels::whole;  // those of later headers are found by their tags

inline std::vector<float> drawn_floats(random_numbers& r, int count, int low, int high) {
    std::vector<float> x(static_cast<std::size_t>(count));
    for (float& element : x) element = float(r.between(100 * low, 100 * high)) / 100;
    return x;
}

/// Any codes.
template <class T>
std::vector<T> drawn_bytes(random_numbers& r, int count) {
    std::vector<T> codes(static_cast<std::size_t>(count));
    for (T& code : codes) code = T(r.between(lowest_of(dtype_of<T>), highest_of(dtype_of<T>)));
    return codes;
}

template <class T>
bool are_same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && __builtin_memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

/// Numbers of one sign or both, and sometimes -0.
template <class Tag>
bool has_range_of_portable(int seed) {
    random_numbers r{uint64_t(seed)};
    const int low = r.between(-3, 1), high = low + r.between(0, 4);
    std::vector<float> x = drawn_floats(r, r.between(1, 90), low, high);
    if (r.chance(3)) x[std::size_t(r.between(0, int(x.size()) - 1))] = -0.0f;
    constexpr kernels::plain_key<ops::dynamic_range> key{};
    const kernels::dynamic_range_layer<float> layer{int32_t(x.size())};
    std::vector<float> expected(2), made(2);
    const float* in = x.data();
    whole<key>(kernels::portable_tag{}, layer, expected.data(), in);
    whole<key>(Tag{}, layer, made.data(), in);
    return are_same_bytes(expected, made);
}

template <class Tag, class Out>
std::vector<Out> codes_of(const ops::dynamic_quantize& op, const node_case& n, std::vector<float> x,
                          const float* range) {
    constexpr kernels::plain_key<ops::dynamic_quantize> key{};
    const auto layer = kernels::layer_of<float>(op, n.all(), {}, rounding::nearest);
    std::vector<Out> out(std::size_t(element_count(n.all().output().dims)));
    const float* in = x.data();
    if (describe(op, n.all()).contract == ops::contract::whole) {
        whole<key>(Tag{}, layer, out.data(), in, range);
        return out;
    }
    const row_extents given = rows_of(n.all().input(0).dims);
    Out* const place = reinterpret_cast<Out*>(x.data());
    rows<key>(Tag{}, layer, place, given.rows,
              kernels::whole_window(in, 0, given.rows, given.row_elements()),
              kernels::whole_window(range, 0, 1, 2));
    out.assign(place, place + out.size());
    return out;
}

/// Numbers may lie beyond the range.
template <class Tag, class Out>
bool has_codes_of_portable(int seed) {
    random_numbers r{uint64_t(seed)};
    const int height = r.between(1, 5), width = r.between(1, 5), channels = r.between(1, 9);
    ops::dynamic_quantize op;
    for (int axis = 1; axis < 3 && seed % 2; ++axis)
        op.before[axis] = r.between(0, 2), op.after[axis] = r.between(0, 2);
    node_case n;
    n.add_input({.dims = {4, {1, height, width, channels}}});
    n.add_input({.dims = {1, {2}}});
    set_output_of(n, op, is_same<Out, int8_t> ? dtype::i8 : dtype::u8, {});
    const float range[]{float(r.between(1, 8)) / 64, float(r.between(0, 255))};
    std::vector<float> x = drawn_floats(r, height * width * channels, -30, 30);
    for (float& element : x)  // halves of the scale, too
        if (r.chance(4)) element = range[0] * (float(r.between(-300, 300)) + 0.5f);
    return are_same_bytes(codes_of<kernels::portable_tag, Out>(op, n, x, range),
                          codes_of<Tag, Out>(op, n, x, range));
}

template <class Tag, kernels::rescale_sums_key G>
std::vector<int32_t> numbers_of(const kernels::rescale_sums_layer<int32_t>& layer,
                                std::vector<int32_t> sums, const float* range,
                                const int16_t* totals) {
    constexpr int row_count = 3;
    const int32_t* const in = sums.data();
    rows<G>(Tag{}, layer, reinterpret_cast<float*>(sums.data()), row_count,
            kernels::whole_window(in, 0, row_count,
                                  layer.width * (layer.channels + (G.has_factor ? 1 : 0))),
            kernels::whole_window(range, 0, 1, 2),
            kernels::constant_rows<int16_t>{
                {reinterpret_cast<const int8_t*>(totals)}, 0, layer.channels});
    return sums;
}

/// Scales are powers of two: products are exact, so that compilers may fuse them with the addition
/// of the bias, or not.
template <class Tag, kernels::rescale_sums_key G>
bool has_numbers_of_portable(int seed) {
    random_numbers r{uint64_t(seed)};
    const int width = r.between(1, 4), channels = r.between(1, 11);
    std::vector<float> scales(static_cast<std::size_t>(channels));
    for (float& scale : scales) scale = 1 / float(1 << r.between(0, 8));
    const std::vector<float> bias = drawn_floats(r, channels, -900, 900);
    std::vector<int16_t> totals(static_cast<std::size_t>(channels));
    for (int16_t& total : totals) total = int16_t(r.between(-5000, 5000));
    std::vector<int32_t> sums(std::size_t(3 * width * (channels + (G.has_factor ? 1 : 0))));
    for (int32_t& sum : sums) sum = r.between(-50000, 50000);
    const float range[]{1 / float(1 << r.between(0, 8)), float(r.between(0, 255))};
    const kernels::rescale_sums_layer<int32_t> layer{
        .scales = {reinterpret_cast<const int8_t*>(scales.data())},
        .bias = {reinterpret_cast<const int8_t*>(bias.data())},
        .clamp = {G.has_low ? 0 : -ops::infinity, G.has_high ? 6000 : ops::infinity},
        .base = 128,
        .factor = 3,
        .width = width,
        .channels = channels};
    return are_same_bytes(numbers_of<kernels::portable_tag, G>(layer, sums, range, totals.data()),
                          numbers_of<Tag, G>(layer, sums, range, totals.data()));
}

/// Sums of all rows in one call.
template <class Tag, auto G, class Op, class In>
std::vector<int32_t> sums_of(const Op& op, const node_case& n, const In* in) {
    const operands t = n.all();
    const row_extents from = rows_of(t.input(0).dims), to = rows_of(t.output().dims);
    const auto layer = kernels::layer_of<In>(op, t, n.weights(), rounding::nearest);
    working_memory memory(facts_of(Tag{}, op, t), to.rows, 1);
    Tag tag{};
    if constexpr (requires { tag.scratch; }) tag.scratch = memory.begin();
    std::vector<int32_t> sums(std::size_t(element_count(t.output())));
    rows<G>(tag, layer, sums.data(), to.rows,
            kernels::whole_window(in, 0, from.rows, from.row_elements()));
    if (!memory.is_intact()) sums.clear();
    return sums;
}

/// Sums of a depthwise layer.
template <class Tag, ops::window W>
bool has_sums_of_portable(int seed) {
    random_numbers r{uint64_t(seed)};
    const int height = r.between(3, 8), width = r.between(3, 8), channels = r.between(1, 21);
    const std::vector<int8_t> in = drawn_bytes<int8_t>(r, height * width * channels);
    const std::vector<int8_t> weights = drawn_bytes<int8_t>(r, 9 * 21);
    node_case n;
    const ops::depthwise_conv op{.window = W};
    n.add_input({.type = dtype::i8, .dims = {4, {1, height, width, channels}}});
    n.add_constant(dtype::i8, {3, {W.kernel_h, W.kernel_w, channels}}, {.bytes = weights.data()});
    set_output_of(n, op, dtype::i32, {});
    constexpr kernels::depthwise_conv_key G{
        .in = dtype::i8, .out = dtype::i32, .window = kernels::key_of(W)};
    return are_same_bytes(sums_of<kernels::portable_tag, G>(op, n, in.data()),
                          sums_of<Tag, G>(op, n, in.data()));
}

/// Sums of a convolution, without padding.
template <class Tag, class In, ops::window W>
bool has_conv_sums_of_portable(int seed) {
    random_numbers r{uint64_t(seed)};
    const int height = r.between(3, 8), width = r.between(3, 8);
    const int channels = r.between(1, 21), outputs = r.between(1, 37);
    const std::vector<In> in = drawn_bytes<In>(r, height * width * channels);
    const std::vector<int8_t> weights =
        drawn_bytes<int8_t>(r, outputs * W.kernel_h * W.kernel_w * channels);
    node_case n;
    const ops::conv op{.window = W};
    n.add_input({.type = dtype_of<In>, .dims = {4, {1, height, width, channels}}});
    n.add_constant(dtype::i8, {4, {outputs, W.kernel_h, W.kernel_w, channels}},
                   {.bytes = weights.data()});
    set_output_of(n, op, dtype::i32, {});
    constexpr kernels::conv_key G{
        .in = dtype_of<In>, .out = dtype::i32, .window = kernels::key_of(W)};
    return are_same_bytes(sums_of<kernels::portable_tag, G>(op, n, in.data()),
                          sums_of<Tag, G>(op, n, in.data()));
}

/// Sums of a fully connected layer of a few vectors.
template <class Tag, class In>
bool has_gemm_sums_of_portable(int seed) {
    random_numbers r{uint64_t(seed)};
    const int vectors = r.between(1, 3), channels = r.between(1, 90), outputs = r.between(1, 90);
    const std::vector<In> in = drawn_bytes<In>(r, vectors * channels);
    const std::vector<int8_t> weights = drawn_bytes<int8_t>(r, outputs * channels);
    node_case n;
    const ops::gemm op;
    n.add_input({.type = dtype_of<In>, .dims = {2, {vectors, channels}}});
    n.add_constant(dtype::i8, {2, {outputs, channels}}, {.bytes = weights.data()});
    set_output_of(n, op, dtype::i32, {});
    constexpr kernels::gemm_key G{.in = dtype_of<In>, .out = dtype::i32};
    return are_same_bytes(sums_of<kernels::portable_tag, G>(op, n, in.data()),
                          sums_of<Tag, G>(op, n, in.data()));
}

}  // namespace tigris::test
