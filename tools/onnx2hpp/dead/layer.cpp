// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/dead/layer.hpp>

#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/dead/code_ranges.hpp>
#include <onnx2hpp/dead/step_operands.hpp>

#include <cstdlib>
#include <limits>

namespace onnx2hpp {

using namespace tigris;

namespace {

/// Places of a layer's constants among its inputs (ops/conv.hpp).
enum place_of : std::size_t { weights_place = 1, bias_place, multiplier_place, shift_place };

}  // namespace

const tensor& layer::info(std::size_t place) const {
    return tensor_at(*model_, node_->inputs[place]);
}
const tensor_data& layer::data(std::size_t place) const {
    return model_->constants[std::size_t(info(place).index)];
}
const tensor& layer::input() const { return info(0); }
const tensor& layer::output() const { return tensor_at(*model_, node_->outputs[0]); }

bool layer::reads_constants() const {
    if (node_->inputs.size() != shift_place + 1) return false;
    for (std::size_t place = weights_place; place <= shift_place; ++place)
        if (node_->inputs[place] < 0 || info(place).kind != tensor_kind::constant) return false;
    return info(weights_place).type == dtype::i8 &&
           info(weights_place).order == weight_order::canonical &&
           info(bias_place).type == dtype::i32;
}

void layer::set_reaches(const ops::window& w) {
    const window_axis rows = rows_axis(w, input().dims, output().dims);
    const window_axis columns = columns_axis(w, input().dims, output().dims);
    for (int i = 0; i < rows.kernel; ++i)
        for (int k = 0; k < columns.kernel; ++k) {
            const tap_reach row = rows.reach(i), column = columns.reach(k);
            reaches.push_back({row.inside && column.inside, row.outside || column.outside});
        }
    taps = int(reaches.size());
}

bool layer::set(const ops::conv& op) {
    groups = op.groups;
    mixes_channels = groups == 1;
    outputs = info(weights_place).dims[0];
    depth = info(weights_place).dims[3];
    set_reaches(op.window);
    return depth * groups == inputs;
}

bool layer::set(const ops::depthwise_conv& op) {
    outputs = info(weights_place).dims[2];
    depth = 1;
    set_reaches(op.window);
    return outputs % inputs == 0;
}

bool layer::set(const ops::gemm&) {
    mixes_channels = true;
    outputs = info(weights_place).dims[0];
    depth = info(weights_place).dims[1];
    reaches = {{.inside = true}};
    return depth == inputs;
}

std::optional<layer> layer::of(const lowered_model& model, const lowered_node& n) {
    layer made(model, n);
    if (n.inputs.empty() || n.inputs[0] < 0 || n.outputs.size() != 1) return {};
    if (!has_codes(made.input()) || !has_codes(made.output()) || !made.reads_constants()) return {};
    made.inputs = channels_of(made.input());
    if (!std::visit([&](const auto& op) { return made.set(op); }, n.op)) return {};
    made.weights = elements_of<std::int8_t>(made.data(weights_place));
    made.biases = elements_of<std::int32_t>(made.data(bias_place));
    made.multipliers = elements_of<std::int32_t>(made.data(multiplier_place));
    made.shifts = elements_of<std::int8_t>(made.data(shift_place));
    const auto count = std::size_t(made.outputs);
    const bool is_sound = made.outputs == channels_of(made.output()) &&
                          made.biases.size() == count &&
                          (made.shifts.size() == 1 || made.shifts.size() == count);
    return is_sound ? std::optional(std::move(made)) : std::nullopt;
}

int layer::first_input(int o) const {
    if (mixes_channels) return 0;
    return groups > 1 ? o / (outputs / groups) * depth : o / (outputs / inputs);
}

std::size_t layer::place(int o, int tap, int i) const {
    const bool is_depthwise = !mixes_channels && groups == 1;
    return std::size_t(is_depthwise ? tap * outputs + o : (o * taps + tap) * depth + i);
}

fixed_multiplier layer::scale(int o) const {
    const std::size_t place = has_scale_per_channel() ? std::size_t(o) : 0;
    return {multipliers[place], shifts[place]};
}

const ops::clamp& layer::clamp() const {
    static constexpr ops::clamp none{};
    return std::visit(
        [](const auto& op) -> const ops::clamp& {
            if constexpr (requires { op.clamp; })
                return op.clamp;
            else
                return none;
        },
        node_->op);
}

bool layer::has_border() const {
    return std::any_of(reaches.begin(), reaches.end(), [](tap_reach r) { return r.outside; });
}

interval layer::sums(int o, const std::vector<interval>& of_inputs) const {
    const std::int64_t border = input().quant.zero_point;
    const std::int64_t bias = biases[std::size_t(o)];
    const auto first = std::size_t(first_input(o));
    interval sum{bias, bias};
    for (int tap = 0; tap < taps; ++tap) {
        const tap_reach reach = reaches[std::size_t(tap)];
        for (int i = 0; i < depth; ++i) {
            interval codes = of_inputs[first + std::size_t(i)];
            if (reach.outside)
                codes = reach.inside ? hull(codes, {border, border}) : interval{border, border};
            sum = sum + weight(o, tap, i) * codes;
        }
    }
    return sum;
}

bool layer::has_room_in_biases() const {
    const interval codes = codes_of_type(input().type);
    const std::int64_t largest = std::max(-codes.low, codes.high);
    for (int o = 0; o < outputs; ++o) {
        std::int64_t all = std::abs(std::int64_t(biases[std::size_t(o)]));
        for (int tap = 0; tap < taps; ++tap)
            for (int i = 0; i < depth; ++i) all += largest * std::abs(weight(o, tap, i));
        if (all > std::numeric_limits<std::int32_t>::max()) return false;
    }
    return true;
}

}  // namespace onnx2hpp
