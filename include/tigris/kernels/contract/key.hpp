// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The key of a kernel instance: what its machine code is compiled for. Equal layers share one
// instance.
//
// Each operator has a key type of its own beside its portable kernel; key_of() makes the key. A key
// has only what the operator's kernels read. All else of a layer (extents, padding, quantization,
// addresses) is known only at run time.

#include <tigris/model/graph.hpp>

namespace tigris::kernels {

/// The key of an operator whose machine code is the same for all layers with equal element types.
template <class Op>
struct plain_key {
    friend constexpr bool operator==(const plain_key&, const plain_key&) = default;
};

/// Whether the first input of an operator or its output holds codes.
constexpr bool has_codes(const operands& t) {
    return is_quantized(t.input(0)) || is_quantized(t.output());
}

/// How a step rounds codes. Steps without codes all have `nearest`, so that they share instances.
constexpr rounding rounding_of(const operands& t, rounding rounds) {
    return has_codes(t) ? rounds : rounding::nearest;
}

/// Which loops of a backend's kernel serve a layer, as its variant_of<key>(tag, layer) tells. A key
/// that knows it brings these loops alone into a program.
inline constexpr int8_t unknown_variant = -1;  // each call asks the layer
inline constexpr int8_t portable_variant = 0;  // none of them: the portable kernel does
inline constexpr int8_t first_variant = 1;     // more than one: second_variant, too
inline constexpr int8_t second_variant = 2;

/// The variant for a layer: known from the key, or of the layer.
template <auto G, class Tag, class Layer>
[[gnu::always_inline]] constexpr int8_t variant_for(const Tag& tag, const Layer& layer) {
    if constexpr (G.variant != unknown_variant)
        return G.variant;
    else
        return variant_of<G>(tag, layer);
}

/// The part of keys that is the same for all steps of a program.
struct program_key {
    bool compact = false;       // few bytes of machine code, even if they take more time
    bool short_scales = false;  // has_short_scales holds for all layers
    bool small_shifts = false;  // and so does has_small_shifts
};

/// A step's key in a program, before the planner's decisions.
template <class Key>
constexpr Key key_in(const program_key& program, Key key) {
    if constexpr (requires { key.compact; }) key.compact = program.compact;
    if constexpr (requires { key.finish.short_scales; }) {
        key.finish.short_scales = program.short_scales;
        key.finish.small_shifts = program.small_shifts;
    }
    return key;
}

/// `key` for any number of channels, so that one instance serves more layers.
template <class Key>
constexpr Key traits_of(Key key) {
    if constexpr (requires { key.channels; }) key.channels = 0;
    if constexpr (requires { key.channels_in; }) key.channels_in = key.channels_out = 0;
    return key;
}

/// Whether a kernel reads prepared constants (execution/memory/prepared.hpp).
template <class Key>
constexpr bool is_prepared(const Key& key) {
    if constexpr (requires { key.prepared; })
        return key.prepared;
    else
        return false;
}

/// Elements from one pixel of the output to the next: what the planner wants, or `channels` for
/// dense pixels.
constexpr int32_t pixel_step(int32_t out_pixel_stride, int32_t channels) {
    return out_pixel_stride ? out_pixel_stride : channels;
}

/// The value of the key, or that of the layer if the key leaves it open.
constexpr int32_t known_or(int32_t key, int32_t layer) { return key ? key : layer; }

}  // namespace tigris::kernels
