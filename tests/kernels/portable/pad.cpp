// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/pad.hpp>

#include <support/check.hpp>
#include <support/node_case.hpp>
#include <support/random.hpp>

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
    for (int axis = 0; axis < dims.rank; ++axis) {
        dims.extent[axis] = r.between(2, seed < 10 ? 2 : 4);
        const bool changes = r.chance(2);
        op.before[axis] = changes ? r.between(-1, 2) : 0;
        op.after[axis] = changes ? r.between(0, 2) : 0;
    }
    const quantization quant = D == dtype::i8 ? quantization{0.5f, 7} : quantization{};
    node_case n;
    n.add_input({.type = D, .dims = dims, .quant = quant});
    set_output_of(n, op, D, quant);

    T in[capacity]{}, out[capacity]{};
    for (int i = 0; i < int(element_count(dims)); ++i) in[i] = T(r.between(-100, 100));
    constexpr geometry G{.kind = ops::kind_of<ops::pad>, .in = D, .out = D};
    if (geometry_of(op, n.all(), rounding::nearest) != G) return false;
    whole<G>(portable_tag{}, layer_of<T>(op, n.all(), n.weights(), rounding::nearest), out, in);
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
    CHECK_TYPES(int64_t, dtype::i64);
}
