// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/pad.hpp>

#include <helpers/check.hpp>
#include <helpers/image_runs.hpp>
#include <helpers/node_case.hpp>
#include <helpers/positions.hpp>
#include <helpers/random.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 3000;

/// The element of the output at `place`, found axis by axis.
template <class T>
constexpr T padded_at(const T* in, const shape& dims, const shape& out, const ops::pad& op,
                      int place, T border) {
    int index = 0, stride = 1;
    for (int axis = dims.rank - 1; axis >= 0; --axis) {
        const int at = place % out[axis] - op.before[axis];
        place /= out[axis];
        if (at < 0 || at >= dims[axis]) return border;
        index += at * stride;
        stride *= dims[axis];
    }
    return in[index];
}

template <class T, dtype D>
constexpr bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 41);
    shape dims{.rank = int8_t(r.between(0, 4))};
    ops::pad op{.value = float(r.between(-3, 3))};
    op.number = int64_t(op.value);
    for (int axis = 0; axis < dims.rank; ++axis) {
        dims.extent[axis] = r.between(2, seed < 10 ? 2 : 4);
        const bool changes = r.chance(2);
        op.before[axis] = changes ? r.between(-1, 2) : 0;
        op.after[axis] = changes ? r.between(op.before[axis] < 0 ? 0 : -1, 2) : 0;
    }
    const quantization quant = D == dtype::i8 ? quantization{0.5f, 7} : quantization{};
    node_case n;
    n.add_input({.type = D, .dims = dims, .quant = quant});
    set_output_of(n, op, D, quant);

    T in[capacity]{}, out[capacity]{};
    for (int i = 0; i < int(element_count(dims)); ++i) in[i] = T(r.between(-100, 100));
    constexpr pad_key G{};
    if (key_of(op, n.all(), rounding::nearest) != G) return false;
    const auto layer = layer_of<T>(op, n.all(), n.weights(), rounding::nearest);
    const ops::description what = describe(op, n.all());
    if (what.contract == ops::contract::rows &&
        !runs_by_images<G>(layer, in, out, n.all(), what.reach))
        return false;
    if (what.contract == ops::contract::whole) whole<G>(portable_tag{}, layer, out, in);
    const shape result = n.all().output().dims;
    const T border = D == dtype::i8 ? T(7 + int(op.value) * 2) : T(op.value);
    for (int i = 0; i < int(element_count(result)); ++i)
        if (out[i] != padded_at(in, dims, result, op, i, border)) return false;
    return true;
}

}  // namespace

#define CHECK_TYPES(...) TIGRIS_CHECK_SEEDS(500, agrees<__VA_ARGS__>)

TEST_CASE("borders, also negative ones, of every type") {
    CHECK_TYPES(int8_t, dtype::i8);
    CHECK_TYPES(float, dtype::f32);
    CHECK_TYPES(int16_t, dtype::i16);
    CHECK_TYPES(int64_t, dtype::i64);
}

namespace {

/// Where numpy's pad looks for a place outside of [0, extent).
constexpr int shown(ops::pad_mode mode, int place, int extent) {
    using enum ops::pad_mode;
    while (place < 0 || place >= extent) {
        if (mode == edge) return place < 0 ? 0 : extent - 1;
        if (mode == wrap)
            place += place < 0 ? extent : -extent;
        else
            place = place < 0 ? -place : 2 * (extent - 1) - place;
    }
    return place;
}

template <ops::pad_mode Mode>
constexpr bool shows(int seed) {
    random_numbers r(uint64_t(seed) * 43);
    shape dims{.rank = int8_t(r.between(1, 4))};
    ops::pad op{.mode = Mode};
    for (int axis = 0; axis < dims.rank; ++axis) {
        dims.extent[axis] = r.between(1, 4);
        const int most = Mode == ops::pad_mode::reflect ? dims[axis] - 1 : 3;
        op.before[axis] = r.chance(2) ? r.between(0, most) : 0;
        op.after[axis] = r.chance(2) ? r.between(0, most) : 0;
    }
    node_case n;
    n.add_input({.dims = dims});
    set_output_of(n, op, dtype::f32, {});
    float in[capacity]{}, out[9 * capacity]{};
    for (int i = 0; i < int(element_count(dims)); ++i) in[i] = float(i);
    constexpr pad_key G{.mode = Mode};
    if (key_of(op, n.all(), rounding::nearest) != G) return false;
    const auto layer = layer_of<float>(op, n.all(), n.weights(), rounding::nearest);
    const ops::description what = describe(op, n.all());
    if (what.contract == ops::contract::rows &&
        !runs_by_images<G>(layer, in, out, n.all(), what.reach))
        return false;
    if (what.contract == ops::contract::whole) whole<G>(portable_tag{}, layer, out, in);
    const shape result = n.all().output().dims;
    for (int i = 0; i < int(element_count(result)); ++i) {
        position from = position_of(result, i);
        for (int axis = 0; axis < dims.rank; ++axis)
            from.at[axis] = shown(Mode, from.at[axis] - op.before[axis], dims[axis]);
        if (out[i] != in[element_at(dims, from)]) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("borders that show elements of the tensor") {
    TIGRIS_CHECK_SEEDS(300, shows<ops::pad_mode::reflect>);
    TIGRIS_CHECK_SEEDS(300, shows<ops::pad_mode::edge>);
    TIGRIS_CHECK_SEEDS(300, shows<ops::pad_mode::wrap>);
}

TEST_CASE("a border of plain integers is exact") {
    node_case n;
    n.add_input({.type = dtype::i64, .dims = {1, {1}}});
    const ops::pad op{.after = {{1}}, .number = INT64_MAX - 1};
    set_output_of(n, op, dtype::i64, {});
    const int64_t in[]{5};
    int64_t out[2]{};
    whole<pad_key{}>(portable_tag{}, layer_of<int64_t>(op, n.all(), n.weights(), rounding::nearest),
                     out, in);
    CHECK((out[0] == 5 && out[1] == INT64_MAX - 1));
}

TEST_CASE("images stay apart, and rows and columns are padded one row at a time") {
    node_case n;
    n.add_input({.dims = {4, {2, 3, 3, 4}}});
    n.set_output({.dims = {4, {2, 3, 3, 4}}});
    const ops::pad inside{.before = {{0, 1, 2, 0}}, .after = {{0, 3}}}, around{.before = {{1}}};
    CHECK(describe(inside, n.all()).contract == ops::contract::rows);
    CHECK(describe(inside, n.all()).reach.pad == 1);
    CHECK(describe(inside, n.all()).reach.pad_end == 3);
    CHECK(describe(around, n.all()).contract == ops::contract::whole);
}

TEST_CASE("what is cut off altogether leaves nothing but border") {
    node_case n;
    n.add_input({.dims = {2, {2, 3}}});
    const float in[]{1, 2, 3, 4, 5, 6};
    constexpr pad_key G{};
    constexpr int cuts[]{-3, -4, 5};
    for (const int cut : cuts) {
        const ops::pad op{.before = {{0, cut}}, .after = {{0, cut < 0 ? 5 : -6}}, .value = 9};
        set_output_of(n, op, dtype::f32, {});
        float out[16]{};
        const int row = n.all().output().dims[1];
        const auto layer = layer_of<float>(op, n.all(), n.weights(), rounding::nearest);
        rows<G>(portable_tag{}, layer, out, 2, whole_window(in, 0, 2, 3));
        for (int i = 0; i < 16; ++i) CHECK(out[i] == (i < 2 * row ? 9 : 0));
    }
}
