// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Layers of codes, whose outputs are sums of products with constants: conv, depthwise_conv and gemm
// seen as one.

#include <onnx2hpp/dead/interval.hpp>
#include <onnx2hpp/dead/window_reach.hpp>
#include <onnx2hpp/lowered_model.hpp>
#include <tigris/support/fixed_point.hpp>

#include <optional>

namespace onnx2hpp {

/// Output o is a sum over taps and over the inputs [first_input(o), first_input(o) + depth).
/// Refers to the model and the node.
class layer {
public:
    /// The layer of a step; nothing for steps that are no layers of codes.
    static std::optional<layer> of(const lowered_model& model, const lowered_node& n);

    int outputs = 0;
    int inputs = 0;
    int taps = 1;
    int depth = 0;
    /// Whether the inputs of all outputs are the same; else they are tied to outputs.
    bool mixes_channels = false;
    /// How many groups of a conv's channels do not mix.
    int groups = 1;

    int first_input(int o) const;
    /// The index in `weights` of the weight of output o, tap and input i.
    std::size_t place(int o, int tap, int i) const;
    int weight(int o, int tap, int i) const { return weights[place(o, tap, i)]; }
    tigris::fixed_multiplier scale(int o) const;
    bool has_scale_per_channel() const { return shifts.size() > 1; }
    const tigris::ops::clamp& clamp() const;
    const tigris::tensor& input() const;
    const tigris::tensor& output() const;

    /// Whether windows reach into a border, whose elements count as the input's zero point.
    bool has_border() const;
    /// What output o's sum can be, bias included, where the inputs are codes of these intervals.
    interval sums(int o, const std::vector<interval>& of_inputs) const;
    /// Whether no bias leaves 32 bits, whatever codes of inputs are added to it.
    bool has_room_in_biases() const;

    std::vector<std::int8_t> weights;
    std::vector<std::int32_t> biases;
    std::vector<std::int32_t> multipliers;
    std::vector<std::int8_t> shifts;
    std::vector<tap_reach> reaches;

private:
    layer(const lowered_model& model, const lowered_node& n) : model_(&model), node_(&n) {}

    bool set(const tigris::ops::conv& op);
    bool set(const tigris::ops::depthwise_conv& op);
    bool set(const tigris::ops::gemm& op);
    template <class Op>
    bool set(const Op&) {
        return false;
    }
    bool reads_constants() const;
    void set_reaches(const tigris::ops::window& w);
    const tigris::tensor& info(std::size_t place) const;
    const tensor_data& data(std::size_t place) const;

    const lowered_model* model_;
    const lowered_node* node_;
};

}  // namespace onnx2hpp
