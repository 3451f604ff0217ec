// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/contract/substitute.hpp>

#include <tigris/kernels/arm_dsp/facts.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <initializer_list>

namespace {

using namespace tigris;

/// The working memory of a call of arm_dsp's convolution along `length` numbers of each of `images`
/// images, as planners see it.
constexpr std::int64_t seen_scratch(std::int32_t images, std::int32_t length, std::int32_t kernel,
                                    std::int32_t rows) {
    const std::int32_t made = length - kernel + 1;
    const tensor tensors[]{
        {.kind = tensor_kind::input, .type = dtype::i8, .dims = {4, {images, length, 1, 1}}},
        {.kind = tensor_kind::constant,
         .type = dtype::i8,
         .dims = {4, {4, kernel, 1, 1}},
         .order = weight_order::arm_dsp_pairs},
        {.kind = tensor_kind::output, .type = dtype::i8, .dims = {4, {images, made, 1, 4}}}};
    const std::int16_t inputs[]{0, 1}, outputs[]{2};
    const operands t{{tensors, 3}, inputs, outputs, 2, 1};
    const ops::conv op{.window = {std::int16_t(kernel), 1, 1, 1, 1, 1, 0, 0, 0, 0}};
    return scratch_of(kernels::facts_within<kernels::arm_dsp_tag>(op, t, UINT64_MAX), rows);
}

}  // namespace

TEST_CASE("one row of several images, as planners see them, takes what all rows of an image take") {
    constexpr int length = 12;
    for (const int kernel : {2, 3, 4}) {
        const int rows = length - kernel + 1;
        CHECK(seen_scratch(3, length, kernel, 1) == seen_scratch(1, length, kernel, rows));
        CHECK(seen_scratch(1, length, kernel, 1) < seen_scratch(1, length, kernel, rows));
    }
    CHECK(seen_scratch(3, length, 1, 2) == seen_scratch(1, length, 1, 2));
}
