// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/gather.hpp>

#include <helpers/check.hpp>
#include <helpers/node_case.hpp>
#include <helpers/positions.hpp>
#include <helpers/random.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 1300;

constexpr shape random_shape(random_numbers& r, int rank) {
    shape dims{.rank = int8_t(rank)};
    for (int axis = 0; axis < rank; ++axis) dims.extent[axis] = r.between(1, 4);
    return dims;
}

/// Indices from the front or from the end.
template <class Index>
constexpr Index random_index(random_numbers& r, int extent) {
    return Index(r.between(-extent, extent - 1));
}

constexpr int counted_from_front(int64_t index, int extent) {
    return int(index < 0 ? index + extent : index);
}

template <class T, class Index, dtype D, dtype I>
struct gather_case {
    shape data{}, indices{};
    T in[capacity]{}, out[capacity]{};
    Index by[capacity]{};

    constexpr void fill(random_numbers& r) {
        for (int i = 0; i < int(element_count(data)); ++i) in[i] = T(r.between(0, 100));
    }
    template <ops::indexing By>
    constexpr shape run(const ops::gather& op) {
        node_case n;
        n.add_input({.type = D, .dims = data});
        n.add_input({.type = I, .dims = indices});
        set_output_of(n, op, D, {});
        constexpr gather_key G{.by = By};
        if (key_of(op, n.all(), rounding::tflite) != G) return {};
        const auto layer = layer_of<T>(op, n.all(), n.weights(), rounding::nearest);
        whole<G>(portable_tag{}, layer, out, static_cast<const T*>(in),
                 static_cast<const Index*>(by));
        return n.all().output().dims;
    }
};

/// Tuples of indices behind a batch, as ONNX GatherND says.
template <class T, class Index, dtype D, dtype I>
constexpr bool gathers_blocks(int seed) {
    random_numbers r(uint64_t(seed) * 59);
    gather_case<T, Index, D, I> c;
    const int depth = r.between(1, 3), count = r.between(1, 4);
    c.data = random_shape(r, depth + 2);
    c.indices = {3, {r.chance(2) ? 1 : c.data[0], count, depth}};
    c.fill(r);
    for (int i = 0; i < int(element_count(c.indices)); ++i)
        c.by[i] = random_index<Index>(r, c.data[1 + i % depth]);
    const shape result = c.template run<ops::indexing::blocks>({});
    if (result != shape{3, {c.data[0], count, c.data[depth + 1]}}) return false;
    for (int i = 0; i < int(element_count(result)); ++i) {
        const position at = position_of(result, i);
        position from{{at.at[0]}};
        for (int k = 0; k < depth; ++k) {
            const position index{{c.indices[0] == 1 ? 0 : at.at[0], at.at[1], k}};
            from.at[1 + k] = counted_from_front(c.by[element_at(c.indices, index)], c.data[1 + k]);
        }
        from.at[depth + 1] = at.at[2];
        if (c.out[i] != c.in[element_at(c.data, from)]) return false;
    }
    return true;
}

/// An index for each element, as ONNX GatherElements says.
template <class T, class Index, dtype D, dtype I>
constexpr bool gathers_elements(int seed) {
    random_numbers r(uint64_t(seed) * 61);
    gather_case<T, Index, D, I> c;
    c.data = random_shape(r, r.between(1, 4));
    const int axis = r.between(0, c.data.rank - 1);
    c.indices = c.data;
    for (int k = 0; k < c.data.rank; ++k)
        c.indices.extent[k] = r.between(1, k == axis ? 5 : c.data[k]);
    c.fill(r);
    for (int i = 0; i < int(element_count(c.indices)); ++i)
        c.by[i] = random_index<Index>(r, c.data[axis]);
    const shape result = c.template run<ops::indexing::elements>(
        {.by = ops::indexing::elements, .axis = int8_t(axis)});
    if (result != c.indices) return false;
    for (int i = 0; i < int(element_count(result)); ++i) {
        position from = position_of(result, i);
        from.at[axis] = counted_from_front(c.by[i], c.data[axis]);
        if (c.out[i] != c.in[element_at(c.data, from)]) return false;
    }
    return true;
}

}  // namespace

#define CHECK_SEEDS(...) TIGRIS_CHECK_SEEDS(200, __VA_ARGS__)

TEST_CASE("tuples of indices name blocks") {
    CHECK_SEEDS(gathers_blocks<int8_t, int64_t, dtype::i8, dtype::i64>);
    CHECK_SEEDS(gathers_blocks<float, int32_t, dtype::f32, dtype::i32>);
}

TEST_CASE("every index names an element") {
    CHECK_SEEDS(gathers_elements<int8_t, int64_t, dtype::i8, dtype::i64>);
    CHECK_SEEDS(gathers_elements<float, int32_t, dtype::f32, dtype::i32>);
}

TEST_CASE("an index outside is brought to the nearest place") {
    CHECK(place_on_axis(int64_t{1} << 40, 5) == 4);
    CHECK(place_on_axis(-(int64_t{1} << 40), 5) == 0);
    CHECK(place_on_axis(INT32_MIN, 5) == 0);
    CHECK(place_on_axis(-5, 5) == 0);
    CHECK(place_on_axis(-1, 5) == 4);
}
