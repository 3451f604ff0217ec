// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layers whose results are the sums of products, by every backend that has kernels for bytes: as
// exact integers say.
#include <helpers/arranged_weights.hpp>
#include <helpers/random.hpp>
#include <helpers/seeds.hpp>
#include <helpers/working_memory.hpp>
#include <tigris/kernels/arm_dsp/all.hpp>
#include <tigris/kernels/blocked/all.hpp>
#include <tigris/kernels/helium/all.hpp>
#include <tigris/kernels/portable/all.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 12000;

/// An image and the weights of a layer of bytes, and the sums that they make.
struct drawn_layer {
    int height, width, channels, outputs;
    alignas(4) int8_t in[capacity]{}, weights[capacity]{};
    node_case n;

    drawn_layer(random_numbers& r, int channels, int outputs)
        : height(r.between(3, 9)), width(r.between(3, 9)), channels(channels), outputs(outputs) {
        for (int8_t& x : in) x = int8_t(r.between(-128, 127));
        for (int8_t& w : weights) w = int8_t(r.between(-127, 127));
    }
    template <class Op>
    void set_node(const Op& op, const shape& data, const shape& weight_dims) {
        n.add_input({.type = dtype::i8, .dims = data});
        n.add_constant(dtype::i8, weight_dims, {.bytes = weights});
        set_output_of(n, op, dtype::i32, {});
    }
};

/// Rows are made by two calls.
template <auto G, class Tag, weight_order Order, class Op>
std::vector<int32_t> sums_by(const Op& op, const drawn_layer& d, const ops::row_reach& reach) {
    const arranged_node<Order, 2 * capacity> arranged(d.n);
    const operands t = arranged.node.all();
    const auto layer = layer_of<int8_t>(op, t, arranged.node.weights(), rounding::nearest);
    const kernel_facts facts = facts_of(Tag{}, op, t);
    const row_extents in = rows_of(t.input(0).dims), out = rows_of(t.output().dims);
    working_memory memory(facts, out.rows, 1);
    Tag tag{};
    if constexpr (requires { tag.scratch; }) tag.scratch = memory.begin();
    std::vector<int32_t> sums(std::size_t(element_count(t.output())));
    const int first = out.rows / 2;
    for (int y = 0; y < out.rows; y += y == 0 && first > 0 ? first : out.rows)
        rows<G>(tag, layer, sums.data() + y * out.row_elements(),
                y == 0 && first > 0 ? first : out.rows - y,
                whole_window(static_cast<const int8_t*>(d.in), ops::first_row_of(reach, y), in.rows,
                             in.row_elements()));
    CHECK(memory.is_intact());
    return sums;
}

std::vector<int32_t> exact_conv(const drawn_layer& d, const ops::window& w, bool depthwise) {
    std::vector<int32_t> sums;
    const int depth = depthwise ? 1 : d.channels;
    for (int y = 0; y < ops::output_rows(w, d.height); ++y)
        for (int x = 0; x < ops::output_width(w, d.width); ++x)
            for (int o = 0; o < d.outputs; ++o) {
                int64_t sum = 0;
                for (int i = 0; i < w.kernel_h; ++i)
                    for (int k = 0; k < w.kernel_w; ++k)
                        for (int c = 0; c < depth; ++c) {
                            const int tap = i * w.kernel_w + k;
                            const int weight =
                                depthwise ? tap * d.outputs + o
                                          : (o * w.kernel_h * w.kernel_w + tap) * depth + c;
                            const int pixel = (y * w.stride_h + i * w.dilation_h) * d.width +
                                              x * w.stride_w + k * w.dilation_w;
                            const int channel = depthwise ? o * d.channels / d.outputs : c;
                            sum += d.in[pixel * d.channels + channel] * d.weights[weight];
                        }
                sums.push_back(int32_t(sum));
            }
    return sums;
}

constexpr ops::window windows[]{{},
                                {.kernel_h = 3, .kernel_w = 3},
                                {.kernel_h = 3, .kernel_w = 3, .stride_h = 2, .stride_w = 2},
                                {.kernel_h = 2, .kernel_w = 3}};

template <class Tag, weight_order Order, ops::window W>
void check_conv(int seed) {
    random_numbers r{uint64_t(seed)};
    drawn_layer d(r, r.between(1, 18), r.between(1, 11));
    const ops::conv op{.window = W};
    d.set_node(op, {4, {1, d.height, d.width, d.channels}},
               {4, {d.outputs, W.kernel_h, W.kernel_w, d.channels}});
    constexpr conv_key G{.in = dtype::i8, .out = dtype::i32, .window = key_of(W), .weights = Order};
    CHECK(sums_by<G, Tag, Order>(op, d, ops::reach_of(W)) == exact_conv(d, W, false));
}

template <class Tag, ops::window W>
void check_depthwise(int seed) {
    random_numbers r{uint64_t(seed)};
    const int channels = r.between(1, 18);
    drawn_layer d(r, channels, channels * (r.chance(4) ? 2 : 1));
    const ops::depthwise_conv op{.window = W};
    d.set_node(op, {4, {1, d.height, d.width, d.channels}},
               {3, {W.kernel_h, W.kernel_w, d.outputs}});
    constexpr depthwise_conv_key G{.in = dtype::i8, .out = dtype::i32, .window = key_of(W)};
    CHECK(sums_by<G, Tag, weight_order::canonical>(op, d, ops::reach_of(W)) ==
          exact_conv(d, W, true));
}

template <class Tag, weight_order Order>
void check_gemm(int seed) {
    random_numbers r{uint64_t(seed)};
    drawn_layer d(r, r.between(1, seed % 4 ? 60 : 700), r.between(1, 9));
    const ops::gemm op{};
    d.set_node(op, {2, {3, d.channels}}, {2, {d.outputs, d.channels}});
    std::vector<int32_t> exact;
    for (int y = 0; y < 3; ++y)
        for (int o = 0; o < d.outputs; ++o) {
            int64_t sum = 0;
            for (int c = 0; c < d.channels; ++c)
                sum += d.in[y * d.channels + c] * d.weights[o * d.channels + c];
            exact.push_back(int32_t(sum));
        }
    constexpr gemm_key G{.in = dtype::i8, .out = dtype::i32, .weights = Order};
    CHECK(sums_by<G, Tag, Order>(op, d, {}) == exact);
}

template <class Tag, weight_order Conv, weight_order Gemm>
void check_backend() {
    for (int seed = 0; seed < seeds(12); ++seed) {
        check_conv<Tag, Conv, windows[0]>(seed);
        check_conv<Tag, Conv, windows[1]>(seed);
        check_conv<Tag, Conv, windows[2]>(seed);
        check_depthwise<Tag, windows[1]>(seed);
        check_depthwise<Tag, windows[2]>(seed);
        check_depthwise<Tag, windows[3]>(seed);
        check_gemm<Tag, Gemm>(seed);
    }
}

}  // namespace

TEST_CASE_TEMPLATE("sums of products of codes are exact", Tag, portable_tag, blocked_tag,
                   arm_dsp_tag, helium_tag) {
    check_backend<Tag, weight_order::canonical, weight_order::canonical>();
}

TEST_CASE("and where weights lie in the order of the backend") {
    check_backend<arm_dsp_tag, weight_order::arm_dsp_pairs, weight_order::arm_dsp_fours>();
    check_backend<blocked_tag, weight_order::blocked_fours, weight_order::blocked_fours>();
    check_backend<helium_tag, weight_order::helium_fours, weight_order::helium_fours>();
}
