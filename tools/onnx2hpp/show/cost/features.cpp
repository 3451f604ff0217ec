// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/cost/features.hpp>

#include <onnx2hpp/backends.hpp>
#include <onnx2hpp/element_names.hpp>
#include <onnx2hpp/enumerators.hpp>
#include <onnx2hpp/show/cost/layer_facts.hpp>
#include <onnx2hpp/step_operands.hpp>

#include <fmt/format.h>

#include <tigris/kernels/arithmetic/result_codes.hpp>
#include <tigris/kernels/contract/int4_layer.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// Functions of one number or two are kernels of their own.
template <class Op>
std::string function_of(const Op& op) {
    if constexpr (requires { op.function; })
        return fmt::format("-{}", name_of(op.function));
    else
        return "";
}

/// Whether an operand has fewer elements than the result, and is repeated.
bool is_broadcast(const operands& t) {
    for (int i = 0; i < t.inputs; ++i)
        if (t.has_input(i) && element_count(t.input(i)) != element_count(t.output())) return true;
    return false;
}

template <class Op>
std::string add_features(const Op&, const layer_facts& l, const std::vector<made_calls>& calls,
                         feature_list& to) {
    add_elements(l, calls, to);
    if (l.adds_up) to.add("results", l.out.channels);
    const std::int64_t inputs = element_count(l.tensors.input(0));
    if (inputs > element_count(l.tensors.output())) to.add("inputs", inputs);
    to.add("copies", l.copied_inputs * std::int64_t(l.out.rows) * l.out.width);
    to.add("copied", l.copied_channels * std::int64_t(l.out.rows) * l.out.width);
    if (l.rescaled_channels > 0)
        to.add("rescaled", l.rescaled_channels * std::int64_t(l.out.rows) * l.out.width);
    to.add("products", l.products);
    if (!is_same<Op, ops::binary>) return "";
    return fmt::format("{}{}", is_broadcast(l.tensors) ? " repeated" : "",
                       l.limited ? " limited" : "");
}

/// Whether a concatenated input lies in its slice of the output already.
bool lies_in_slice(const planning::buffer_plan& in, const planning::buffer_plan& out) {
    return in.pixel_bytes != 0 && in.home == out.home && in.region == out.region &&
           in.index == out.index && in.offset == out.offset;
}

void count_copies(const owned_plan& plan, const planning::task_plan& t, layer_facts& l) {
    if (!t.concatenates) return;
    for (int i = 0; i < t.reads; ++i) {
        const int b = plan.reads[std::size_t(t.first_read) + std::size_t(i)].tensor;
        if (b >= 0 &&
            lies_in_slice(plan.buffers[std::size_t(b)], plan.buffers[std::size_t(t.output)]))
            continue;
        const tensor& in = l.tensors.input(i);
        const std::int32_t channels = rows_of(in.dims).channels;
        ++l.copied_inputs;
        l.copied_channels += channels;
        if (!(in.quant == l.tensors.output().quant)) l.rescaled_channels += channels;
    }
}

layer_facts facts_of_layer(const lowered_model& model, const owned_plan& plan, int step,
                           const std::vector<std::int16_t>& edges) {
    const lowered_node& n = model.nodes[std::size_t(step)];
    const planning::step_plan& s = plan.steps[std::size_t(step)];
    layer_facts l{.tensors = operands_of(model, n, edges),
                  .in = {},
                  .out = {},
                  .backend = s.backend,
                  .prepared = plan.tasks[std::size_t(s.task)].prepared,
                  .adds_up = plan.tasks[std::size_t(s.task)].contract == ops::contract::accumulate,
                  .products = s.macs,
                  .vector_rows = plan.tasks[std::size_t(s.task)].vector_rows};
    l.in = rows_of(l.tensors.input(0).dims);
    l.out = rows_of(l.tensors.output().dims);
    count_copies(plan, plan.tasks[std::size_t(s.task)], l);
    return l;
}

template <class Op>
bool is_limited(const Op& op, const operands& t, rounding rounds) {
    if constexpr (requires { op.clamp; }) {
        if (!is_quantized(t.output()))
            return op.clamp.low > -ops::infinity || op.clamp.high < ops::infinity;
        const kernels::result_codes codes = kernels::codes_of(op.clamp, t.output(), rounds);
        return codes.low > lowest_of(t.output().type) || codes.high < highest_of(t.output().type);
    }
    return false;
}

bool moves_rows(const planning::task_plan& t) { return t.step < 0; }

}  // namespace

void feature_list::add(std::string_view name, std::int64_t value) {
    for (auto& [known, sum] : all_)
        if (known == name) {
            sum += value;
            return;
        }
    all_.emplace_back(name, value);
}

bool are_pixels(const ops::window& w) {
    return w.kernel_h == 1 && w.kernel_w == 1 && w.stride_w == 1 && w.pad_top == 0 &&
           w.pad_left == 0 && w.pad_bottom == 0 && w.pad_right == 0;
}

border border_of(const layer_facts& l, const ops::window& w) {
    border found;
    for (std::int32_t x = 0; x < l.out.width; ++x) {
        const std::int32_t first = x * w.stride_w - w.pad_left;
        const bool ends_right = first + (w.kernel_w - 1) * w.dilation_w >= l.in.width;
        found.left += first < 0;
        found.right += first >= 0 && ends_right;
    }
    for (std::int32_t y = 0; y < l.out.rows; ++y) {
        std::int32_t missing = 0;
        for (std::int32_t i = 0; i < w.kernel_h; ++i) {
            const std::int32_t row = y * w.stride_h - w.pad_top + i * w.dilation_h;
            missing += row < 0 || row >= l.in.rows;
        }
        found.rows += missing > 0;
        found.missing_rows += missing;
    }
    return found;
}

