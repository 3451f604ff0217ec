// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/moving_model.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// An operator for rows that begin with the first one that it reads.
struct without_padding_before {
    int axis;  // of rows

    void operator()(ops::pad& op) const { op.before[axis] = 0; }
    template <class Op>
    void operator()(Op& op) const {
        if constexpr (requires { op.window.pad_top; }) op.window.pad_top = 0;
    }
};

/// An operator for the first rows of what it makes.
struct without_end_padding {
    template <class Op>
    void operator()(Op& op) const {
        if constexpr (requires { op.window.pad_bottom; }) op.window.pad_bottom = 0;
    }
};

/// Makes the nodes of the new model in the order of the old ones. Tensors of the old model keep
/// their numbers; those that move have the rows alone that each run makes at the end.
class stream_builder {
public:
    stream_builder(const lowered_model& model, const row_movement& movement)
        : source_(model), movement_(movement), made_(model) {}

    lowered_model make() {
        made_.nodes.clear();
        for (std::size_t t = 0; t < source_.tensors.size(); ++t) shorten(int(t));
        slide(source_.inputs[0]);
        for (std::size_t n = 0; n < source_.nodes.size(); ++n) {
            add_front(n);
            add(n);
            slide(source_.nodes[n].outputs[0]);
        }
        return std::move(made_);
    }

private:
    static int axis_of(const tensor& t) { return ops::axis_of_rows(t.dims); }
    tensor& info(int t) { return made_.tensors[std::size_t(t)]; }

    /// A tensor that moves has the rows alone that each run makes at its end.
    void shorten(int t) {
        if (movement_.of(t).moves) info(t).dims.extent[axis_of(info(t))] = movement_.of(t).made();
    }

    /// A tensor of `rows` rows like t's.
    int add_rows(int t, std::int32_t rows, const char* suffix) {
        tensor added = info(t);
        added.kind = tensor_kind::activation, added.index = -1;
        added.dims.extent[axis_of(added)] = rows;
        made_.tensors.push_back(added);
        made_.tensor_names.push_back(made_.tensor_names[std::size_t(t)] + suffix);
        return int(made_.tensors.size()) - 1;
    }

    int add_edge(int t, std::int32_t rows, const char* suffix, tensor_kind kind,
                 std::vector<int>& edges) {
        const int added = add_rows(t, rows, suffix);
        info(added).kind = kind;
        info(added).index = std::int16_t(edges.size());
        edges.push_back(added);
        return added;
    }

    std::string free_name(const std::string& wanted) const {
        const auto is_taken = [&](const std::string& name) {
            const auto has_name = [&](const lowered_node& n) { return n.name == name; };
            return std::any_of(source_.nodes.begin(), source_.nodes.end(), has_name) ||
                   std::any_of(made_.nodes.begin(), made_.nodes.end(), has_name);
        };
        std::string name = wanted;
        for (int k = 2; is_taken(name); ++k) name = fmt::format("{}_{}", wanted, k);
        return name;
    }

    /// Keeps the rows of t that the next runs read.
    void slide(int t) {
        const moving_rows& rows = movement_.of(t);
        if (!rows.keeps_rows()) return;
        const int fresh = cut(t, 0, rows.fresh);
        const int before = add_edge(t, rows.kept(), "_kept", tensor_kind::input, made_.inputs);
        kept_[t] = add_edge(t, rows.kept(), "_kept_next", tensor_kind::output, made_.outputs);
        made_.texts.resize(made_.outputs.size());
        ++made_.state_count;
        made_.nodes.push_back({free_name(fmt::format("slide_Rows_{}", made_.state_count)),
                               ops::slide{},
                               {before, fresh},
                               {kept_[t]}});
    }

    std::int32_t rows_in(int t) { return info(t).dims[axis_of(info(t))]; }

    /// `rows` rows of a tensor of the new model, from row `begin` on.
    int cut(int t, std::int32_t begin, std::int32_t rows) {
        if (rows == rows_in(t)) return t;
        const auto [found, is_new] = cut_.try_emplace({t, begin, rows}, -1);
        if (!is_new) return found->second;
        found->second = add_rows(t, rows, "_rows");
        ops::slice op;
        op.begin[axis_of(info(t))] = begin;
        made_.nodes.push_back(
            {free_name(fmt::format("slice_Rows_{}", cut_.size())), op, {t}, {found->second}});
        return found->second;
    }

