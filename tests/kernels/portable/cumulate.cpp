// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/cumulate.hpp>

#include <helpers/axes_case.hpp>
#include <helpers/check.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = axes_case_capacity;

/// Whether element j, at `at` along the axis, counts for the one at `own`.
constexpr bool counts(int at, int own, bool exclusive, bool reverse) {
    return (reverse ? at > own : at < own) || (!exclusive && at == own);
}

template <class T>
constexpr T expected(const shape& dims, const ops::cumulate& op, const T* in, int place) {
    const bool multiplies = op.function == ops::cumulate_function::product;
    const int own = position_along(dims, op.axis, place);
    int stride = 1;
    for (int axis = op.axis + 1; axis < dims.rank; ++axis) stride *= dims[axis];
    T result = multiplies ? 1 : 0;
    for (int at = 0; at < dims[op.axis]; ++at) {
        const T term = in[place + (at - own) * stride];
        if (!counts(at, own, op.exclusive, op.reverse)) continue;
        result = T(multiplies ? result * term : result + term);
    }
    return result;
}

template <int Bits, class T>
constexpr bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 53);
    const shape dims = random_shape(r, 1);
    using enum ops::cumulate_function;
    const ops::cumulate op{.function = Bits & 1 ? product : sum,
                           .axis = int8_t(r.between(0, dims.rank - 1)),
                           .exclusive = bool(Bits & 2),
                           .reverse = bool(Bits & 4)};
    node_case n;
    n.add_input({.type = dtype_of<T>, .dims = dims});
    set_output_of(n, op, dtype_of<T>, {});
    const int count = int(element_count(dims));

    T in[capacity]{}, out[capacity]{};
    for (int i = 0; i < count; ++i) out[i] = in[i] = T(r.between(-3, 3));
    constexpr cumulate_key G{
        .multiplies = bool(Bits & 1), .exclusive = bool(Bits & 2), .reverse = bool(Bits & 4)};
    if (key_of(op, n.all(), rounding::tflite) != G) return false;
    run_along_axes<G, T>(op, n, out, out);  // in place
    for (int i = 0; i < count; ++i)
        if (out[i] != expected(dims, op, in, i)) return false;
    return true;
}

}  // namespace

#define CHECK_VARIANT(...) TIGRIS_CHECK_SEEDS(150, agrees<__VA_ARGS__>)

TEST_CASE("sums and products, exclusive, reverse, along any axis and in place") {
    CHECK_VARIANT(0, float);
    CHECK_VARIANT(2, int32_t);
    CHECK_VARIANT(4, float);
    CHECK_VARIANT(6, int64_t);
    CHECK_VARIANT(1, int32_t);
    CHECK_VARIANT(3, float);
    CHECK_VARIANT(5, int64_t);
    CHECK_VARIANT(7, float);
}
