// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/binary.hpp>

#include <helpers/check.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/slice_runs.hpp>
#include <helpers/weighted_case.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 700;
constexpr auto add = ops::binary_function::add, multiply = ops::binary_function::multiply;
constexpr auto subtract = ops::binary_function::subtract;
constexpr auto maximum_of = ops::binary_function::maximum;
constexpr auto minimum_of = ops::binary_function::minimum;
constexpr auto prelu = ops::binary_function::prelu;

/// What TFLite's ADD makes of two differences from zero points, by its own description: shift left
/// by 20 (by 15, of 16 bits), bring to twice the larger scale, add, rescale.
constexpr int64_t tflite_sum(int64_t one, int a, int b, double scale_a, double scale_b,
                             double scale_out) {
    const double common = 2 * (scale_a > scale_b ? scale_a : scale_b);
    const int64_t x = tflite_scaled(a * one, quantized_multiplier(scale_a / common));
    const int64_t y = tflite_scaled(b * one, quantized_multiplier(scale_b / common));
    return tflite_scaled(x + y, quantized_multiplier(common / (double(one) * scale_out)));
}

template <class A, class B, class Out>
constexpr bool is_combined(Out got, A a, B b, ops::binary op, const operands& t, rounding rounds,
                           const result_codes& codes) {
    const quantization qa = t.input(0).quant, qb = t.input(1).quant, qy = t.output().quant;
    const int x = int(a) - qa.zero_point, y = int(b) - qb.zero_point;
    const double sa = qa.scale, sb = qb.scale, sy = qy.scale;
    if (op.function == multiply) {
        const fixed_multiplier m = quantized_multiplier(sa * sb / sy);
        return rounds == rounding::nearest
                   ? is_nearest(got, x * y * (sa * sb / sy), codes, 1e-4)
                   : got == clamp_to(tflite_scaled(x * y, m) + codes.zero_point, codes);
    }
    if (op.function == prelu)
        return is_nearest(got, x < 0 ? x * y * (sa * sb / sy) : x * (sa / sy), codes, 1e-4);
    if (op.function == maximum_of || op.function == minimum_of) {
        const double larger = x * sa > y * sb ? x * sa : y * sb, smaller = x * sa + y * sb - larger;
        return is_nearest(got, (op.function == maximum_of ? larger : smaller) / sy, codes, 1e-4);
    }
    const int sign = op.function == subtract ? -1 : 1;
    return rounds == rounding::nearest
               ? is_nearest(got, (x * sa + sign * y * sb) / sy, codes, 1e-5)
               : got == clamp_to(tflite_sum(is_same<A, int16_t> ? 32768 : 1048576, x, sign * y, sa,
                                            sb, sy) +
                                     codes.zero_point,
                                 codes);
}

constexpr bool is_combined(float got, float a, float b, ops::binary op, const operands&, rounding,
                           const ops::clamp& c) {
    const double ideal = op.function == add        ? double(a) + b
                         : op.function == subtract ? double(a) - b
                                                   : double(a) * b;
    const double clamped = ideal < c.low ? c.low : ideal > c.high ? c.high : ideal;
    return got - clamped < 1e-6 && clamped - got < 1e-6;
}

constexpr const ops::clamp& range_of(const binary_layer<float>& l) { return l.clamp; }
template <class T>
constexpr const result_codes& range_of(const binary_layer<T>& l) {
    return l.codes;
}

/// Elements of a constant, whose bytes are where a model has them.
template <class T>
struct stored {
    T elements[capacity]{};
    int8_t bytes[capacity * int(sizeof(T))]{};

    constexpr stored(random_numbers& r, int count) {
        for (int i = 0; i < count; ++i) {
            elements[i] = random_element<T>(r);
            store(elements[i], bytes + i * int(sizeof(T)));
        }
    }
};