    /// The rows of several tensors of the new model one after the other; -1 is none.
    int joined(std::vector<int> parts) {
        std::erase(parts, -1);
        if (parts.size() == 1) return parts[0];
        const auto [found, is_new] = joined_.try_emplace(parts, -1);
        if (!is_new) return found->second;
        std::int32_t rows = 0;
        for (const int part : parts) rows += rows_in(part);
        found->second = add_rows(parts[0], rows, "_joined");
        const ops::concat op{.axis = std::int8_t(axis_of(info(parts[0])))};
        made_.nodes.push_back(
            {free_name(fmt::format("concat_Rows_{}", joined_.size())), op, parts, {found->second}});
        return found->second;
    }

    /// Rows of t between its front and its border: those that are kept, with the new ones.
    int middle_of(int t) {
        const auto kept = kept_.find(t);
        return kept == kept_.end() ? cut(t, 0, movement_.of(t).fresh) : kept->second;
    }
    int border_of(int t) {
        const moving_rows& rows = movement_.of(t);
        return rows.border == 0 ? -1 : cut(t, rows.fresh, rows.border);
    }
    int front_of(int t) const {
        const auto front = fronts_.find(t);
        return front == fronts_.end() ? -1 : front->second;
    }

    /// A tensor that ends with the last `rows` rows of t, which are not all made in this run.
    int source_of(int t, std::int32_t rows) {
        return rows <= movement_.of(t).made() ? t : middle_of(t);
    }

    /// The last `rows` rows of t, and no more.
    int last_rows(int t, std::int32_t rows) {
        const moving_rows& of = movement_.of(t);
        if (rows <= of.made()) return cut(t, of.made() - rows, rows);
        const int middle = middle_of(t);
        const std::int32_t older = rows - of.border;
        return joined({cut(middle, rows_in(middle) - older, older), border_of(t)});
    }

    /// The first `rows` rows of t, which are not among those of its border.
    int first_rows(int t, std::int32_t rows) {
        const std::int32_t front = movement_.of(t).front;
        if (rows <= front) return cut(front_of(t), 0, rows);
        return joined({front_of(t), cut(middle_of(t), 0, rows - front)});
    }

    int all_rows(int t) { return joined({front_of(t), middle_of(t), border_of(t)}); }

    /// The rows of input t that a run of a step reads.
    int rows_for(std::size_t node, std::size_t place, int t) {
        if (!movement_.begins_at_first_row(node)) return all_rows(t);
        const std::int32_t rows = movement_.rows_read(node, place);
        const bool cuts = std::holds_alternative<ops::slice>(source_.nodes[node].op);
        return cuts ? source_of(t, rows) : last_rows(t, rows);
    }

    void add(std::size_t node) {
        lowered_node n = source_.nodes[node];
        for (std::size_t i = 0; i < n.inputs.size(); ++i)
            if (n.inputs[i] >= 0 && movement_.of(n.inputs[i]).moves)
                n.inputs[i] = rows_for(node, i, n.inputs[i]);
        if (movement_.begins_at_first_row(node)) begin_at_first_row(node, n);
        push(std::move(n));
    }

    /// The rows at the beginning of a step's output, beside those that add() makes.
    void add_front(std::size_t node) {
        lowered_node n = source_.nodes[node];
        const int output = n.outputs[0];
        const std::int32_t rows = movement_.of(output).front;
        if (!movement_.moves(node) || rows == 0) return;
        for (std::size_t i = 0; i < n.inputs.size(); ++i)
            if (n.inputs[i] >= 0 && movement_.of(n.inputs[i]).moves)
                n.inputs[i] = first_rows(n.inputs[i], movement_.front_rows_read(node));
        std::visit(without_end_padding{}, n.op);
        n.name = free_name(n.name + "_front");
        n.outputs[0] = fronts_[output] = add_rows(output, rows, "_front");
        push(std::move(n));
    }

    void push(lowered_node n) {
        if (describe(made_, n).output != info(n.outputs[0]).dims)
            throw std::logic_error("internal error: step " + in_quotes(n.name) +
                                   " does not make the rows that are new");
        made_.nodes.push_back(std::move(n));
    }

    void begin_at_first_row(std::size_t node, lowered_node& n) {
        const int axis = axis_of(made_.tensors[std::size_t(n.outputs[0])]);
        std::visit(without_padding_before{axis}, n.op);
        auto* cut = std::get_if<ops::slice>(&n.op);
        if (!cut) return;
        const std::int32_t rows = movement_.rows_read(node, 0);
        cut->begin[axis] = rows_in(n.inputs[0]) - rows;
    }

    const lowered_model& source_;
    const row_movement& movement_;
    lowered_model made_;
    std::map<int, int> kept_, fronts_;  // by tensor
    std::map<std::tuple<int, std::int32_t, std::int32_t>, int> cut_;
    std::map<std::vector<int>, int> joined_;
};

}  // namespace

lowered_model moving_model(const lowered_model& model, const row_movement& movement) {
    return stream_builder(model, movement).make();
}

}  // namespace onnx2hpp
