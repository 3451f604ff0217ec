// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The places along an axis from which resized elements come.

#include <stdint.h>
#include <tigris/ops/description.hpp>

namespace tigris::ops {

enum class resize_function : uint8_t { nearest, linear };

/// ONNX's coordinate_transformation_mode, without tf_crop_and_resize.
enum class resize_coordinates : uint8_t {
    half_pixel,
    pytorch_half_pixel,
    align_corners,
    asymmetric,
    half_pixel_symmetric,
    tf_half_pixel_for_nn
};

/// ONNX's nearest_mode.
enum class nearest_rounding : uint8_t { round_prefer_floor, round_prefer_ceil, floor, ceil };

/// One axis of `in` elements that is resized to `out` elements. A `scale` of 0 stands for out / in.
/// `tflite`: rounding::tflite uses TFLite's places, which may differ.
struct resampling {
    int32_t in = 0;
    int32_t out = 0;
    float scale = 0;
    resize_function function = resize_function::nearest;
    resize_coordinates coordinates = resize_coordinates::half_pixel;
    nearest_rounding nearest = nearest_rounding::round_prefer_floor;
    bool tflite = false;

    friend constexpr bool operator==(const resampling&, const resampling&) = default;
};

/// A place between elements `first` and `second` of the input: the same element, or neighbors.
/// `weight` in [0, 1) belongs to `second`.
struct resample_place {
    int32_t first = 0;
    int32_t second = 0;
    float weight = 0;
};

constexpr float scale_of(const resampling& r) {
    return r.scale > 0 ? r.scale : float(r.out) / float(r.in);
}

/// The offset of half_pixel_symmetric: it cuts off as much at the start as at the end.
constexpr float symmetric_offset(const resampling& r) {
    const float exact = scale_of(r) * float(r.in);
    return float(r.in) / 2 * (1 - float(r.out) / exact);
}

/// The length that corners are aligned to. It follows from the scale and may be no whole number, as
/// in ONNX's conformance data. (ONNX Runtime takes the extent of the output.)
constexpr float aligned_length(const resampling& r) {
    return r.scale > 0 ? r.scale * float(r.in) : float(r.out);
}

/// The input's coordinate of output element `at`, in single precision, each operation rounded as
/// ONNX Runtime rounds it. Source: ONNX Resize, coordinate_transformation_mode.
constexpr float coordinate_of(const resampling& r, int32_t at) {
    const float x = float(at), scale = scale_of(r);
    if (scale == 1) return x;
    switch (r.coordinates) {
        case resize_coordinates::asymmetric: return x / scale;
        case resize_coordinates::align_corners:
            return r.out == 1 ? 0 : x * float(r.in - 1) / (aligned_length(r) - 1);
        case resize_coordinates::pytorch_half_pixel:
            return r.out == 1 ? 0 : (x + 0.5f) / scale - 0.5f;
        case resize_coordinates::half_pixel_symmetric:
            return float(double(symmetric_offset(r)) + (double(x) + 0.5) / double(scale) - 0.5);
        case resize_coordinates::tf_half_pixel_for_nn: return (x + 0.5f) / scale;
        default: return (x + 0.5f) / scale - 0.5f;
    }
}

/// The index of the element nearest to coordinate x >= 0.
constexpr int32_t nearest_to(float x, nearest_rounding rule) {
    const int32_t down = int32_t(x);
    const float rest = x - float(down);
    switch (rule) {
        case nearest_rounding::floor: return down;
        case nearest_rounding::ceil: return down + (rest > 0);
        case nearest_rounding::round_prefer_ceil: return down + (rest >= 0.5f);
        default: return down + (rest > 0.5f);
    }
}

/// Coordinates outside of the input count as its first or last element.
constexpr resample_place place_of(const resampling& r, int32_t at) {
    const float last = float(r.in - 1), x = coordinate_of(r, at);
    if (!(x > 0)) return {};
    if (x >= last) return {r.in - 1, r.in - 1};
    if (r.function == resize_function::nearest) {
        const int32_t nearest = nearest_to(x, r.nearest);
        return {nearest, nearest};
    }
    const int32_t down = int32_t(x);
    const float weight = x - float(down);
    return {down, down + (weight > 0), weight};
}

/// Coordinates in 1/1024. Source: TFLite, RESIZE_BILINEAR of integers.
constexpr resample_place tflite_place_of(const resampling& r, int32_t at) {
    const bool ends_meet = r.coordinates == resize_coordinates::align_corners && r.out > 1;
    const bool centers = r.coordinates == resize_coordinates::half_pixel ||
                         r.coordinates == resize_coordinates::pytorch_half_pixel;
    const int64_t in = ends_meet ? r.in - 1 : r.in, out = ends_meet ? r.out - 1 : r.out;
    const int64_t scale = (1024 * in + out / 2) / out;
    const int64_t x = at * scale + (centers ? scale / 2 - 512 : 0);
    const int64_t first = x / 1024 < r.in - 1 ? x / 1024 : r.in - 1;
    if (x <= 0) return {};
    if (first == r.in - 1 || first * 1024 == x) return {int32_t(first), int32_t(first)};
    return {int32_t(first), int32_t(first) + 1, float(x - first * 1024) / 1024};
}

constexpr int32_t greatest_common_divisor(int32_t a, int32_t b) {
    while (b) {
        const int32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/// Input rows from one output row to the next, as a fraction in lowest terms.
constexpr row_reach rate_of(const resampling& r) {
    const bool ends_meet =
        r.coordinates == resize_coordinates::align_corners && r.in > 1 && r.out > 1;
    const int32_t in = ends_meet ? r.in - 1 : r.in, out = ends_meet ? r.out - 1 : r.out;
    const int32_t common = greatest_common_divisor(in, out);
    return {.stride = in / common, .dilation = out / common, .divisor = out / common};
}

/// Whether every element stays where it is.
constexpr bool is_identity(const resampling& r) {
    for (int32_t i = 0; i < r.out; ++i)
        if (place_of(r, i).first != i || place_of(r, i).second != i) return false;
    return r.in == r.out;
}

/// Whether products of row numbers and rates stay in 32 bits.
constexpr bool has_row_numbers(const resampling& r) {
    return r.in > 0 && r.out > 0 && int64_t(r.in) * r.out <= INT32_MAX / 2;
}

/// The first and the last input row that output row y reads, under any rounding.
constexpr resample_place rows_read_by(const resampling& r, int32_t y) {
    const resample_place own = place_of(r, y), other = r.tflite ? tflite_place_of(r, y) : own;
    return {own.first < other.first ? own.first : other.first,
            own.second > other.second ? own.second : other.second};
}

/// The narrowest reach with the rate of rate_of that covers the input rows of each output row.
constexpr row_reach reach_of(const resampling& r) {
    row_reach reach = rate_of(r);
    reach.pad = INT32_MIN;
    for (int32_t y = 0; y < r.out; ++y) {
        const int32_t pad = y * reach.stride - (rows_read_by(r, y).first + 1) * reach.divisor + 1;
        if (pad > reach.pad) reach.pad = pad;
    }
    for (int32_t y = 0; y < r.out; ++y) {
        const int32_t kernel = rows_read_by(r, y).second - first_row_of(reach, y) + 1;
        if (kernel > reach.kernel) reach.kernel = kernel;
    }
    const int32_t behind = first_row_of(reach, r.out - 1) + reach.kernel - r.in;
    reach.pad_end = behind > 0 ? behind : 0;
    return reach;
}

}  // namespace tigris::ops
