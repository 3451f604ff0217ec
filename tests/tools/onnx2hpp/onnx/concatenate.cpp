// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/concatenate.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;

namespace {

/// Two tensors of shape [2, 2] and [2, 1] (or the other way round) along `axis`.
std::vector<double> joined(const extents& a, const extents& b, std::size_t axis) {
    const auto numbers = [](const extents& dims, double first) {
        std::vector<double> result;
        for (std::int64_t k = 0; k < element_count(dims); ++k)
            result.push_back(first + static_cast<double>(k));
        return make_tensor(tigris::dtype::f32, dims, result);
    };
    return numbers_of(*concatenated({numbers(a, 1), numbers(b, 10)}, axis));
}

}  // namespace

TEST_CASE("elements stand behind each other along the axis") {
    CHECK(joined({2, 2}, {1, 2}, 0) == std::vector<double>{1, 2, 3, 4, 10, 11});
    CHECK(joined({2, 2}, {2, 1}, 1) == std::vector<double>{1, 2, 10, 3, 4, 11});
    CHECK(joined({2, 1, 2}, {2, 2, 2}, 1) ==
          std::vector<double>{1, 2, 10, 11, 12, 13, 3, 4, 14, 15, 16, 17});
    CHECK(joined({0}, {2}, 0) == std::vector<double>{10, 11});
}
