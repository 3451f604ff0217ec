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
    constexpr tensor_facts f = facts_of(tensor{.type = dtype::i16, .dims = {4, {2, 5, 6, 3}}});
    static_assert(f.bytes == 2 * 5 * 6 * 3 * 2 && f.bits == 16 && f.extents.rows == 5);
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