/// Number of an operand's element for element `place` of the output.
constexpr int source_of(const shape& operand, const shape& out, int place) {
    int index = 0, stride = 1;
    for (int back = 1; back <= out.rank; ++back) {
        const int at = place % out[out.rank - back];
        place /= out[out.rank - back];
        if (back > operand.rank) continue;
        const int extent = operand[operand.rank - back];
        index += extent == 1 ? 0 : at * stride;
        stride *= extent;
    }
    return index;
}

template <class A, class B, class Out, rounding R>
struct shapes_and_types {
    node_case n;
    ops::binary op;
    stored<A> a;
    stored<B> b;

    constexpr shapes_and_types(random_numbers& r, ops::binary_function f, const shape& sa,
                               const shape& sb)
        : op{f, random_clamp(r)}, a(r, int(element_count(sa))), b(r, int(element_count(sb))) {
        n.add_input({.type = dtype_of<A>, .dims = sa, .quant = random_quantization<A>(r)});
        n.add_input({.type = dtype_of<B>, .dims = sb, .quant = random_quantization<B>(r)});
        set_output_of(n, op, dtype_of<Out>, random_quantization<Out>(r));
    }

    constexpr bool holds(const Out* out) const {
        const auto layer = layer_of<A>(op, n.all(), n.weights(), R);
        const shape sa = n.tensors[0].dims, sb = n.tensors[1].dims, dims = n.all().output().dims;
        for (int i = 0; i < int(element_count(dims)); ++i)
            if (!is_combined(out[i], a.elements[source_of(sa, dims, i)],
                             b.elements[source_of(sb, dims, i)], op, n.all(), R, range_of(layer)))
                return false;
        return true;
    }
};

template <class A, class B, class Out>
constexpr binary_key key_of(ops::binary_function f, rounding rounds, int broadcast = 0) {
    return {.function = f,
            .in_a = dtype_of<A>,
            .in_b = dtype_of<B>,
            .out = dtype_of<Out>,
            .rounds = rounds,
            .quantized = is_quantizable(dtype_of<A>),
            .broadcast = uint16_t(broadcast)};
}

constexpr shape image_shape(random_numbers& r, int largest) {
    return {4,
            {r.between(1, 2), r.between(1, largest), r.between(2, largest), r.between(1, largest)}};
}

/// Operands of one shape: both activations, or either a constant; all at once and row by row.
template <class A, class B, class Out, ops::binary_function F, rounding R = rounding::nearest>
constexpr bool same_shapes_agree(int seed) {
    random_numbers r(uint64_t(seed) * 19 + uint64_t(F));
    const shape dims = image_shape(r, seed < 10 ? 2 : 6);
    const shapes_and_types<A, B, Out, R> c(r, F, dims, dims);
    constexpr binary_key G = key_of<A, B, Out>(F, R);
    if (kernels::key_of(c.op, c.n.all(), R) != G) return false;

    const auto layer = layer_of<A>(c.op, c.n.all(), c.n.weights(), R);
    const int count = dims[0] * dims[1], row = dims[2] * dims[3];
    Out out[capacity]{}, split[capacity]{};
    rows<G>(portable_tag{}, layer, out, count, whole_window(c.a.elements, 0, count, row),
            whole_window(c.b.elements, 0, count, row));
    const constant_pointer<A> constant_a{c.a.bytes};
    const constant_pointer<B> constant_b{c.b.bytes};
    for (int y = 0; y < count; ++y)
        if (y % 2)
            rows<G>(portable_tag{}, layer, split + y * row, 1,
                    whole_window(constant_a, y, count, row),
                    whole_window(c.b.elements, y, count, row));
        else
            rows<G>(portable_tag{}, layer, split + y * row, 1,
                    whole_window(c.a.elements, y, count, row),
                    whole_window(constant_b, y, count, row));
    return c.holds(out) && equal(out, split, count * row);
}

using ops::row_pattern;

/// How an operand is broadcast, in bits of the key.
constexpr int bits_of(row_pattern pattern, bool fixed) { return int(pattern) + (fixed ? 4 : 0); }

