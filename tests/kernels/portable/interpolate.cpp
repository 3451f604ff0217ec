// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/interpolate.hpp>

#include <helpers/check.hpp>
#include <helpers/node_case.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int32_t first[]{1, -1, 0};
constexpr float weights[]{0.5f, 0.25f, 0, 0, 1, 2};

/// [2, 3, 2] along axis 1, two taps.
template <class T>
constexpr bool agrees(int start) {
    const ops::interpolate op{.axis = 1, .outside = 7};
    alignas(4) int8_t bytes[sizeof weights]{};
    for (int i = 0; i < 6; ++i)
        for (int k = 0; k < 4; ++k)
            bytes[4 * i + k] = int8_t(__builtin_bit_cast(uint32_t, weights[i]) >> (8 * k));
    node_case n;
    n.add_input({.type = dtype_of<T>, .dims = {3, {2, 3, 2}}});
    n.add_constant(dtype::i32, {1, {3}}, {nullptr, first});
    n.add_constant(dtype::f32, {2, {3, 2}}, {bytes});
    set_output_of(n, op, dtype_of<T>, {});
    T in[12]{}, out[12]{};
    for (int i = 0; i < 12; ++i) in[i] = T(i + start);
    constexpr plain_key<ops::interpolate> G;
    if (key_of(op, n.all(), rounding::nearest) != G) return false;
    whole<G>(portable_tag{}, layer_of<T>(op, n.all(), n.weights(), rounding::nearest), out,
             static_cast<const T*>(in));
    for (int i = 0; i < 12; ++i) {
        const int block = i / 6, k = i / 2 % 3, inner = i % 2;
        const float a = float(in[block * 6 + (k == 0 ? 2 : 0) + inner]);
        const float b = float(in[block * 6 + (k == 0 ? 4 : 2) + inner]);
        const bool adds = is_same<T, float>;
        const float expected = k == 1 ? 7 : adds ? weights[2 * k] * a + weights[2 * k + 1] * b : a;
        if (out[i] != T(expected)) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("floats are weighted, others copied, and what is outside has one value") {
    TIGRIS_CHECK(agrees<float>, 1);
    TIGRIS_CHECK(agrees<int64_t>, 5);
}
