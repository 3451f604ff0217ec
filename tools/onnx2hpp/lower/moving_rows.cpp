// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/moving_rows.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// Operators whose output rows depend on input rows alone, and not on their numbers.
using row_operators = type_list<ops::conv, ops::depthwise_conv, ops::pool, ops::slice, ops::pad,
                                ops::unary, ops::convert, ops::binary, ops::select, ops::concat,
                                ops::softmax, ops::gemm, ops::normalize, ops::reduce>;

/// Whether a step can make rows near the window's borders apart from those between.
bool makes_borders(const lowered_node& n) {
    return !std::holds_alternative<ops::slice>(n.op) && !std::holds_alternative<ops::pad>(n.op);
}

bool makes_rows(const lowered_node& n, const ops::description& d) {
    return std::visit(
        [&]<class Op>(const Op&) {
            return row_operators::contains<Op> && d.contract == ops::contract::rows && !d.in_order;
        },
        n.op);
}

/// Whether a step shows the rows of its input under another shape.
bool renames_rows(const lowered_model& model, const lowered_node& n) {
    if (!std::holds_alternative<ops::reshape>(n.op)) return false;
    const auto seen = [&](int t) { return rows_of(model.tensors[std::size_t(t)].dims); };
    const row_extents in = seen(n.inputs[0]), out = seen(n.outputs[0]);
    return in.images == 1 && out.images == 1 && in.rows == out.rows &&
           in.row_elements() == out.row_elements();
}

std::size_t data_inputs_of(const lowered_node& n, const operands& t) {
    return std::size_t(
        std::visit([&](const auto& op) { return ops::data_inputs_of(op, t); }, n.op));
}

}  // namespace

node_edges::node_edges(const lowered_model& model, const lowered_node& n)
    : in(n.inputs.begin(), n.inputs.end()),
      out(n.outputs.begin(), n.outputs.end()),
      all{{model.tensors.data(), int(model.tensors.size())},
          in.data(),
          out.data(),
          int(in.size()),
          int(out.size())} {}

ops::description describe(const lowered_model& model, const lowered_node& n) {
    const node_edges edges(model, n);
    return std::visit([&](const auto& op) { return describe(op, edges.all); }, n.op);
}

row_movement::row_movement(const lowered_model& model, std::int32_t frames, std::set<int> again)
    : model_(model), frames_(frames), again_(std::move(again)), given_up_(model.nodes.size()) {
    do find();
    while (give_up());
}

bool row_movement::reads_moving(const lowered_node& n) const {
    return std::any_of(n.inputs.begin(), n.inputs.end(),
                       [&](int t) { return t >= 0 && of(t).moves; });
}

/// Finds which rows are new, from the input to the outputs, and which are read, from there back.
void row_movement::find() {
    tensors_.assign(model_.tensors.size(), {});
    reasons_.assign(model_.nodes.size(), whole_reason::none);
    for (std::size_t t = 0; t < tensors_.size(); ++t)
        tensors_[t].rows = rows_of(model_.tensors[t].dims).rows;
    moving_rows& input = tensors_[std::size_t(model_.inputs[0])];
    input.moves = true, input.fresh = frames_, input.from = input.rows - frames_;
    for (std::size_t n = 0; n < model_.nodes.size(); ++n) pass(n);
    require_whole_rows();
    for (std::size_t n = model_.nodes.size(); n-- > 0;) {
        settle(model_.nodes[n].outputs[0]);
        read_from(n);
    }
    settle(model_.inputs[0]);
}

void row_movement::pass(std::size_t node) {
    const lowered_node& n = model_.nodes[node];
    if (!reads_moving(n)) return;
    moving_rows& out = tensors_[std::size_t(n.outputs[0])];
    moving_rows made = out;
    reasons_[node] = reason_against(node, made);
    if (reasons_[node] == whole_reason::none && given_up_[node])
        reasons_[node] = made.border > 0 ? whole_reason::pads_end : whole_reason::shows_padding;
    if (reasons_[node] != whole_reason::none) return;
    made.moves = true;
    made.fresh = frames_ / made.spacing;
    made.from = made.rows - made.made();
    out = made;
}

