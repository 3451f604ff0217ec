// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/select.hpp>

#include <helpers/check.hpp>
#include <helpers/node_case.hpp>
#include <helpers/random.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 256;

/// Number of an operand's element for element `place` of the output.
constexpr int source_of(const shape& operand, const shape& out, int place) {
    int index = 0, stride = 1;
    for (int back = 1; back <= out.rank; ++back) {
        const int at = place % out[out.rank - back];
        place /= out[out.rank - back];
        if (back > operand.rank) continue;
        const int extent = operand[operand.rank - back];
        index += extent == 1 ? 0 : at * stride;
        stride *= extent;
    }
    return index;
}

struct operands_of_select {
    node_case n;
    bool condition[capacity]{};
    int32_t a[capacity]{};
    int32_t b[capacity]{};

    constexpr operands_of_select(random_numbers& r, const shape (&dims)[3]) {
        for (int i = 0; i < capacity; ++i) {
            condition[i] = r.chance(2);
            a[i] = i;
            b[i] = -1 - i;
        }
        n.add_input({.type = dtype::boolean, .dims = dims[0]});
        n.add_input({.type = dtype::i32, .dims = dims[1]});
        n.add_input({.type = dtype::i32, .dims = dims[2]});
        set_output_of(n, ops::select{}, dtype::i32, {});
    }

    constexpr bool holds(const int32_t* out) const {
        const shape dims = n.all().output().dims;
        const auto place = [&](int operand, int i) {
            return source_of(n.tensors[operand].dims, dims, i);
        };
        for (int i = 0; i < int(element_count(dims)); ++i)
            if (out[i] != (condition[place(0, i)] ? a[place(1, i)] : b[place(2, i)])) return false;
        return true;
    }
};

/// Three shapes of up to four axes, any of which may be 1, or absent.
constexpr bool whole_agrees(int seed) {
    random_numbers r(uint64_t(seed) * 37);
    shape dims[3]{};
    for (shape& s : dims) s.rank = int8_t(r.between(0, 4));
    for (int back = 1; back <= 4; ++back) {
        const int extent = r.between(1, 3);
        for (shape& s : dims)
            if (back <= s.rank) s.extent[s.rank - back] = r.chance(3) ? 1 : extent;
    }
    const operands_of_select c(r, dims);
    select_layer layer = layer_of<bool>(ops::select{}, c.n.all(), {}, rounding::nearest);
    layer.common = broadcast_of(dims[0], dims[1], dims[2]);
    int32_t out[capacity]{};
    whole<select_key{}>(portable_tag{}, layer, out, &c.condition[0], &c.a[0], &c.b[0]);
    return c.holds(out);
}

constexpr shape image{4, {2, 3, 4, 2}};

/// Operand shapes whose rows are those of the output, or one for all of them.
constexpr shape row_shapes[][3]{
    {image, image, image},
    {{4, {2, 3, 4, 1}}, image, {1, {2}}},
    {image, {}, {4, {2, 3, 1, 2}}},
    {{4, {1, 1, 4, 1}}, {4, {2, 3, 1, 1}}, image},
};

template <int I>
constexpr bool rows_agree(int seed) {
    random_numbers r(uint64_t(seed) * 41);
    const operands_of_select c(r, row_shapes[I]);
    constexpr select_key G = [] {
        random_numbers any(1);
        return key_of(ops::select{}, operands_of_select(any, row_shapes[I]).n.all(),
                      rounding::nearest);
    }();
    if (key_of(ops::select{}, c.n.all(), rounding::tflite) != G) return false;
    if (describe(ops::select{}, c.n.all()).contract != ops::contract::rows) return false;
    const auto layer = layer_of<bool>(ops::select{}, c.n.all(), {}, rounding::nearest);
    const auto row = [&](int i) { return rows_of(c.n.tensors[i].dims).row_elements(); };
    int32_t out[capacity]{};
    rows<G>(portable_tag{}, layer, out, 6, whole_window(&c.condition[0], 0, 6, row(0)),
            whole_window(&c.a[0], 0, 6, row(1)), whole_window(&c.b[0], 0, 6, row(2)));
    return c.holds(out);
}

}  // namespace

TEST_CASE("three operands that broadcast") { TIGRIS_CHECK_SEEDS(99, whole_agrees); }

TEST_CASE("row by row") {
    TIGRIS_CHECK_SEEDS(12, rows_agree<0>);
    TIGRIS_CHECK_SEEDS(12, rows_agree<1>);
    TIGRIS_CHECK_SEEDS(12, rows_agree<2>);
    TIGRIS_CHECK_SEEDS(12, rows_agree<3>);
}
