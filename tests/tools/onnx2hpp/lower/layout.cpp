// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/layout.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;

TEST_CASE("a Transpose changes which axis lies where, and nothing else") {
    // [N, H, W, C] as it lies; seen as [N, C, H, W] it is channels last.
    CHECK(transposed_order({0, 1, 2, 3}, {0, 3, 1, 2}) == channels_last(4));
    CHECK(transposed_order(channels_last(4), {0, 2, 3, 1}) == onnx_order(4));
}

TEST_CASE("axes of extent 1 do not matter") {
    CHECK(is_same_memory({1, 64, 1, 1}, onnx_order(4), channels_last(4)));
    CHECK(is_same_memory({1, 1, 9, 5}, onnx_order(4), channels_last(4)));
    CHECK(!is_same_memory({1, 2, 9, 5}, onnx_order(4), channels_last(4)));
}

TEST_CASE("a Reshape that keeps memory has an order") {
    const axis_order nhwc = channels_last(4);
    CHECK(reshaped_order({1, 64, 1, 1}, nhwc, {1, 64}) == axis_order{0, 1});
    CHECK(reshaped_order({1, 8, 4, 5}, nhwc, {1, 8, 20}) == axis_order{0, 2, 1});
    CHECK(reshaped_order({1, 8, 20}, {0, 2, 1}, {1, 8, 4, 5}) == nhwc);
    CHECK(reshaped_order({1, 8, 1, 5}, nhwc, {1, 8, 5}) == axis_order{0, 2, 1});
    CHECK(reshaped_order({2, 3, 4}, onnx_order(3), {6, 4}) == axis_order{0, 1});
    CHECK(reshaped_order({2, 3}, {1, 0}, {1, 2, 1, 3}) == axis_order{2, 3, 0, 1});
    CHECK(reshaped_order({}, {}, {1, 1}) == axis_order{0, 1});
}

TEST_CASE("a Reshape that mixes axes that lie in another order has none") {
    CHECK(!reshaped_order({1, 8, 4, 5}, channels_last(4), {1, 160}));
    CHECK(!reshaped_order({2, 3}, {1, 0}, {3, 2}));
    CHECK(!reshaped_order({1, 8, 4, 5}, channels_last(4), {1, 32, 5}));
}

TEST_CASE("flattened columns say which ONNX column lies where") {
    // Channels 2, rows 1, width 3: at [w][c] lies ONNX column c * 3 + w.
    CHECK(permuted_columns({1, 2, 1, 3}, channels_last(4), {1, 6}) ==
          std::vector<int>{0, 3, 1, 4, 2, 5});
    CHECK(permuted_columns({5, 2, 1, 3}, channels_last(4), {5, 6}) ==
          std::vector<int>{0, 3, 1, 4, 2, 5});
    CHECK(permuted_columns({1, 2, 1, 3}, channels_last(4), {6}) ==
          std::vector<int>{0, 3, 1, 4, 2, 5});
}

TEST_CASE("columns need rows in order, and one innermost axis") {
    CHECK(!permuted_columns({5, 2, 1, 3}, {3, 0, 1, 2}, {5, 6}));
    CHECK(!permuted_columns({1, 2, 4, 3}, channels_last(4), {2, 12}));
    CHECK(!permuted_columns({1, 4, 2, 3}, channels_last(4), {1, 2, 12}));
}