/// Whether a tensor that does not move is the same for each row of tensor `like`.
bool row_movement::is_same_for_all_rows(int constant, int like) const {
    const tensor& info = model_.tensors[std::size_t(constant)];
    const shape &dims = info.dims, &rows = model_.tensors[std::size_t(like)].dims;
    const int axis = ops::axis_of_rows(rows);
    return info.kind == tensor_kind::constant && dims.rank <= rows.rank &&
           ops::with_rank_of(dims, rows)[axis] == 1;
}

/// What the output's rows take over of an input's.
whole_reason row_movement::merge(int input, const lowered_node& n, const ops::description& d,
                                 moving_rows& out) const {
    const moving_rows& in = of(input);
    const ops::row_reach& r = d.reach;
    const std::int32_t spacing = in.spacing * r.stride;
    const bool fits_others = out.spacing == 0 || out.spacing == spacing;
    const bool has_other_rows = ops::reads_row_by_row(r) && in.rows != out.rows;
    if (r.divisor != 1 || !fits_others || has_other_rows) return whole_reason::reads_all;
    const std::int32_t last = (out.rows - 1) * r.stride - r.pad + (r.kernel - 1) * r.dilation;
    const bool sees_border = last >= in.rows - in.border;
    if (!makes_borders(n) && (sees_border || in.border > 0)) return whole_reason::pads_end;
    const bool may_end_early = std::holds_alternative<ops::slice>(n.op);
    if (!may_end_early && in.rows - 1 - last >= r.stride) return whole_reason::reads_all;
    if (sees_border) {
        const std::int32_t beyond = last - (in.rows - in.border);
        out.border = std::max(out.border, std::min(out.rows, beyond / r.stride + 1));
    }
    out.spacing = spacing;
    out.clean = std::max(out.clean, -floor_divide(-(in.clean + r.pad), r.stride));
    return whole_reason::none;
}

/// Why a step has to make its whole output in each run, or `out` as it moves.
whole_reason row_movement::reason_against(std::size_t node, moving_rows& out) const {
    const lowered_node& n = model_.nodes[node];
    const int output = n.outputs[0];
    const row_extents made = rows_of(model_.tensors[std::size_t(output)].dims);
    if (made.rows == 1) return whole_reason::only_row;
    const ops::description d = describe(model_, n);
    const bool moves =
        n.outputs.size() == 1 && made.images == 1 && (makes_rows(n, d) || renames_rows(model_, n));
    if (!moves) return whole_reason::reads_all;
    const node_edges edges(model_, n);
    out.spacing = 0;
    for (std::size_t i = 0; i < data_inputs_of(n, edges.all); ++i) {
        const int t = n.inputs[i];
        if (t < 0) continue;
        if (!of(t).moves && !is_same_for_all_rows(t, output)) return whole_reason::reads_all;
        if (!of(t).moves) continue;
        if (const whole_reason against = merge(t, n, d, out); against != whole_reason::none)
            return against;
    }
    if (out.spacing * (out.rows - out.border) > frames_) return whole_reason::none;
    return out.border > 0 ? whole_reason::pads_end : whole_reason::only_row;
}

std::int32_t row_movement::rows_read(std::size_t node, std::size_t place) const {
    const lowered_node& n = model_.nodes[node];
    const moving_rows& in = of(n.inputs[place]);
    if (!moves(node) && !begins_at_first_row(node)) return in.rows;
    const moving_rows& out = of(n.outputs[0]);
    const std::int32_t first = moves(node) ? out.rows - out.made() : 0;
    return in.rows - ops::first_row_of(describe(model_, n).reach, first);
}

std::int32_t row_movement::front_rows_read(std::size_t node) const {
    const ops::row_reach r = describe(model_, model_.nodes[node]).reach;
    return (of(model_.nodes[node].outputs[0]).front - 1) * r.stride - r.pad +
           (r.kernel - 1) * r.dilation + 1;
}

