// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/concat.hpp>

#include <helpers/check.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/weighted_case.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 400;

/// Three inputs that differ along one axis; the second is also there as a constant.
template <class A, class B, class Out, bool OneQuantization>
struct three_inputs {
    node_case n;
    ops::concat op;
    A a[capacity]{};
    B b[capacity]{};
    A c[capacity]{};
    int8_t stored_b[capacity * int(sizeof(B))]{};

    constexpr three_inputs(random_numbers& r, int rank, int axis, int largest)
        : op{.axis = int8_t(axis)} {
        shape dims{.rank = int8_t(rank)};
        for (int k = 0; k < rank; ++k) dims.extent[k] = r.between(1, largest);
        const quantization quant = random_quantization<Out>(r);
        add(a, dims, quant, r);
        add(b, dims, quant, r);
        add(c, dims, quant, r);
        for (int i = 0; i < capacity; ++i) store(b[i], stored_b + i * int(sizeof(B)));
        set_output_of(n, op, dtype_of<Out>, quant);
    }
    template <class T>
    constexpr void add(T* elements, shape dims, const quantization& quant, random_numbers& r) {
        dims.extent[op.axis] = r.between(1, 3);
        for (int i = 0; i < int(element_count(dims)); ++i) elements[i] = random_element<T>(r);
        n.add_input({.type = dtype_of<T>,
                     .dims = dims,
                     .quant = OneQuantization ? quant : random_quantization<T>(r)});
    }

    constexpr row_extents extents(int input) const { return rows_of(n.tensors[input].dims); }
    constexpr const tensor& output() const { return n.tensors[3]; }
};

/// Whether an element of the output is the code of an input's element.
template <class In, class Out>
constexpr bool is_joined(Out got, In x, const tensor& from, const tensor& to, rounding rounds) {
    if constexpr (is_float<Out>) {
        return got == x;
    } else {
        const result_codes codes = codes_of({}, to, rounding::nearest);
        const double ratio = double(from.quant.scale) / double(to.quant.scale);
        const int units = int(x) - from.quant.zero_point;
        if (from.quant == to.quant && is_same<In, Out>) return got == Out(x);
        if (rounds == rounding::nearest) return is_nearest(got, units * ratio, codes);
        return got == clamp_to(tflite_scaled(units, quantized_multiplier(ratio)) + codes.zero_point,
                               codes);
    }
}

/// Every element of the output, found from the axes.
template <class Case, class Out>
constexpr bool holds(const Case& c, const Out* out, rounding rounds) {
    const shape dims = c.output().dims;
    for (int place = 0; place < int(element_count(dims)); ++place) {
        int at[max_rank]{}, rest = place;
        for (int axis = dims.rank - 1; axis >= 0; rest /= dims[axis--])
            at[axis] = rest % dims[axis];
        int input = 0;
        for (; at[c.op.axis] >= c.n.tensors[input].dims[c.op.axis]; ++input)
            at[c.op.axis] -= c.n.tensors[input].dims[c.op.axis];
        const tensor& from = c.n.tensors[input];
        int index = 0;
        for (int axis = 0; axis < dims.rank; ++axis) index = index * from.dims[axis] + at[axis];
        const bool ok = input == 1 ? is_joined(out[place], c.b[index], from, c.output(), rounds)
                                   : is_joined(out[place], (input ? c.c : c.a)[index], from,
                                               c.output(), rounds);
        if (!ok) return false;
    }
    return true;
}

template <class A, class B, class Out>
constexpr concat_key key_of(rounding rounds, bool one_quantization, uint32_t slices = 0) {
    const bool copies = (one_quantization && is_same<A, B> && is_same<A, Out>) || is_float<Out>;
    return {.rounds = copies ? rounding::nearest : rounds, .in_slices = slices};
}

/// Rows, in one call and one by one with a constant; or the whole, as describe() says.
template <class A, class B, class Out, bool OneQuantization, rounding R = rounding::nearest>
constexpr bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 61);
    const int rank = r.between(1, 5), axis = r.between(0, rank - 1);
    const three_inputs<A, B, Out, OneQuantization> c(r, rank, axis, seed < 10 ? 2 : 3);
    constexpr concat_key G = key_of<A, B, Out>(R, OneQuantization);
    if (kernels::key_of(c.op, c.n.all(), R) != G) return false;
    const auto layer = layer_of<A>(c.op, c.n.all(), c.n.weights(), R);
    const constant_pointer<B> stored{c.stored_b};
    Out out[1300]{}, split[1300]{};
    if (describe(c.op, c.n.all()).contract == ops::contract::whole) {
        whole<G>(portable_tag{}, layer, out, &c.a[0], &c.b[0], &c.c[0]);
        whole<G>(portable_tag{}, layer, split, &c.a[0], stored, &c.c[0]);
        return holds(c, out, R) && equal(out, split, int(element_count(c.output().dims)));
    }
    const int count = c.extents(0).images * c.extents(0).rows;
    const int row = rows_of(c.output().dims).row_elements();
    const auto window = [&](const auto* elements, int input, int y) {
        return whole_window(elements, y, count, c.extents(input).row_elements());
    };
    rows<G>(portable_tag{}, layer, out, count, window(c.a, 0, 0), window(c.b, 1, 0),
            window(c.c, 2, 0));
    for (int y = 0; y < count; ++y)
        rows<G>(portable_tag{}, layer, split + y * row, 1, window(c.a, 0, y),
                whole_window(stored, y, count, c.extents(1).row_elements()), window(c.c, 2, y));
    return holds(c, out, R) && equal(out, split, count * row);
}

