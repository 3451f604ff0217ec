// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Convolutions of random layers on a backend and on the portable kernels: codes must be the same,
// floats close, and every way to split the rows must give the same bits.

#include <helpers/arranged_weights.hpp>
#include <helpers/closeness.hpp>
#include <helpers/key_for.hpp>
#include <helpers/own_kernel.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/slice_runs.hpp>
#include <helpers/variants_agree.hpp>
#include <helpers/weighted_case.hpp>
#include <helpers/working_memory.hpp>

namespace tigris::test {

/// Channels of 0 are random, and unknown to the kernel's key. `multiple` is a depthwise
/// convolution's.
struct window_settings {
    ops::window window{};
    bool per_channel = true;
    int channels_in = 0;
    int channels_out = 0;
    int most_channels = 17;
    int multiple = 1;
};

template <class Op, class T, window_settings S, rounding R>
constexpr key_for<Op> layer_key{.in = dtype_of<T>,
                                .out = dtype_of<T>,
                                .window = kernels::key_of(S.window),
                                .finish = {.rounds = R, .per_channel = S.per_channel},
                                .channels_in = S.channels_in,
                                .channels_out = S.channels_out};

/// A layer of random extents and constants, some of them at the ends of their ranges.
template <class Op, class T, window_settings S>
struct random_window_layer {
    static constexpr bool is_depthwise = is_same<Op, ops::depthwise_conv>;
    static constexpr int capacity = 9000;

    int rows, width, channels, outputs;
    Op op{};
    T in[capacity];
    weighted_constants<capacity, 80> constants{};
    node_case node;

    random_window_layer(random_numbers& r, int largest, bool is_pairable)
        : rows(r.between(1, largest)),
          width(r.between(1, largest)),
          channels(S.channels_in ? S.channels_in : r.between(1, S.most_channels)),
          outputs(is_depthwise     ? channels * S.multiple
                  : S.channels_out ? S.channels_out
                                   : r.between(1, S.most_channels)) {
        op.window = S.window;
        op.clamp = random_clamp(r);
        for (T& x : in) x = random_element<T>(r);
        const int taps = S.window.kernel_h * S.window.kernel_w;
        randomize<T>(constants, r, outputs * taps * (is_depthwise ? 1 : channels), outputs);
        if (is_pairable) make_pairable(constants.weights, capacity);
        if (r.chance(3)) constants.shifts[r.between(0, outputs - 1)] = int8_t(r.between(0, 3));
        node.add_input({.type = dtype_of<T>,
                        .dims = {4, {1, rows, width, channels}},
                        .quant = random_quantization<T>(r)});
        add_constants<T>(node, constants, weight_dims(), outputs, S.per_channel);
        if (has_output()) set_output_of(node, op, dtype_of<T>, random_quantization<T>(r));
    }
    shape weight_dims() const {
        const ops::window& w = S.window;
        if (is_depthwise) return {3, {w.kernel_h, w.kernel_w, outputs}};
        return {4, {outputs, w.kernel_h, w.kernel_w, channels}};
    }
    bool has_output() const {
        return ops::output_rows(S.window, rows) >= 1 && ops::output_width(S.window, width) >= 1;
    }
};

template <class Key>
constexpr Key with_prepared(Key key) {
    if constexpr (requires { key.prepared; }) key.prepared = true;
    return key;
}

/// Whether `agrees`.operator()<G>(tag, record, rows) holds for calls for one row with what a
/// backend prepares of a layer's constants, if it does.
template <auto G, class Tag, class Layer, class Agrees>
bool agrees_prepared(Tag tag, const kernel_facts& facts, const Layer& layer, Agrees agrees) {
    constexpr auto Prepared = with_prepared(G);
    if constexpr (requires { prepare_constants<Prepared>(tag, layer); })
        if (facts.prepared_bytes > 0) {
            const auto prepared = prepare_constants<Prepared>(tag, layer);
            tag.prepared = &prepared;
            return agrees.template operator()<Prepared>(tag, without_prepared<Prepared>(tag, layer),
                                                        1);
        }
    return true;
}

/// Tag is a backend's; weights lie in Order.
template <class Op, class Tag, class T, window_settings S, rounding R,
          weight_order Order = weight_order::canonical>
bool agrees_with_portable(int seed, int largest) {
    using random_layer = random_window_layer<Op, T, S>;
    constexpr int capacity = random_layer::capacity, slice_pixels = 320;
    random_numbers r(uint64_t(seed) * 77 + uint64_t(largest));
    const random_layer c(r, largest, Order != weight_order::canonical);
    if (!c.has_output()) return true;
    constexpr key_for<Op> Portable = layer_key<Op, T, S, R>;
    constexpr key_for<Op> G = in_order(Portable, Order);
    const shape dims = c.node.all().output().dims;
    const image_rows in_size{c.rows, c.width * c.channels}, out_size{dims[1], dims[2] * c.outputs};
    const ops::row_reach reach = ops::reach_of(S.window);
    T expected[capacity]{}, out[capacity]{};
    run_tiles<Portable>(kernels::layer_of<T>(c.op, c.node.all(), c.node.weights(), R), c.in,
                        in_size, expected, out_size, reach, dims[1]);

    const arranged_node<Order, 2 * capacity* int(sizeof(T))> arranged(c.node);
    const operands tensors = arranged.node.all();
    const auto layer = kernels::layer_of<T>(c.op, tensors, arranged.node.weights(), R);
    const kernel_facts facts = facts_of(Tag{}, c.op, tensors);
    if (S.channels_in && !names_kernel<G, Tag>(facts, layer, out)) return false;
    working_memory memory(facts, dims[1], seed % 4);
    Tag tag;
    tag.scratch = memory.begin();
    run_tiles<G>(layer, c.in, in_size, out, out_size, reach, dims[1], tag);
    if (!close(out, expected, dims[1] * out_size.row_elements)) return false;
    const auto write_slices = [&](T* slices) {
        rows<in_slices(G)>(tag, layer, slices, dims[1], window_of(c.in, in_size, reach, 0));
    };
    const int pixels = dims[1] * dims[2];
    if (c.outputs < slice_stride && pixels <= slice_pixels &&
        !slices_agree<slice_pixels>(out, pixels, c.outputs, write_slices))
        return false;
    const auto agree_by_rows = [&]<key_for<Op> Key>(Tag t, const auto& record, int most) {
        return splits_agree<Key, capacity>(record, c.in, in_size, out, out_size, reach, t, most);
    };
    const auto agree = [&]<key_for<Op> Key>() {
        return agree_by_rows.template operator()<Key>(tag, layer, 3);
    };
    return variants_agree<G>(tag, layer, agree) &&
           agrees_prepared<G>(tag, facts, layer, agree_by_rows) && memory.is_intact();
}

}  // namespace tigris::test