/// The shape of an operand with these bits, now and then without its leading axes of 1.
constexpr shape operand_shape(const shape& dims, int bits, random_numbers& r) {
    const row_pattern p = row_pattern(bits & 3);
    shape s = dims;
    if (bits & 4) s.extent[0] = s.extent[1] = 1;
    if (p == row_pattern::channels || p == row_pattern::single) s.extent[2] = 1;
    if (p == row_pattern::pixels || p == row_pattern::single) s.extent[3] = 1;
    if ((bits & 4) && s.extent[2] == 1 && r.chance(2))
        return s.extent[3] == 1 ? shape{} : shape{1, {s.extent[3]}};
    return s;
}

template <class Elements>
constexpr auto operand_window(Elements elements, const shape& s, int bits, int y, int count) {
    const int row = rows_of(s).row_elements();
    return bits & 4 ? whole_window(elements, 0, 1, row) : whole_window(elements, y, count, row);
}

/// Both operands broadcast within rows or over them; in one call, and row by row with constants.
template <class A, class B, class Out, ops::binary_function F, int BitsA, int BitsB,
          rounding R = rounding::nearest>
constexpr bool rows_broadcast(int seed) {
    random_numbers r(uint64_t(seed) * 23 + uint64_t(F));
    const int largest = seed < 10 ? 3 : 6;
    const shape dims{
        4, {r.between(1, 2), r.between(2, largest), r.between(2, largest), r.between(2, largest)}};
    const shape sa = operand_shape(dims, BitsA, r), sb = operand_shape(dims, BitsB, r);
    if (ops::broadcast(sa, sb) != dims) return true;  // no operand has all columns or channels
    const shapes_and_types<A, B, Out, R> c(r, F, sa, sb);
    constexpr binary_key G = key_of<A, B, Out>(F, R, BitsA | BitsB << 3);
    if (kernels::key_of(c.op, c.n.all(), R) != G) return false;

    const auto layer = layer_of<A>(c.op, c.n.all(), c.n.weights(), R);
    const int count = dims[0] * dims[1], row = dims[2] * dims[3];
    const A* a = c.a.elements;
    const B* b = c.b.elements;
    Out out[capacity]{}, split[capacity]{};
    rows<G>(portable_tag{}, layer, out, count, operand_window(a, sa, BitsA, 0, count),
            operand_window(b, sb, BitsB, 0, count));
    for (int y = 0; y < count; ++y)
        rows<G>(portable_tag{}, layer, split + y * row, 1, operand_window(a, sa, BitsA, y, count),
                operand_window(constant_pointer<B>{c.b.bytes}, sb, BitsB, y, count));
    const auto write_slices = [&](Out* slices) {
        rows<in_slices(G)>(portable_tag{}, layer, slices, count,
                           operand_window(a, sa, BitsA, 0, count),
                           operand_window(b, sb, BitsB, 0, count));
    };
    return c.holds(out) && equal(out, split, count * row) &&
           slices_agree<72 * 6>(out, count * dims[2], dims[3], write_slices);
}

constexpr int full = bits_of(row_pattern::full, false);
constexpr int full_fixed = bits_of(row_pattern::full, true);
constexpr int channels = bits_of(row_pattern::channels, false);
constexpr int channels_fixed = bits_of(row_pattern::channels, true);
constexpr int pixels = bits_of(row_pattern::pixels, false);
constexpr int pixels_fixed = bits_of(row_pattern::pixels, true);
constexpr int single = bits_of(row_pattern::single, false);
constexpr int single_fixed = bits_of(row_pattern::single, true);

