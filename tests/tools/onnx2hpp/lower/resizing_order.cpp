// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/resizing_order.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;

namespace {

std::optional<axis_order> order_for(std::vector<float> scales, const axis_order& now = {}) {
    resizing r;
    r.scales = std::move(scales);
    return resizing_order(r, now);
}

}  // namespace

TEST_CASE("rows and columns lie between batch and channels") {
    CHECK(order_for({1, 1, 2, 2}) == channels_last(4));
    CHECK(order_for({1, 2, 2, 1}) == onnx_order(4));
    CHECK(order_for({1, 2, 1, 2}) == axis_order{0, 1, 3, 2});
    CHECK(order_for({1, 1, 2}) == channels_last(3));
    CHECK(order_for({1, 2, 1}) == onnx_order(3));
}

TEST_CASE("what lies well already stays") {
    CHECK(order_for({1, 1, 2, 1}) == channels_last(4));
    CHECK(order_for({1, 1, 2, 1}, onnx_order(4)) == onnx_order(4));
    CHECK(order_for({1, 1, 2, 2}, onnx_order(4)) == channels_last(4));
}

TEST_CASE("batches, three axes, matrices and volumes cannot be resized") {
    CHECK(!order_for({2, 1, 1, 1}));
    CHECK(!order_for({1, 2, 2, 2}));
    CHECK(!order_for({1, 2}));
    CHECK(!order_for({1, 1, 2, 2, 2}));
}
