// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/adapters/library_windows.hpp>

#include <doctest/doctest.h>

#include <cstdint>

using namespace tigris;
using namespace tigris::kernels;

namespace {

constexpr finish_key key{.rounds = rounding::tflite};
constexpr std::int32_t multiplier[1]{1 << 30}, bias[1]{-900};
constexpr std::int8_t weights[9]{1, 2, 3, 4, 5, 6, 7, 8, 9};

/// A layer of one channel over an image of four rows and five columns.
convolution_layer<std::int8_t> layer_with(const std::int8_t* shift) {
    return {.weights = {weights},
            .result = {.bias = bias,
                       .multipliers = multiplier,
                       .shifts = shift,
                       .zero_point_in = -7,
                       .codes = {.zero_point = 2, .low = -50, .high = 60}},
            .width_in = 5,
            .width_out = 3,
            .channels_in = 1,
            .channels_out = 1};
}
constexpr window_call call{{.kernel_h = 3, .kernel_w = 3}, 1, 0, false};

/// What a library is called with.
struct called {
    int times = 0;
    std::int32_t bias = 0;
    std::int32_t shift = 0;
    std::int8_t weight = 0;
    int low = 0;
    std::int32_t groups = 0;
    std::int32_t rows_out = 0;
    const std::int8_t* buffer = nullptr;
};

bool run(const std::int8_t* shift, const window_call& as, std::int8_t* buffer, called& seen) {
    const std::int8_t image[20]{};
    std::int8_t out[6], panel[64];
    std::int32_t tables[3];
    return run_windows<key>(
        as, {tables, buffer, panel}, layer_with(shift), 9, out, 2, whole_window(image, 0, 4, 5),
        [&](const window_job& job, const image_call& c) {
            seen = {seen.times + 1, job.tables.bias[0], job.tables.shifts[0], job.weights[8],
                    job.codes.low,  job.groups,         c.rows_out,           job.buffer};
        });
}

}  // namespace

TEST_CASE("a library is called with the layer's constants and its own memory") {
    const std::int8_t shift[1]{-9};
    std::int8_t buffer[4];
    called seen;
    CHECK(run(shift, call, buffer, seen));
    CHECK((seen.times == 1 && seen.rows_out == 2));
    CHECK((seen.bias == -900 && seen.shift == -9 && seen.weight == 9 && seen.low == -50));
    CHECK((seen.groups == 1 && seen.buffer == buffer));
}

TEST_CASE("where a library would compute something else, it is not called") {
    const std::int8_t shift[1]{14};
    std::int8_t buffer[4];
    called seen;
    CHECK_FALSE(run(shift, call, buffer, seen));
    CHECK(seen.times == 0);
}

TEST_CASE("images count channels and steps in bytes") {
    convolution_layer<std::int16_t> wide{
        .width_in = 9, .width_out = 8, .channels_in = 3, .channels_out = 5, .pad_left = 1};
    wide.result.zero_point_in = 4;
    const image_layer dense = image_layer_of(call, wide);
    CHECK((dense.channels_in == 6 && dense.channels_out == 10 && dense.out_step == 10));
    CHECK((dense.width_in == 9 && dense.width_out == 8 && dense.pad_left == 1));
    CHECK((dense.padding == 4 && !dense.skips_rows && !dense.leaves_padding_out));
    window_call slices = call;
    slices.out_pixel_stride = 7, slices.skips_rows = true;
    CHECK((image_layer_of(slices, wide).out_step == 14 && image_layer_of(slices, wide).skips_rows));
}

TEST_CASE("calls of equal windows are shared, whatever dilation a single tap has") {
    constexpr auto& one_row =
        window_call_of<window_key{.kernel_w = 3, .dilation_h = 2}, 2, 4, true>;
    CHECK((one_row.window.kernel_w == 3 && one_row.window.dilation_h == 1));
    CHECK((one_row.groups == 2 && one_row.out_pixel_stride == 4 && one_row.skips_rows));
}