/// Two shapes of up to four axes, any of which may be 1 in either, or absent.
template <class A, class B, class Out, ops::binary_function F, rounding R = rounding::nearest>
constexpr bool broadcasts_agree(int seed) {
    random_numbers r(uint64_t(seed) * 29 + uint64_t(F));
    shape a{.rank = int8_t(r.between(1, 4))}, b{.rank = int8_t(r.between(1, 4))};
    for (int back = 1; back <= 4; ++back) {
        const int extent = r.between(1, seed < 10 ? 2 : 4);
        if (back <= a.rank) a.extent[a.rank - back] = r.chance(3) ? 1 : extent;
        if (back <= b.rank) b.extent[b.rank - back] = r.chance(3) ? 1 : extent;
    }
    const shapes_and_types<A, B, Out, R> c(r, F, a, b);
    if (describe(c.op, c.n.all()).contract != ops::contract::whole) return true;
    constexpr binary_key G = key_of<A, B, Out>(F, R);
    const auto layer = layer_of<A>(c.op, c.n.all(), c.n.weights(), R);
    Out out[capacity]{}, other[capacity]{};
    whole<G>(portable_tag{}, layer, out, &c.a.elements[0], &c.b.elements[0]);
    whole<G>(portable_tag{}, layer, other, &c.a.elements[0], constant_pointer<B>{c.b.bytes});
    return c.holds(out) && equal(out, other, int(element_count(c.n.all().output().dims)));
}

}  // namespace

#define CHECK_LAW(...) TIGRIS_CHECK_SEEDS(99, __VA_ARGS__)

TEST_CASE("operands of one shape, activations and constants") {
    CHECK_LAW(same_shapes_agree<int8_t, int8_t, int8_t, add>);
    CHECK_LAW(same_shapes_agree<int8_t, int8_t, int8_t, multiply>);
    CHECK_LAW(same_shapes_agree<uint8_t, int8_t, uint8_t, add>);
    CHECK_LAW(same_shapes_agree<float, float, float, add>);
}

TEST_CASE("differences, the larger, the smaller, and slopes below zero") {
    CHECK_LAW(same_shapes_agree<int8_t, int8_t, int8_t, subtract>);
    CHECK_LAW(same_shapes_agree<float, float, float, subtract>);
    CHECK_LAW(same_shapes_agree<int8_t, uint8_t, int8_t, maximum_of>);
    CHECK_LAW(same_shapes_agree<uint8_t, uint8_t, int8_t, minimum_of>);
    CHECK_LAW(rows_broadcast<int8_t, int8_t, int8_t, prelu, full, channels_fixed>);
    CHECK_LAW(same_shapes_agree<int8_t, int8_t, int8_t, subtract, rounding::tflite>);
}

TEST_CASE("codes of 16 bits") {
    CHECK_LAW(same_shapes_agree<int16_t, int16_t, int16_t, add>);
    CHECK_LAW(same_shapes_agree<int16_t, int16_t, int16_t, multiply>);
    CHECK_LAW(same_shapes_agree<int16_t, int16_t, int16_t, maximum_of>);
    CHECK_LAW(same_shapes_agree<int16_t, int16_t, int16_t, add, rounding::tflite>);
    CHECK_LAW(same_shapes_agree<int16_t, int16_t, int16_t, subtract, rounding::tflite>);
    CHECK_LAW(same_shapes_agree<int16_t, int16_t, int16_t, multiply, rounding::tflite>);
    CHECK_LAW(rows_broadcast<int16_t, int16_t, int16_t, prelu, full, channels_fixed>);
}

TEST_CASE("what is far above the output's range saturates") {
    constexpr binary_key G = key_of<int8_t, int8_t, int8_t>(maximum_of, rounding::nearest);
    node_case n;
    n.add_input({.type = dtype::i8, .dims = {1, {1}}, .quant = {1000.0f, 0}});
    n.add_input({.type = dtype::i8, .dims = {1, {1}}, .quant = {1000.0f, 0}});
    n.set_output({.type = dtype::i8, .dims = {1, {1}}, .quant = {2e-6f, 0}});
    const auto layer =
        layer_of<int8_t>({.function = maximum_of}, n.all(), n.weights(), rounding::nearest);
    CHECK(combine<G, int8_t>(layer, int8_t(100), int8_t(-100)) == 127);
    CHECK(combine<G, int8_t>(layer, int8_t(-100), int8_t(-90)) == -128);
}

