// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The key of a kernel instance: what its code is compiled for. Equal layers share one instance.
//
// Each operator has a key type of its own beside its portable kernel, made by its key_of(). A key
// has what the operator's kernels read, and nothing else. What a layer has beside it (extents,
// padding, quantization, addresses) is known at run time only.

#include <tigris/model/graph.hpp>

namespace tigris::kernels {

/// The key of an operator whose code is the same for all layers with the same element types.
template <class Op>
struct plain_key {
    friend constexpr bool operator==(const plain_key&, const plain_key&) = default;
};

/// Whether an operator's first input or its output is of codes.
constexpr bool has_codes(const operands& t) {
    return is_quantized(t.input(0)) || is_quantized(t.output());
}

/// How a step rounds codes. Where there are none, it is no question, so that instances are shared.
constexpr rounding rounding_of(const operands& t, rounding rounds) {
    return has_codes(t) ? rounds : rounding::nearest;
}

/// What is the same for all steps of a program.
struct program_key {
    bool compact = false;       // few bytes even where more bytes take less time
    bool short_scales = false;  // all layers have those of has_short_scales
};

/// A step's key in a program, before the planner's decisions.
template <class Key>
constexpr Key key_in(const program_key& program, Key key) {
    if constexpr (requires { key.compact; }) key.compact = program.compact;
    if constexpr (requires { key.finish.short_scales; })
        key.finish.short_scales = program.short_scales;
    return key;
}

/// `key` for any number of channels, so that one instance serves more layers.
template <class Key>
constexpr Key traits_of(Key key) {
    if constexpr (requires { key.channels; }) key.channels = 0;
    if constexpr (requires { key.channels_in; }) key.channels_in = key.channels_out = 0;
    return key;
}

/// Whether a kernel reads what is prepared of its constants (execution/prepared.hpp).
template <class Key>
constexpr bool is_prepared(const Key& key) {
    if constexpr (requires { key.prepared; })
        return key.prepared;
    else
        return false;
}

/// Elements from one pixel of the output to the next: those that the planner wants, or pixels are
/// dense.
constexpr int32_t pixel_step(int32_t out_pixel_stride, int32_t channels) {
    return out_pixel_stride ? out_pixel_stride : channels;
}

/// What the key says, or the layer's value where it leaves the question open.
constexpr int32_t known_or(int32_t key, int32_t layer) { return key ? key : layer; }

}  // namespace tigris::kernels