std::int64_t taps_inside(const ops::window& w, std::int32_t width, std::int32_t x) {
    std::int64_t taps = 0;
    for (std::int32_t k = 0; k < w.kernel_w; ++k) {
        const std::int32_t column = x * w.stride_w - w.pad_left + k * w.dilation_w;
        taps += column >= 0 && column < width;
    }
    return taps;
}

double rows_inside(const layer_facts& l, const ops::window& w) {
    const double all = double(l.out.rows) * w.kernel_h;
    return 1 - border_of(l, w).missing_rows / std::max(all, 1.0);
}

double columns_inside(const layer_facts& l, const ops::window& w) {
    std::int64_t taps = 0;
    for (std::int32_t x = 0; x < l.out.width; ++x) taps += taps_inside(w, l.in.width, x);
    return double(taps) / std::max(double(l.out.width) * w.kernel_w, 1.0);
}

void add_elements(const layer_facts& l, const std::vector<made_calls>& calls, feature_list& to) {
    const std::int64_t c = l.out.channels;
    for (const made_calls& m : calls) {
        const std::int64_t rows = m.count * m.rows, pixels = rows * m.columns;
        to.add("calls", m.count);
        to.add("rows", rows);
        to.add("pixels", pixels);
        to.add("elements", pixels * c);
        to.add("fours_of_row", rows * blocks_of(m.columns * c, 4));
        to.add("eights_of_row", rows * (m.columns * c / 8));
        to.add("rest_of_row", rows * (m.columns * c % 8));
        to.add("vectors_of_row", rows * blocks_of(m.columns * c, 16));
        to.add("fours_of_pixel", pixels * blocks_of(c, 4));
        to.add("vectors_of_pixel", pixels * blocks_of(c, 16));
        to.add("call_channels", m.count * c);
        to.add("row_channels", rows * c);
    }
}

kernel_work work_of_step(const lowered_model& model, const owned_plan& plan, int step) {
    const lowered_node& n = model.nodes[std::size_t(step)];
    const std::vector<std::int16_t> edges = edges_of(n);
    layer_facts l = facts_of_layer(model, plan, step, edges);
    const std::vector<made_calls> calls = calls_made(plan, plan.steps[std::size_t(step)].task);
    kernel_work work;
    std::visit(
        [&](const auto& op) {
            l.limited = is_limited(op, l.tensors, model.rounds);
            const std::string rest = add_features(op, l, calls, work.features);
            const bool is_int4 = kernels::has_int4_weights<std::decay_t<decltype(op)>>(l.tensors);
            work.kernel =
                fmt::format("{} {}{} {} {}{}{}", spell(l.backend), op.name, function_of(op),
                            element_name(l.tensors.input(0).type),
                            element_name(l.tensors.output().type), rest, is_int4 ? " int4" : "");
        },
        n.op);
    return work;
}

kernel_work work_between_steps(const owned_plan& plan) {
    kernel_work work{.kernel = "run", .features = {}};
    feature_list& to = work.features;
    to.add("segments", std::int64_t(plan.segments.size()));
    for (const planning::segment_plan& s : plan.segments) {
        const bool is_whole = s.strategy == planning::strategy::whole;
        for (int k = s.begin; k < s.end; ++k) {
            const planning::task_plan& t = plan.tasks[std::size_t(k)];
            for (const made_calls& m : calls_made(plan, k)) {
                to.add(moves_rows(t) ? "moves" : is_whole ? "whole_calls" : "calls", m.count);
                if (!is_whole) to.add("reads", m.count * t.reads);
            }
        }
    }
    to.add("moved_bytes", plan.slow_traffic_bytes);
    return work;
}

namespace {

/// How a segment runs, as far as the code around its kernels differs by it.
const char* steps_of(const planning::segment_plan& s) {
    if (s.strategy == planning::strategy::whole) return "whole_steps";
    if (s.strips > 1) return "strip_steps";
    return s.size() == 1 ? "tiled_steps" : "streamed_steps";
}

/// Kernels of floats are short, so that compilers put more of them where they are called.
bool makes_floats(const lowered_node& n, const lowered_model& model) {
    return model.tensors[std::size_t(n.outputs[0])].type == dtype::f32;
}

/// Convolutions whose rows come some at a time have more to say to their kernels.
bool convolves(const lowered_node& n) {
    return std::holds_alternative<ops::conv>(n.op) ||
           std::holds_alternative<ops::depthwise_conv>(n.op) ||
           std::holds_alternative<ops::conv_transpose>(n.op);
}

/// What a task of a segment adds that does not run whole.
void add_task(const lowered_model& model, const planning::task_plan& t, feature_list& to) {
    if (t.reads > 1) to.add("joins", t.reads - 1);
    if (t.parts > 1) to.add("part_steps", 1);
    if (t.step >= 0 && convolves(model.nodes[std::size_t(t.step)])) to.add("convolving_steps", 1);
}

}  // namespace

feature_list machine_code_around_kernels(const lowered_model& model, const owned_plan& plan) {
    feature_list to;
    to.add("program", 1);
    for (std::size_t i = 0; i < plan.steps.size(); ++i)
        if (plan.steps[i].task >= 0 && makes_floats(model.nodes[i], model))
            to.add("float_steps", 1);
    for (const planning::segment_plan& s : plan.segments) {
        to.add(steps_of(s), s.size());
        if (s.strategy == planning::strategy::whole) continue;
        to.add("streams", 1);
        for (int k = s.begin; k < s.end; ++k) add_task(model, plan.tasks[std::size_t(k)], to);
    }
    return to;
}

}  // namespace onnx2hpp