TEST_CASE("tflite's sums and products") {
    CHECK_LAW(same_shapes_agree<int8_t, int8_t, int8_t, add, rounding::tflite>);
    CHECK_LAW(same_shapes_agree<int8_t, int8_t, int8_t, multiply, rounding::tflite>);
}

TEST_CASE("scalar operands") {
    CHECK_LAW(rows_broadcast<int8_t, int8_t, int8_t, add, single_fixed, full>);
    CHECK_LAW(rows_broadcast<int8_t, int8_t, int8_t, multiply, full, single_fixed>);
    CHECK_LAW(rows_broadcast<float, float, float, multiply, full, single_fixed>);
}

TEST_CASE("operands that repeat along rows, columns or channels") {
    CHECK_LAW(rows_broadcast<int8_t, int8_t, int8_t, multiply, full, channels_fixed>);
    CHECK_LAW(rows_broadcast<int8_t, uint8_t, int8_t, multiply, channels, full>);
    CHECK_LAW(rows_broadcast<int8_t, int8_t, int8_t, add, full, pixels>);
    CHECK_LAW(rows_broadcast<int8_t, int8_t, uint8_t, add, pixels_fixed, full>);
    CHECK_LAW(rows_broadcast<float, float, float, add, full, full_fixed>);
    CHECK_LAW(rows_broadcast<float, float, float, multiply, single, full>);
    CHECK_LAW(rows_broadcast<float, float, float, multiply, channels, pixels_fixed>);
    CHECK_LAW(rows_broadcast<int8_t, int8_t, int8_t, add, pixels, channels_fixed>);
    CHECK_LAW(rows_broadcast<int8_t, int8_t, int8_t, add, full, full>);
    CHECK_LAW(
        rows_broadcast<int8_t, int8_t, int8_t, multiply, full, channels_fixed, rounding::tflite>);
    CHECK_LAW(rows_broadcast<int8_t, int8_t, int8_t, add, pixels, full, rounding::tflite>);
}

TEST_CASE("broadcasting") {
    CHECK_LAW(broadcasts_agree<int8_t, int8_t, int8_t, multiply>);
    CHECK_LAW(broadcasts_agree<int8_t, uint8_t, int8_t, add>);
    CHECK_LAW(broadcasts_agree<float, float, float, add>);
    CHECK_LAW(broadcasts_agree<float, float, float, multiply>);
}

TEST_CASE("sums of very different scales are the nearest in all but one of 100 000") {
    random_numbers r(5);
    int wrong = 0;
    constexpr binary_key G = key_of<int8_t, int8_t, int8_t>(add, rounding::nearest);
    for (int i = 0; i < 2000; ++i) {
        const double y = 0.05 * (0.5 + r.unit()), ratio = power_of_two(r.between(-8, 8));
        node_case n;
        n.add_input(
            {.type = dtype::i8, .dims = {1, {8}}, .quant = {float(y * (0.5 + r.unit())), 3}});
        n.add_input({.type = dtype::i8, .dims = {1, {8}}, .quant = {float(y * ratio), -7}});
        n.set_output({.type = dtype::i8, .dims = {1, {8}}, .quant = {float(y), 11}});
        const auto layer = layer_of<int8_t>(ops::binary{}, n.all(), n.weights(), rounding::nearest);
        for (int k = 0; k < 500; ++k) {
            const int8_t a = random_element<int8_t>(r), b = random_element<int8_t>(r);
            const double ideal = ((a - 3) * double(n.tensors[0].quant.scale) +
                                  (b + 7) * double(n.tensors[1].quant.scale)) /
                                 double(float(y));
            wrong += !is_nearest(combine<G, int8_t>(layer, a, b), ideal, layer.codes, 1e-12);
        }
    }
    CHECK(wrong <= 10);
    MESSAGE(wrong << " of 1000000");
}
