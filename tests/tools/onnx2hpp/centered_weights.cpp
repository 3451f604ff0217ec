// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/centered_weights.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using tigris::dtype;

namespace {

/// `terms` weights of one number for each of two outputs, those of an output apart.
centered_weights equal_weights(std::int64_t number, std::size_t terms) {
    return {std::vector<std::int64_t>(2 * terms, number), 2, 1};
}

}  // namespace

TEST_CASE("totals add up the weights of each output, wherever these lie") {
    const std::vector<std::int64_t> numbers{1, 2, 3, 4, 5, -6};
    CHECK(integers_of(*totals_of({numbers, 2, 1})) == std::vector<std::int64_t>{9, 0});
    CHECK(integers_of(*totals_of({numbers, 2, 3})) == std::vector<std::int64_t>{6, 3});
}

TEST_CASE("totals have 32 bits where 16 are too few") {
    CHECK(totals_of(equal_weights(-128, 256))->type == dtype::i16);
    CHECK(totals_of(equal_weights(127, 259))->type == dtype::i32);
}

TEST_CASE("sums of products with bytes may leave 32 bits") {
    CHECK(fits_32_bits(equal_weights(-128, 65792)));
    CHECK_FALSE(fits_32_bits(equal_weights(-128, 65794)));
}
