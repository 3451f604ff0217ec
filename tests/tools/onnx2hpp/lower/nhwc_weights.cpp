// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/nhwc_weights.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

namespace {

using namespace onnx2hpp;

/// Elements count up from 0, so that each says where it lay.
tensor_data counted(const extents& dims) {
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(element_count(dims)));
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::int64_t>(i);
    return *make_tensor(tigris::dtype::i32, dims, numbers);
}

}  // namespace

TEST_CASE("weights of a convolution end with channels") {
    const shared_tensor w = nhwc_weights(counted({2, 3, 1, 2}));
    CHECK(w->dims == extents{2, 1, 2, 3});
    CHECK(integers_of(*w) == std::vector<std::int64_t>{0, 2, 4, 1, 3, 5, 6, 8, 10, 7, 9, 11});
}

TEST_CASE("weights over signals get columns of width 1") {
    CHECK(nhwc_weights(counted({2, 3, 4}))->dims == extents{2, 4, 1, 3});
    CHECK(nhwc_depthwise_weights(counted({2, 1, 4}))->dims == extents{4, 1, 2});
}

TEST_CASE("depthwise weights end with outputs") {
    const shared_tensor w = nhwc_depthwise_weights(counted({3, 1, 1, 2}));
    CHECK(w->dims == extents{1, 2, 3});
    CHECK(integers_of(*w) == std::vector<std::int64_t>{0, 2, 4, 1, 3, 5});
}

TEST_CASE("transposed weights begin with the outputs of all groups") {
    const shared_tensor w = nhwc_transposed_weights(counted({4, 1, 1, 2}), 2);
    CHECK(w->dims == extents{2, 1, 2, 2});
    CHECK(integers_of(*w) == std::vector<std::int64_t>{0, 2, 1, 3, 4, 6, 5, 7});
}
