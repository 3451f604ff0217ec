// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/scatter.hpp>

#include <helpers/check.hpp>
#include <helpers/node_case.hpp>
#include <helpers/positions.hpp>
#include <helpers/random.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

using enum ops::scatter_reduction;

constexpr int capacity = 300;

/// In 64 bits, which wrap around as fewer do.
constexpr int64_t second_opinion(ops::scatter_reduction how, int64_t old, int64_t update) {
    switch (how) {
        case add: return old + update;
        case multiply: return old * update;
        case min: return old < update ? old : update;
        case max: return old > update ? old : update;
        default: return update;
    }
}

template <class T, dtype D, ops::indexing By, ops::scatter_reduction How>
struct scatter_case {
    shape data{}, indices{}, updates{};
    T in[capacity]{}, news[capacity]{}, out[capacity]{}, expected[capacity]{};
    int64_t by[capacity]{};

    constexpr void fill(random_numbers& r) {
        for (int i = 0; i < capacity; ++i) {
            in[i] = expected[i] = T(r.between(-9, 9));
            news[i] = T(r.between(-9, 9));
        }
    }
    constexpr void expect(const position& place, int update) {
        T& old = expected[element_at(data, place)];
        old = T(second_opinion(How, int64_t(old), int64_t(news[update])));
    }
    constexpr bool agrees(const ops::scatter& op) {
        node_case n;
        n.add_input({.type = D, .dims = data});
        n.add_input({.type = dtype::i64, .dims = indices});
        n.add_input({.type = D, .dims = updates});
        set_output_of(n, op, D, {});
        constexpr scatter_key G{.by = By, .reduction = How};
        if (key_of(op, n.all(), rounding::tflite) != G) return false;
        const auto layer = layer_of<T>(op, n.all(), n.weights(), rounding::nearest);
        const int64_t* tuples = by;
        const T* added = news;
        whole<G>(portable_tag{}, layer, out, static_cast<const T*>(in), tuples, added);
        whole<G>(portable_tag{}, layer, in, static_cast<const T*>(in), tuples, added);
        for (int i = 0; i < int(element_count(data)); ++i)
            if (out[i] != expected[i] || in[i] != expected[i]) return false;
        return true;
    }
};

/// As ONNX ScatterND says, and over its own input.
template <class T, dtype D, ops::scatter_reduction How>
constexpr bool scatters_blocks(int seed) {
    random_numbers r(uint64_t(seed) * 67);
    scatter_case<T, D, ops::indexing::blocks, How> c;
    c.fill(r);
    const int depth = r.between(1, 3), count = r.between(1, 4);
    c.data = {.rank = int8_t(depth + 1)};
    for (int axis = 0; axis <= depth; ++axis) c.data.extent[axis] = r.between(1, 3);
    c.indices = {2, {count, depth}};
    c.updates = {2, {count, c.data[depth]}};
    for (int tuple = 0; tuple < count; ++tuple) {
        position place;
        for (int k = 0; k < depth; ++k) {
            place.at[k] = r.between(0, c.data[k] - 1);
            c.by[tuple * depth + k] = place.at[k] - (r.chance(2) ? c.data[k] : 0);
        }
        for (int i = 0; i < c.data[depth]; ++i) {
            place.at[depth] = i;
            c.expect(place, tuple * c.data[depth] + i);
        }
    }
    return c.agrees({.reduction = How});
}

/// As ONNX ScatterElements says, and over its own input.
template <class T, dtype D, ops::scatter_reduction How>
constexpr bool scatters_elements(int seed) {
    random_numbers r(uint64_t(seed) * 71);
    scatter_case<T, D, ops::indexing::elements, How> c;
    c.fill(r);
    c.data = {.rank = int8_t(r.between(1, 3))};
    for (int axis = 0; axis < c.data.rank; ++axis) c.data.extent[axis] = r.between(1, 4);
    const int axis = r.between(0, c.data.rank - 1);
    c.indices = c.data;
    for (int k = 0; k < c.data.rank; ++k) c.indices.extent[k] = r.between(1, c.data[k]);
    c.updates = c.indices;
    for (int i = 0; i < int(element_count(c.indices)); ++i) {
        position place = position_of(c.indices, i);
        place.at[axis] = r.between(0, c.data[axis] - 1);
        c.by[i] = place.at[axis] - (r.chance(2) ? c.data[axis] : 0);
        c.expect(place, i);
    }
    return c.agrees({.by = ops::indexing::elements, .reduction = How, .axis = int8_t(axis)});
}

}  // namespace

#define CHECK_SEEDS(...) TIGRIS_CHECK_SEEDS(100, __VA_ARGS__)

TEST_CASE("blocks are written or reduced one after the other") {
    CHECK_SEEDS(scatters_blocks<int8_t, dtype::i8, none>);
    CHECK_SEEDS(scatters_blocks<float, dtype::f32, add>);
    CHECK_SEEDS(scatters_blocks<int8_t, dtype::i8, multiply>);
    CHECK_SEEDS(scatters_blocks<int64_t, dtype::i64, min>);
    CHECK_SEEDS(scatters_blocks<int64_t, dtype::i64, max>);
}

TEST_CASE("elements are written or reduced one after the other") {
    CHECK_SEEDS(scatters_elements<float, dtype::f32, none>);
    CHECK_SEEDS(scatters_elements<int8_t, dtype::i8, add>);
    CHECK_SEEDS(scatters_elements<float, dtype::f32, max>);
}

TEST_CASE("integers wrap around, booleans do not, and NaN stays") {
    CHECK(reduced<add>(int8_t{127}, int8_t{1}) == -128);
    CHECK(reduced<multiply>(INT64_MIN, int64_t{-1}) == INT64_MIN);
    CHECK(reduced<add>(true, true));
    CHECK(!reduced<multiply>(true, false));
    const float nan = __builtin_nanf("");
    CHECK(reduced<min>(nan, 1.0f) != 1.0f);
    CHECK(reduced<max>(1.0f, nan) != 1.0f);
}
