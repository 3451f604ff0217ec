// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/recurrent.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

namespace {

// 3 inputs, 4 hidden, an LSTM: [1, 16, 3] and [1, 16, 4].
constexpr tensor weights{.dims = {3, {1, 16, 3}}}, recurrence{.dims = {3, {1, 16, 4}}};
constexpr tensor sequence{.dims = {3, {7, 2, 3}}}, rows{.dims = {4, {1, 7, 1, 3}}};
constexpr recurrent lstm{.function = recurrent_function::lstm};

}  // namespace

TEST_CASE("gates are ONNX's") {
    static_assert(gates_of(recurrent_function::lstm) == 4);
    static_assert(gates_of(recurrent_function::gru) == 3);
    static_assert(gates_of(recurrent_function::rnn) == 1);
    CHECK(true);
}

TEST_CASE("results are the states of all steps, then the last ones") {
    constexpr description steps = described(lstm, {sequence, weights, recurrence});
    static_assert(steps.output == shape{4, {7, 1, 2, 4}} && steps.contract == contract::whole);
    static_assert(steps.macs == (16 * 3 + 16 * 4) * 7 * 2);
    constexpr recurrent all{
        .function = recurrent_function::lstm, .gives_last_h = true, .gives_last_c = true};
    static_assert(described(all, {sequence, weights, recurrence}).output == shape{4, {9, 1, 2, 4}});
    CHECK(true);
}

TEST_CASE("steps that are rows are taken in their order, or added up to the last") {
    constexpr description each = described(lstm, {rows, weights, recurrence});
    static_assert(each.contract == contract::rows && each.in_order);
    static_assert(each.output == shape{4, {7, 1, 1, 4}});
    constexpr recurrent last{
        .function = recurrent_function::lstm, .gives_steps = false, .gives_last_h = true};
    constexpr description one = described(last, {rows, weights, recurrence});
    static_assert(one.contract == contract::accumulate && !one.in_order);
    static_assert(one.output == shape{4, {1, 1, 1, 4}});
    CHECK(true);
}

TEST_CASE("rows are taken forwards, for one result, without lengths") {
    static_assert(takes_rows(lstm));
    static_assert(!takes_rows({.direction = recurrent_direction::reverse}));
    static_assert(!takes_rows({.has_lengths = true}));
    static_assert(!takes_rows({.gives_last_h = true}));
    static_assert(takes_rows({.gives_steps = false, .gives_last_h = true}));
    CHECK(true);
}
