// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/cmsis_nn/transpose.hpp>

#include <helpers/node_case.hpp>
#include <helpers/random.hpp>

#include <doctest/doctest.h>

#include <utility>
#include <vector>

using namespace tigris;
using namespace tigris::test;
using kernels::cmsis_nn_tag;

namespace {

constexpr kernels::plain_key<ops::transpose> G;

ops::transpose random_order(random_numbers& r, int rank) {
    ops::transpose op;
    for (int i = rank - 1; i > 0; --i) std::swap(op.axes[i], op.axes[r.between(0, i)]);
    return op;
}

bool transposes_agree(const shape& dims, const ops::transpose& op) {
    node_case n;
    n.add_input({.type = dtype::i8, .dims = dims});
    set_output_of(n, op, dtype::i8, {});
    if (facts_of(cmsis_nn_tag{}, op, n.all()).backend != cmsis_nn) return false;
    random_numbers r(3);
    std::vector<int8_t> in(static_cast<std::size_t>(element_count(dims))), out = in, expected = in;
    for (int8_t& x : in) x = int8_t(r.between(-128, 127));
    const auto layer = kernels::layer_of<int8_t>(op, n.all(), n.weights(), rounding::tflite);
    const int8_t* from = in.data();
    whole<G>(kernels::portable_tag{}, layer, expected.data(), from);
    whole<G>(cmsis_nn_tag{}, layer, out.data(), from);
    return out == expected;
}

}  // namespace

TEST_CASE("every order of up to six axes") {
    for (int seed = 0; seed < 1000; ++seed) {
        random_numbers r(static_cast<uint64_t>(seed) * 43);
        shape dims{.rank = int8_t(r.between(0, 6))};
        for (int axis = 0; axis < dims.rank; ++axis)
            dims.extent[axis] = r.between(1, dims.rank < 4 ? 40 : 5);
        const bool same = transposes_agree(dims, random_order(r, dims.rank));
        CHECK_MESSAGE(same, seed);
    }
}

TEST_CASE("matrices longer than the library counts") {
    CHECK(transposes_agree({2, {3, 9000}}, {{1, 0}}));
    CHECK(transposes_agree({2, {9000, 3}}, {{1, 0}}));
}