bool row_movement::begins_at_first_row(std::size_t node) const {
    const lowered_node& n = model_.nodes[node];
    const bool cuts_rows = std::holds_alternative<ops::slice>(n.op) &&
                           describe(model_, n).contract == ops::contract::rows;
    return moves(node) || (cuts_rows && of(n.inputs[0]).moves && of(n.inputs[0]).border == 0);
}

/// The model's input comes once, so its rows cannot be made again.
bool row_movement::is_kept_for_fronts(int tensor) const {
    const moving_rows& m = of(tensor);
    return m.moves && !m.is_whole && m.lead > m.clean && tensor != model_.inputs[0] &&
           !again_.contains(tensor);
}

std::vector<int> row_movement::kept_for_fronts() const {
    std::vector<int> kept;
    for (std::size_t t = 0; t < tensors_.size(); ++t)
        if (is_kept_for_fronts(int(t))) kept.push_back(int(t));
    return kept;
}

/// How many rows a run makes at the beginning, now that all readers are known.
void row_movement::settle(int tensor) {
    moving_rows& m = tensors_[std::size_t(tensor)];
    if (!m.moves) return;
    const bool is_input = tensor == model_.inputs[0];
    if (m.is_whole || is_kept_for_fronts(tensor) || (is_input && m.lead > 0)) {
        m.from = std::min(m.from, m.clean);
        m.front = m.clean;
    } else {
        m.front = m.lead;
    }
}

void row_movement::read_from(std::size_t node) {
    const lowered_node& n = model_.nodes[node];
    for (std::size_t i = 0; i < n.inputs.size(); ++i) {
        if (n.inputs[i] < 0 || !of(n.inputs[i]).moves) continue;
        moving_rows& in = tensors_[std::size_t(n.inputs[i])];
        if (!begins_at_first_row(node)) {
            in.is_whole = true;
            continue;
        }
        in.from = std::min(in.from, in.rows - rows_read(node, i));
        if (of(n.outputs[0]).front > 0) in.lead = std::max(in.lead, front_rows_read(node));
    }
}

/// Whether a front reads at least a row, and none of its input's border.
bool row_movement::front_is_readable(std::size_t node) const {
    const lowered_node& n = model_.nodes[node];
    if (of(n.outputs[0]).front == 0) return true;
    if (!makes_borders(n)) return false;
    for (std::size_t i = 0; i < n.inputs.size(); ++i) {
        if (n.inputs[i] < 0 || !of(n.inputs[i]).moves) continue;
        const moving_rows& in = of(n.inputs[i]);
        const std::int32_t rows = front_rows_read(node);
        if (rows < 1 || rows > in.rows - in.border) return false;
    }
    return true;
}

/// Whether a step that moves makes fewer rows than the window has, all of which are what is read.
bool row_movement::saves_rows(std::size_t node) const {
    const int output = model_.nodes[node].outputs[0];
    const moving_rows& made = of(output);
    const bool shows_border =
        made.border > 0 && std::count(model_.outputs.begin(), model_.outputs.end(), output) > 0;
    return made.from >= made.clean && made.front + made.made() < made.rows && !shows_border &&
           front_is_readable(node);
}

/// Steps that save nothing, or whose output is read where it depends on padding, make all of it.
/// Whether there are more than before.
bool row_movement::give_up() {
    bool more = false;
    for (std::size_t n = 0; n < model_.nodes.size(); ++n) {
        if (!moves(n) || saves_rows(n)) continue;
        given_up_[n] = more = true;
    }
    return more;
}

void row_movement::require_whole_rows() const {
    std::int32_t all = 1;
    const lowered_node* first = nullptr;
    for (const lowered_node& n : model_.nodes) {
        const moving_rows& made = of(n.outputs[0]);
        if (!made.moves) continue;
        all = std::lcm(all, made.spacing);
        if (!first && frames_ % made.spacing != 0) first = &n;
    }
    if (first)
        fail_bad_input(fmt::format(
            "--stream {0}: step {1} makes a row for each {2} rows of the input, so {0} new rows "
            "give no whole number; use --stream {3} or a multiple of {3}",
            frames_, in_quotes(first->name), of(first->outputs[0]).spacing, all));
}

}  // namespace onnx2hpp
