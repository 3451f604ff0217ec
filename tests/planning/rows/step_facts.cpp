// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/rows/step_facts.hpp>

#include <helpers/check.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::planning;

TEST_CASE("a step may take flash by its policy and its share of the model") {
    TIGRIS_HOLDS(may_take_flash(optimize::speed, 0, 1000));
    TIGRIS_HOLDS(!may_take_flash(optimize::size, 1000, 1000));
    TIGRIS_HOLDS(may_take_flash(optimize::balanced, 20, 1000));
    TIGRIS_HOLDS(!may_take_flash(optimize::balanced, 19, 1000));
}

TEST_CASE("an operator is compiled to few bytes by its policy and its share of the model") {
    TIGRIS_HOLDS(wants_few_bytes(optimize::size, 1000, 1000));
    TIGRIS_HOLDS(!wants_few_bytes(optimize::speed, 1, 1000));
    TIGRIS_HOLDS(wants_few_bytes(optimize::balanced, 4, 1000));
    TIGRIS_HOLDS(!wants_few_bytes(optimize::balanced, 5, 1000));
    TIGRIS_HOLDS(!wants_few_bytes(optimize::balanced, 0, 1000));
}

TEST_CASE("images are one unless a step looks across rows") {
    constexpr step_facts pointwise{}, window{.op = {.reach = {.kernel = 3}}},
        sum{.op = {.contract = ops::contract::accumulate}};
    TIGRIS_HOLDS(!looks_across_rows(pointwise));
    TIGRIS_HOLDS(looks_across_rows(window) && looks_across_rows(sum));
    constexpr row_extents e{2, 5, 6, 3};
    CHECK(rows_for(pointwise, e).images == 1);
    CHECK(rows_for(pointwise, e).rows == 10);
    CHECK(rows_for(window, e).images == 2);
    CHECK(rows_for(window, e).rows == 5);
}

TEST_CASE("facts of a tensor: bytes as it is stored, rows, bits of an element") {
    constexpr tensor wide{.type = dtype::i16, .dims = {4, {2, 5, 6, 3}}};
    TIGRIS_HOLDS(facts_of(wide).bytes == 2 * 5 * 6 * 3 * 2);
    TIGRIS_HOLDS(facts_of(wide).bits == 16 && facts_of(wide).extents.rows == 5);
    constexpr tensor_facts filled = facts_of(tensor{.kind = tensor_kind::constant,
                                                    .type = dtype::i8,
                                                    .dims = {2, {10, 30}},
                                                    .order = weight_order::arm_dsp_pairs});
    CHECK(filled.bytes == 10 * 32);
}

TEST_CASE("constants of a step are those among its inputs, absent ones not") {
    constexpr tensor_facts tensors[]{{.bytes = 100},
                                     {.kind = tensor_kind::constant, .bytes = 30},
                                     {.kind = tensor_kind::constant, .bytes = 7}};
    const int16_t inputs[]{0, 1, -1, 2};
    CHECK(constant_bytes_of({tensors, 3}, inputs, 4) == 37);
    CHECK(constant_bytes_of({tensors, 3}, inputs, 2) == 30);
}

TEST_CASE("a kernel of whole rows makes no columns") {
    step_facts s{.op = {.by_columns = true}};
    CHECK(s.by_columns());
    s.kernel.only_whole_rows = true;
    CHECK_FALSE(s.by_columns());
}

TEST_CASE("facts of a step: of its operator, its kernel and its edges") {
    constexpr tensor tensors[]{{.dims = {2, {1, 9}}},
                               {.kind = tensor_kind::constant, .index = 0, .dims = {2, {4, 9}}},
                               {.dims = {2, {1, 4}}}};
    const tensor_facts facts[]{facts_of(tensors[0]), facts_of(tensors[1]), facts_of(tensors[2])};
    const int16_t edges[]{7, 0, 1, 2};
    const node n{.first_input = 1, .inputs = 2, .first_output = 3};
    const operands t{view_of(tensors), edges + 1, edges + 3, 2, 1};
    const step_facts s = facts_of(n, view_of(facts), t, {.macs = 36}, true, {.scratch_bytes = 5});
    CHECK(s.op.macs == 36);
    CHECK(s.kernel.scratch_bytes == 5);
    CHECK(s.writes_slices);
    CHECK((s.first_input == 1 && s.inputs == 2 && s.first_output == 3 && s.outputs == 1));
    CHECK(s.constant_bytes == 4 * 9 * 4);
}
