// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Layers of bytes with weights of type i4, by a backend's kernels for weights that are bytes. Some
// outputs' weights are unpacked, then all pixels of the call made for these outputs; and so on.

#include <tigris/kernels/contract/int4_layer.hpp>
#include <tigris/kernels/int4_weights/unpack.hpp>
#include <tigris/kernels/portable/conv.hpp>
#include <tigris/kernels/portable/depthwise_conv.hpp>
#include <tigris/kernels/portable/gemm.hpp>

namespace tigris::kernels {
namespace int4_weights_kernels {

/// Backends with working memory, but for libraries.
template <class Tag>
concept unpacks = __is_base_of(working_tag, Tag) && !has_substitute<Tag>;

/// A call's working memory: what is unpacked comes first.
template <class Tag>
struct working_memory {
    int8_t* unpacked;
    Tag rest;

    working_memory(Tag tag, int32_t bytes)
        : unpacked(static_cast<int8_t*>(tag.scratch)), rest(tag) {
        rest.scratch = unpacked + bytes;
    }
};

/// Elements [first, first + count) of a layer's weights, as bytes. `first` is even.
template <class Tag>
void unpack(Tag tag, constant_pointer<int4_code> weights, int32_t first, int32_t count,
            int8_t* to) {
    unpack_int4(tag, weights.bytes + first / 2, count, to);
}

/// What finishes sums of outputs from `first` on.
template <finish_key Key>
constexpr epilogue<int8_t> finish_from(epilogue<int8_t> e, int32_t first) {
    if (e.bias) e.bias += first;
    if (Key.per_channel) e.multipliers += first, e.shifts += first;
    return e;
}

/// The layer of outputs [first, first + count), whose weights are unpacked.
template <finish_key Key, class Layer, class From>
Layer layer_of_outputs(const From& layer, const int8_t* weights, int32_t first, int32_t count) {
    Layer some{};
    some.weights = {weights};
    some.result = finish_from<Key>(layer.result, first);
    some.channels_in = layer.channels_in;
    some.channels_out = count;
    if constexpr (requires { some.pad_left; }) {
        some.width_in = layer.width_in;
        some.width_out = layer.width_out;
        some.pad_left = layer.pad_left;
    } else {
        some.vectors = 1;
    }
    return some;
}

/// Calls `make(tag, layer, first)` for the layer of some outputs after the other, with `elements`
/// weights each. The key has none of their number.
template <finish_key Key, class Part, class Tag, class Layer, class Make>
[[gnu::always_inline]] inline void for_some_outputs(Tag tag, const Layer& layer, int32_t elements,
                                                    const Make& make) {
    const int32_t outputs = layer.channels_out, at_once = outputs_unpacked(outputs, elements);
    const working_memory<Tag> memory(tag, unpacked_bytes(outputs, elements));
    for (int32_t first = 0; first < outputs; first += at_once) {
        const int32_t count = outputs - first < at_once ? outputs - first : at_once;
        unpack(tag, layer.weights, first * elements, count * elements, memory.unpacked);
        make(memory.rest, layer_of_outputs<Key, Part>(layer, memory.unpacked, first, count), first);
    }
}

/// The key of a layer with some of the outputs.
template <class Key>
constexpr Key key_of_outputs(Key key) {
    key.channels_out = 0;
    return key;
}

/// Makes all vectors of some rows, for some outputs after the other.
template <gemm_key G, class Tag>
[[gnu::noinline]] inline void rows_by_outputs(Tag tag, const gemm_layer<int4_weights>& layer,
                                              int8_t* out, int32_t row_count,
                                              const row_window<int8_t>& in) {
    const int32_t elements = layer.channels_in, outputs = layer.channels_out;
    for_some_outputs<G.finish, gemm_layer<int8_t>>(
        tag, layer, elements, [&](const Tag& rest, const auto& some, int32_t first) {
            int8_t* to = out + first;
            for (int32_t y = 0; y < row_count; ++y)
                for (int32_t v = 0; v < layer.vectors; ++v, to += outputs)
                    rows<key_of_outputs(G)>(rest, some, to, 1,
                                            whole_window(in(y) + v * elements, 0, 1, elements));
        });
}

}  // namespace int4_weights_kernels

/// The key says how far pixels lie apart (conv.hpp).
template <conv_key G, int4_weights_kernels::unpacks Tag>
inline void rows(Tag tag, const conv_layer<int4_weights>& layer, int8_t* out, int32_t row_count,
                 const row_window<int8_t>& in) {
    static_assert(G.out_pixel_stride > 0);
    const int32_t elements = G.window.taps() * layer.channels_in;
    int4_weights_kernels::for_some_outputs<G.finish, conv_layer<int8_t>>(
        tag, layer, elements, [&](const Tag& rest, const auto& some, int32_t first) {
            rows<int4_weights_kernels::key_of_outputs(G)>(rest, some, out + first, row_count, in);
        });
}

template <depthwise_conv_key G, int4_weights_kernels::unpacks Tag>
inline void rows(Tag tag, const depthwise_conv_layer<int4_weights>& layer, int8_t* out,
                 int32_t row_count, const row_window<int8_t>& in) {
    const int32_t count = G.window.taps() * layer.channels_out;
    const int4_weights_kernels::working_memory<Tag> memory(tag, unpacked_bytes(count));
    int4_weights_kernels::unpack(tag, layer.weights, 0, count, memory.unpacked);
    rows<G>(memory.rest,
            int4_weights_kernels::layer_of_outputs<G.finish, depthwise_conv_layer<int8_t>>(
                layer, memory.unpacked, 0, layer.channels_out),
            out, row_count, in);
}

template <gemm_key G, int4_weights_kernels::unpacks Tag>
inline void rows(Tag tag, const gemm_layer<int4_weights>& layer, int8_t* out, int32_t row_count,
                 const row_window<int8_t>& in) {
    int4_weights_kernels::rows_by_outputs<G>(tag, layer, out, row_count, in);
}

/// Rows of a vector are added to the sums of some outputs after the other.
template <gemm_key G, int4_weights_kernels::unpacks Tag>
inline void add_rows(Tag tag, const gemm_layer<int4_weights>& layer, int32_t* sums,
                     const row_window<int8_t>& in, int32_t first_row, int32_t row_count) {
    int4_weights_kernels::for_some_outputs<G.finish, gemm_layer<int8_t>>(
        tag, layer, layer.channels_in, [&](const Tag& rest, const auto& some, int32_t first) {
            add_rows<int4_weights_kernels::key_of_outputs(G)>(rest, some, sums + first, in,
                                                              first_row, row_count);
        });
}

}  // namespace tigris::kernels
