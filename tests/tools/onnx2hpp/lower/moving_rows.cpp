// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/moving_rows.hpp>

#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// Two convolutions of three rows with padding before, after which the last `rows` are taken.
lowered_model causal(std::int64_t rows) {
    model_builder b;
    const value_id x = b.input({1, 2, 16}), w = b.constant({2, 2, 3});
    const value_id first = b.node("Conv", {x, w}, {{"pads", extents{2, 0}}});
    const value_id second =
        b.node("Conv", {first, w}, {{"pads", extents{4, 0}}, {"dilations", extents{2}}});
    b.output(b.node("Slice", {second, b.integers({16 - rows}), b.integers({16}), b.integers({2})}));
    onnx_model m = b.build();
    run_passes(m, {});
    return lower(m, {});
}

const moving_rows& result_of(const row_movement& movement, const lowered_model& m,
                             std::size_t node) {
    return movement.of(m.nodes[node].outputs[0]);
}

}  // namespace

TEST_CASE("rows that see padding are counted through windows") {
    const lowered_model m = causal(1);
    const row_movement movement(m, 1);
    REQUIRE(m.nodes.size() == 3);
    CHECK(movement.moves(0));
    CHECK(result_of(movement, m, 0).clean == 2);
    CHECK(result_of(movement, m, 0).kept() == 5);
    CHECK(movement.moves(1));
    CHECK(result_of(movement, m, 1).clean == 6);
    CHECK(result_of(movement, m, 1).kept() == 1);
    CHECK(movement.reason(2) == whole_reason::only_row);
    CHECK(movement.rows_read(2, 0) == 1);
}

TEST_CASE("rows whose padding is read are made again, and what they read is kept") {
    model_builder b;
    const value_id x = b.input({1, 2, 16}), w = b.constant({2, 2, 3});
    const value_id padded = b.node("Conv", {b.node("Conv", {x, w}), w}, {{"pads", extents{2, 1}}});
    b.output(b.node("GlobalAveragePool", {padded}));
    onnx_model read = b.build();
    run_passes(read, {});
    const lowered_model m = lower(read, {});
    const row_movement movement(m, 1);
    CHECK(movement.moves(0));
    CHECK(result_of(movement, m, 0).kept() == 14);  // the last rows go up to the front
    CHECK(movement.kept_for_fronts() == std::vector<int>{m.nodes[0].outputs[0]});
    CHECK(movement.moves(1));
    CHECK(result_of(movement, m, 1).front == 2);
    CHECK(result_of(movement, m, 1).border == 1);
    CHECK(result_of(movement, m, 1).kept() == 12);
    CHECK(movement.front_rows_read(1) == 2);
    CHECK(movement.rows_read(1, 0) == 3);

    const row_movement again(m, 1, {m.nodes[0].outputs[0]});
    CHECK(result_of(again, m, 0).kept() == 3);
    CHECK(result_of(again, m, 0).front == 2);
    CHECK(again.front_rows_read(0) == 4);
    CHECK(again.of(m.inputs[0]).kept() == 16);
}

TEST_CASE("a step that would save nothing makes all of its rows") {
    model_builder b;
    const value_id x = b.input({1, 2, 16}), w = b.constant({2, 2, 15});
    b.output(b.node("GlobalAveragePool", {b.node("Conv", {x, w}, {{"pads", extents{7, 7}}})}));
    onnx_model read = b.build();
    run_passes(read, {});
    const lowered_model m = lower(read, {});
    const row_movement movement(m, 2);
    CHECK(!movement.moves(0));
    CHECK(movement.reason(0) == whole_reason::pads_end);
}