/// Puts an input's rows where they belong in the output.
template <class T, class Out>
constexpr void place_slice(const T* from, int elements, int begin, Out* out, int total, int spans) {
    for (int span = 0; span < spans; ++span)
        for (int i = 0; i < elements; ++i)
            out[span * total + begin + i] = Out(from[span * elements + i]);
}

/// The first and the last input already lie in their slices of the output.
template <class T, bool OneQuantization>
constexpr bool slices_stay(int seed) {
    random_numbers r(uint64_t(seed) * 67);
    const three_inputs<T, T, T, OneQuantization> c(r, 4, 3, seed < 10 ? 2 : 4);
    constexpr concat_key G = key_of<T, T, T>(rounding::nearest, OneQuantization, 0b101);
    const auto layer = layer_of<T>(c.op, c.n.all(), c.n.weights(), rounding::nearest);
    const row_extents y = rows_of(c.output().dims);
    const int count = y.images * y.rows, pixels = count * y.width, row = y.row_elements();
    const int begin_c = y.channels - c.extents(2).channels;
    T out[1300]{};
    place_slice(c.a, c.extents(0).channels, 0, out, y.channels, pixels);
    place_slice(c.c, c.extents(2).channels, begin_c, out, y.channels, pixels);
    rows<G>(portable_tag{}, layer, out, count, whole_window<T>(out, 0, count, row),
            whole_window(&c.b[0], 0, count, c.extents(1).row_elements()),
            whole_window<T>(out + begin_c, 0, count, row));
    return holds(c, out, rounding::nearest);
}

}  // namespace

#define CHECK_TYPES(...) TIGRIS_CHECK_SEEDS(150, agrees<__VA_ARGS__>)

TEST_CASE("tensors of one quantization, and without any, are copied") {
    CHECK_TYPES(int8_t, int8_t, int8_t, true);
    CHECK_TYPES(uint8_t, uint8_t, uint8_t, true, rounding::tflite);
    CHECK_TYPES(float, float, float, true);
}

TEST_CASE("tensors of other quantizations are rescaled") {
    CHECK_TYPES(int8_t, int8_t, int8_t, false);
    CHECK_TYPES(uint8_t, int8_t, uint8_t, false);
    CHECK_TYPES(uint8_t, int8_t, uint8_t, true);
    CHECK_TYPES(int8_t, int8_t, int8_t, false, rounding::tflite);
    CHECK_TYPES(int16_t, int16_t, int16_t, false);
    CHECK_TYPES(int8_t, int16_t, int16_t, true);
}

TEST_CASE("what lies in its slice stays there, rescaled if it must be") {
    TIGRIS_CHECK_SEEDS(100, slices_stay<int8_t, true>);
    TIGRIS_CHECK_SEEDS(100, slices_stay<uint8_t, false>);
    TIGRIS_CHECK_SEEDS(100, slices_stay<float, true>);
}

TEST_CASE("integers without quantization are copied") {
    node_case n;
    n.add_input({.type = dtype::i64, .dims = {1, {2}}});
    n.add_input({.type = dtype::i64, .dims = {1, {1}}});
    set_output_of(n, ops::concat{}, dtype::i64, {});
    constexpr concat_key G{};
    const int64_t a[]{1, int64_t(1) << 40}, b[]{-3};
    int64_t out[3]{};
    rows<G>(portable_tag{}, layer_of<int64_t>(ops::concat{}, n.all(), n.weights(), {}), out, 1,
            whole_window(a, 0, 1, 2), whole_window(b, 0, 1, 1));
    CHECK(out[1] == int64_t(1) << 40);
    CHECK(out[2] == -3);
}

TEST_CASE("each of the first 32 inputs has a bit that says whether it lies in its slice") {
    TIGRIS_HOLDS(lies_in_slice(0b101, 0) && lies_in_slice(0b101, 2));
    TIGRIS_HOLDS(!lies_in_slice(0b101, 1) && !lies_in_slice(0, 0));
    TIGRIS_HOLDS(lies_in_slice(1u << 31, 31) && !lies_in_slice(UINT32_MAX, 32));
}
