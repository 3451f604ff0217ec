// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/arg_reduce.hpp>

#include <helpers/axes_case.hpp>
#include <helpers/check.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = axes_case_capacity;

template <bool Minimum, bool Last, class T>
constexpr bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 47);
    const shape dims = random_shape(r, 1);
    const ops::arg_reduce op{Minimum, Last, int8_t(r.between(0, dims.rank - 1))};
    node_case n;
    n.add_input({.type = dtype_of<T>, .dims = dims});
    set_output_of(n, op, dtype::i64, {});
    const shape reduced = n.all().output().dims;
    const int count = int(element_count(dims));

    T in[capacity]{};
    int64_t out[capacity]{}, wanted[capacity]{};
    for (int i = 0; i < count; ++i) in[i] = T(r.between(0, 4));
    constexpr arg_reduce_key G{.minimum = Minimum, .last = Last};
    if (key_of(op, n.all(), rounding::tflite) != G) return false;
    run_along_axes<G, T>(op, n, in, out);

    T best[capacity]{};
    for (int i = 0; i < count; ++i) {
        const int to = place_within(dims, reduced, i), at = position_along(dims, op.axis, i);
        const bool wins = at == 0 || (Minimum ? in[i] < best[to] : in[i] > best[to]);
        if (!wins && !(Last && in[i] == best[to])) continue;
        best[to] = in[i];
        wanted[to] = at;
    }
    for (int i = 0; i < int(element_count(reduced)); ++i)
        if (out[i] != wanted[i]) return false;
    return true;
}

}  // namespace

#define CHECK_VARIANT(...) TIGRIS_CHECK_SEEDS(300, agrees<__VA_ARGS__>)

TEST_CASE("the first or last of equal elements, along any axis") {
    CHECK_VARIANT(false, false, float);
    CHECK_VARIANT(false, true, int8_t);
    CHECK_VARIANT(true, false, int32_t);
    CHECK_VARIANT(true, true, float);
}
