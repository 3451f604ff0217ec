// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/top_k.hpp>

#include <helpers/axes_case.hpp>
#include <helpers/check.hpp>

#include <cmath>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = axes_case_capacity;

/// How many elements of the line of element `place` come before it.
template <class T>
constexpr int rank_of(const shape& dims, const ops::top_k& op, const T* in, int place) {
    const int own = position_along(dims, op.axis, place);
    int stride = 1, before = 0;
    for (int axis = op.axis + 1; axis < dims.rank; ++axis) stride *= dims[axis];
    for (int at = 0; at < dims[op.axis]; ++at) {
        const T other = in[place + (at - own) * stride];
        const bool wins = op.smallest ? other < in[place] : other > in[place];
        before += wins || (other == in[place] && at < own);
    }
    return before;
}

template <bool Smallest, bool Indices, class T, class Out>
constexpr bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 59);
    const shape dims = random_shape(r, 1);
    const int axis = r.between(0, dims.rank - 1);
    const ops::top_k op{r.between(1, dims[axis]), int8_t(axis), Smallest, Indices};
    node_case n;
    n.add_input({.type = dtype_of<T>, .dims = dims});
    set_output_of(n, op, dtype_of<Out>, {});
    const shape result = n.all().output().dims;

    T in[capacity]{};
    Out out[capacity]{};
    const int count = int(element_count(dims));
    for (int i = 0; i < count; ++i) in[i] = T(r.between(0, 4));
    constexpr top_k_key G{.smallest = Smallest, .indices = Indices};
    if (key_of(op, n.all(), rounding::tflite) != G) return false;
    run_along_axes<G, T>(op, n, in, out);

    int inner = 1;
    for (int k = axis + 1; k < dims.rank; ++k) inner *= dims[k];
    for (int i = 0; i < count; ++i) {
        const int own = position_along(dims, axis, i), rank = rank_of(dims, op, in, i);
        if (rank >= op.k) continue;
        const int outer = i / inner / dims[axis];
        const Out got = out[(outer * result[axis] + rank) * inner + i % inner];
        if (got != Out(Indices ? T(own) : in[i])) return false;
    }
    return true;
}

}  // namespace

#define CHECK_VARIANT(...) TIGRIS_CHECK_SEEDS(200, agrees<__VA_ARGS__>)

TEST_CASE("the first k of a stable sort, along any axis") {
    CHECK_VARIANT(false, false, float, float);
    CHECK_VARIANT(false, true, float, int64_t);
    CHECK_VARIANT(true, false, uint8_t, uint8_t);
    CHECK_VARIANT(true, true, int32_t, int64_t);
}

TEST_CASE("NaN counts as the largest, and nothing appears twice") {
    constexpr ops::top_k op{.k = 4, .axis = 0, .smallest = false, .indices = true};
    node_case n;
    n.add_input({.dims = {1, {4}}});
    set_output_of(n, op, dtype::i64, {});
    const float in[]{1, NAN, 3, NAN};
    int64_t out[4]{};
    whole<top_k_key{.indices = true}>(
        portable_tag{}, layer_of<float>(op, n.all(), n.weights(), rounding::nearest), out, &in[0]);
    CHECK(out[0] == 1);
    CHECK(out[1] == 3);
    CHECK(out[2] == 2);
    CHECK(out[3] == 0);
}
