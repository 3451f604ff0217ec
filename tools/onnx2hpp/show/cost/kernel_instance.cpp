// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/cost/kernel_instance.hpp>

#include <onnx2hpp/enumerators.hpp>
#include <onnx2hpp/show/cost/features.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// What forms end with, in this order: whether the layer does not take more flash for less time,
/// and whether its rows come some at a time.
constexpr std::string_view any_channels = "/any", few_bytes = "/compact", in_rows = "/rows";

/// A step with its plan and its model.
struct planned_step {
    const lowered_model& model;
    const owned_plan& plan;
    int step;

    const lowered_node& node() const { return model.nodes[std::size_t(step)]; }
    const planning::step_plan& planned() const { return plan.steps[std::size_t(step)]; }
    const tensor& at(int t) const { return model.tensors[std::size_t(t)]; }
    const tensor& input(int i) const { return at(node().inputs[std::size_t(i)]); }
    bool has_input(int i) const {
        return i < int(node().inputs.size()) && node().inputs[std::size_t(i)] >= 0;
    }
};

/// Whether an operator's kernels multiply by weights: they are compiled for channels, and finish
/// sums.
template <class Op>
constexpr bool multiplies_weights = is_same<Op, ops::conv> || is_same<Op, ops::depthwise_conv> ||
                                    is_same<Op, ops::conv_transpose> || is_same<Op, ops::gemm>;

/// Whether the step's rows, or those of its vector, come some at a time: they may not lie one
/// after the other.
bool is_streamed(const planned_step& s) {
    if (std::holds_alternative<ops::gemm>(s.node().op))
        return s.plan.tasks[std::size_t(s.planned().task)].vector_rows != 0;
    const auto holds = [&](const planning::segment_plan& p) {
        return p.begin <= s.planned().task && s.planned().task < p.end;
    };
    const auto found = std::find_if(s.plan.segments.begin(), s.plan.segments.end(), holds);
    return found != s.plan.segments.end() && found->strategy != planning::strategy::whole;
}

bool has_constant_operand(const planned_step& s) {
    const std::vector<int>& inputs = s.node().inputs;
    return std::any_of(inputs.begin(), inputs.end(),
                       [&](int t) { return t >= 0 && s.at(t).kind == tensor_kind::constant; });
}

template <class Op>
std::string form_of(const Op& op, const planned_step& s) {
    if constexpr (requires { op.window.kernel_h; }) {
        const ops::window& w = op.window;
        return fmt::format("{}x{}/{}x{}", w.kernel_h, w.kernel_w, w.stride_h, w.stride_w);
    } else if constexpr (is_same<Op, ops::gemm>) {
        return std::string(name_of(s.input(1).order));
    } else if constexpr (is_same<Op, ops::binary>) {
        return has_constant_operand(s) ? "constant" : "tensors";
    }
    return "";
}

/// Multiply-accumulates of all steps, or of those with one operator.
std::int64_t macs_of(const planned_step& s, std::optional<std::size_t> only = {}) {
    std::int64_t macs = 0;
    for (std::size_t i = 0; i < s.plan.steps.size(); ++i)
        if (!only || s.model.nodes[i].op.index() == *only) macs += s.plan.steps[i].macs;
    return macs;
}

bool is_compact(const planned_step& s) {
    return planning::wants_few_bytes(optimize::balanced, macs_of(s, s.node().op.index()),
                                     macs_of(s));
}

std::string compiled_channels(const planned_step& s) {
    if (!planning::may_take_flash(optimize::balanced, s.planned().macs, macs_of(s))) return "";
    return fmt::format("{}>{}", rows_of(s.input(0).dims).channels,
                       rows_of(s.at(s.node().outputs[0]).dims).channels);
}

std::string finish_of(const planned_step& s) {
    constexpr int scale = 3;
    return s.has_input(scale) && element_count(s.input(scale)) > 1 ? "channels" : "one";
}

}  // namespace

std::string with_form(const kernel_instance& i) {
    return i.form.empty() ? i.kernel : i.kernel + " =" + i.form;
}

std::string_view window_or_order(std::string_view form) {
    for (const std::string_view end : {in_rows, any_channels, few_bytes})
        if (form.ends_with(end)) form.remove_suffix(end.size());
    return form;
}

bool comes_in_rows(std::string_view form) { return form.ends_with(in_rows); }

kernel_instance for_all_rows(kernel_instance i) {
    if (comes_in_rows(i.form)) i.form.resize(i.form.size() - in_rows.size());
    return i;
}

kernel_instance instance_of(const lowered_model& model, const owned_plan& plan, int step) {
    const planned_step s{model, plan, step};
    kernel_instance made{
        .kernel = work_of_step(model, plan, step).kernel, .form = {}, .channels = {}, .finish = {}};
    std::visit(
        [&]<class Op>(const Op& op) {
            made.form = form_of(op, s);
            if constexpr (multiplies_weights<Op>) {
                made.channels = compiled_channels(s);
                if (is_compact(s))
                    made.form += few_bytes;
                else if (made.channels.empty())
                    made.form += any_channels;
                if (is_streamed(s)) made.form += in_rows;
                made.finish = finish_of(s);
            }
        },
        s.node().op);
    return made;
}

}  // namespace onnx2hpp
