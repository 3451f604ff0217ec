// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/conv_transpose.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

namespace {

/// Whether the reach of an output row has each input row that reaches it, by the definition:
/// output y has input i where y = i * stride - pad + k * dilation for a tap k.
constexpr bool reaches(int32_t kernel, int32_t stride, int32_t dilation, int32_t pad, int32_t in) {
    const int32_t out = (in - 1) * stride + (kernel - 1) * dilation + 1 - pad;
    const row_reach r = transposed_reach(kernel, stride, dilation, pad, in, out);
    for (int32_t y = 0; y < out; ++y) {
        const int32_t first = first_row_of(r, y), last = first + r.kernel - 1;
        for (int32_t i = 0; i < in; ++i)
            for (int32_t k = 0; k < kernel; ++k)
                if (y == i * stride - pad + k * dilation && (i < first || i > last)) return false;
    }
    return first_row_of(r, out - 1) + r.kernel <= in + r.pad_end;
}

}  // namespace

TEST_CASE("the reach of a transposed convolution has all rows that reach an output row") {
    for (int kernel = 1; kernel < 5; ++kernel)
        for (int stride = 1; stride < 4; ++stride)
            for (int dilation = 1; dilation < 3; ++dilation)
                for (int pad = 0; pad < kernel; ++pad) {
                    CAPTURE(kernel);
                    CAPTURE(stride);
                    CAPTURE(dilation);
                    CAPTURE(pad);
                    CHECK(reaches(kernel, stride, dilation, pad, 6));
                }
}

TEST_CASE("a transposed convolution of stride 2 makes twice as many rows") {
    constexpr conv_transpose op{
        .window = {.kernel_h = 2, .kernel_w = 2, .stride_h = 2, .stride_w = 2}};
    constexpr description d =
        described(op, {{.dims = {4, {1, 4, 3, 5}}}, {.dims = {4, {7, 2, 2, 5}}}},
                  {.dims = {4, {1, 8, 6, 1}}});
    static_assert(d.output == shape{4, {1, 8, 6, 7}});
    static_assert(d.macs == 4 * 3 * 5 * 7 * 2 * 2);  // each input meets each weight once
    CHECK(d.reach.kernel == 1);
    CHECK(d.reach.divisor == 2);
    CHECK_FALSE(d.by_columns);
}
