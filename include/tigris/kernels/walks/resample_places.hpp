// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Places of resized elements, as tables. Each axis that is resized differently has a table.

#include <tigris/model/quantization.hpp>
#include <tigris/ops/resize.hpp>
#include <tigris/support/type_list.hpp>

namespace tigris::kernels {

/// An axis that is resized (ops::resampling). A table is computed from it.
struct resampling_key {
    int32_t in = 0;           // elements of the input
    int32_t out = 0;          // elements of the output
    uint32_t scale = 0;       // float32 bits of the scale
    uint8_t coordinates = 0;  // ops::resize_coordinates
    uint8_t nearest = 0;      // ops::nearest_rounding of the nearest element; else 0

    friend constexpr bool operator==(const resampling_key&, const resampling_key&) = default;
};

constexpr resampling_key key_of(const ops::resampling& r) {
    const bool nearest = r.function == ops::resize_function::nearest;
    return {.in = r.in,
            .out = r.out,
            .scale = __builtin_bit_cast(uint32_t, ops::scale_of(r)),
            .coordinates = uint8_t(r.coordinates),
            .nearest = nearest ? uint8_t(r.nearest) : uint8_t(0)};
}

constexpr ops::resampling resampling_of(const resampling_key& key, ops::resize_function function) {
    return {.in = key.in,
            .out = key.out,
            .scale = __builtin_bit_cast(float, key.scale),
            .function = function,
            .coordinates = ops::resize_coordinates(key.coordinates),
            .nearest = ops::nearest_rounding(key.nearest)};
}

template <bool Wide>
struct place_index {
    using type = int16_t;
};
template <>
struct place_index<true> {
    using type = int32_t;
};

template <resampling_key Key>
using index_t = typename place_index<(Key.in > INT16_MAX)>::type;

/// The input element of each output element of an axis.
template <resampling_key Key>
struct nearest_places {
    index_t<Key> of[Key.out]{};
};

template <resampling_key Key>
constexpr nearest_places<Key> make_nearest_places() {
    constexpr ops::resampling r = resampling_of(Key, ops::resize_function::nearest);
    nearest_places<Key> places;
    for (int32_t i = 0; i < Key.out; ++i) places.of[i] = index_t<Key>(ops::place_of(r, i).first);
    return places;
}

template <resampling_key Key>
inline constexpr nearest_places<Key> nearest_places_of = make_nearest_places<Key>();

/// Fraction bits of a weight for codes. The 9 bits of a difference of codes are above them.
inline constexpr int weight_bits = 22;

/// A place between element `first` and the next one. With a weight of 0, the next element is not
/// read. Weight is float, or int32_t in 2^-weight_bits.
template <class Weight>
struct linear_place {
    int32_t first = 0;
    Weight weight = 0;

    constexpr int32_t second() const { return first + (weight != 0); }
};

template <resampling_key Key, class Weight>
struct linear_places {
    linear_place<Weight> of[Key.out]{};
};

/// Bytes of an axis' table.
constexpr int32_t bytes_of_places(const ops::resampling& r) {
    const bool nearest = r.function == ops::resize_function::nearest;
    return r.out * (nearest ? (r.in > INT16_MAX ? 4 : 2) : int32_t(sizeof(linear_place<float>)));
}

constexpr float weight_as(float weight, float) { return weight; }
constexpr int32_t weight_as(float weight, int32_t) {
    return int32_t(double(weight) * (1 << weight_bits) + 0.5);
}

/// `Rounds` selects TFLite's places or ONNX's.
template <resampling_key Key, class Weight, rounding Rounds>
constexpr linear_places<Key, Weight> make_linear_places() {
    constexpr ops::resampling r = resampling_of(Key, ops::resize_function::linear);
    linear_places<Key, Weight> places;
    for (int32_t i = 0; i < Key.out; ++i) {
        const ops::resample_place place =
            Rounds == rounding::tflite ? ops::tflite_place_of(r, i) : ops::place_of(r, i);
        places.of[i] = {place.first, weight_as(place.weight, Weight{})};
        if (place.first == Key.in - 1) places.of[i].weight = 0;
    }
    return places;
}

template <resampling_key Key, class Weight, rounding Rounds>
inline constexpr linear_places<Key, Weight> linear_places_of =
    make_linear_places<Key, Weight, Rounds>();

}  // namespace tigris::kernels
