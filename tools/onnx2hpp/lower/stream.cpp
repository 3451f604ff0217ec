// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/stream.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/moving_rows.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

namespace onnx2hpp {
namespace {

using namespace tigris;

std::int64_t macs_of(const lowered_model& model) {
    std::int64_t macs = 0;
    for (const lowered_node& n : model.nodes) macs += describe(model, n).macs;
    return macs;
}

/// An operator for rows that begin with the first one that it reads.
struct without_row_padding {
    int axis;  // of rows

    void operator()(ops::pad& op) const { op.before[axis] = op.after[axis] = 0; }
    template <class Op>
    void operator()(Op& op) const {
        if constexpr (requires { op.window.pad_top; }) op.window.pad_top = op.window.pad_bottom = 0;
    }
};

/// Elements of all results, those of kept rows apart.
std::int64_t result_elements(const lowered_model& model) {
    std::int64_t elements = 0;
    for (const lowered_node& n : model.nodes)
        for (const int t : n.outputs)
            if (!std::holds_alternative<ops::slide>(n.op))
                elements += element_count(model.tensors[std::size_t(t)]);
    return elements;
}

class stream_maker {
public:
    stream_maker(const lowered_model& model, int frames)
        : source_(model), movement_(model, frames), made_(model) {}

    lowered_model make() {
        made_.nodes.clear();
        for (std::size_t t = 0; t < source_.tensors.size(); ++t) shorten(int(t));
        slide(source_.inputs[0]);
        for (std::size_t n = 0; n < source_.nodes.size(); ++n) {
            add(n);
            slide(source_.nodes[n].outputs[0]);
        }
        return std::move(made_);
    }

    const row_movement& movement() const { return movement_; }

private:
    static int axis_of(const tensor& t) { return ops::axis_of_rows(t.dims); }
    tensor& info(int t) { return made_.tensors[std::size_t(t)]; }

    /// A tensor that moves has its new rows alone.
    void shorten(int t) {
        if (movement_.of(t).moves) info(t).dims.extent[axis_of(info(t))] = movement_.of(t).fresh;
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
        if (!rows.moves || rows.kept() == rows.fresh) return;
        const int before = add_edge(t, rows.kept(), "_kept", tensor_kind::input, made_.inputs);
        kept_[t] = add_edge(t, rows.kept(), "_kept_next", tensor_kind::output, made_.outputs);
        made_.texts.resize(made_.outputs.size());
        ++made_.state_count;
        made_.nodes.push_back({free_name(fmt::format("slide_Rows_{}", made_.state_count)),
                               ops::slide{},
                               {before, t},
                               {kept_[t]}});
    }

    /// A tensor that ends with the last `rows` rows of t, and how many it has.
    std::pair<int, std::int32_t> source_of(int t, std::int32_t rows) const {
        const auto kept = kept_.find(t);
        const bool is_fresh = rows == movement_.of(t).fresh || kept == kept_.end();
        return is_fresh ? std::pair{t, movement_.of(t).fresh}
                        : std::pair{kept->second, movement_.of(t).kept()};
    }

    /// The last `rows` rows of t, and no more.
    int last_rows(int t, std::int32_t rows) {
        const auto [from, available] = source_of(t, rows);
        if (rows == available) return from;
        const auto [found, is_new] = cut_.try_emplace({t, rows}, -1);
        if (!is_new) return found->second;
        found->second = add_rows(t, rows, "_newest");
        ops::slice op;
        op.begin[axis_of(info(t))] = available - rows;
        made_.nodes.push_back(
            {free_name(fmt::format("slice_Newest_{}", cut_.size())), op, {from}, {found->second}});
        return found->second;
    }

    void add(std::size_t node) {
        lowered_node n = source_.nodes[node];
        const bool cuts = std::holds_alternative<ops::slice>(n.op);
        for (std::size_t i = 0; i < n.inputs.size(); ++i) {
            const int t = n.inputs[i];
            if (t < 0 || !movement_.of(t).moves) continue;
            const std::int32_t rows = movement_.rows_read(node, i);
            n.inputs[i] = cuts && movement_.begins_at_first_row(node) ? source_of(t, rows).first
                                                                      : last_rows(t, rows);
        }
        if (movement_.begins_at_first_row(node)) begin_at_first_row(node, n);
        if (describe(made_, n).output != info(n.outputs[0]).dims)
            throw std::logic_error("internal error: step " + in_quotes(n.name) +
                                   " does not make the rows that are new");
        made_.nodes.push_back(std::move(n));
    }

    void begin_at_first_row(std::size_t node, lowered_node& n) const {
        const int axis = axis_of(made_.tensors[std::size_t(n.outputs[0])]);
        std::visit(without_row_padding{axis}, n.op);
        auto* cut = std::get_if<ops::slice>(&n.op);
        if (!cut) return;
        const std::int32_t rows = movement_.rows_read(node, 0);
        cut->begin[axis] = source_of(source_.nodes[node].inputs[0], rows).second - rows;
    }

    const lowered_model& source_;
    row_movement movement_;
    lowered_model made_;
    std::map<int, int> kept_;                          // by tensor
    std::map<std::pair<int, std::int32_t>, int> cut_;  // by tensor and rows
};

void require_window(const lowered_model& model, int frames) {
    if (model.state_count > 0)
        fail_bad_input("--stream: the model has states already; leave out --state or --stream");
    if (model.inputs.size() != 1)
        fail_bad_input(fmt::format("--stream: the model has {} inputs, only one can move",
                                   model.inputs.size()));
    const tensor& input = model.tensors[std::size_t(model.inputs[0])];
    const row_extents extents = rows_of(input.dims);
    const std::string& name = model.tensor_names[std::size_t(model.inputs[0])];
    if (extents.images != 1 || extents.rows < 2)
        fail_bad_input(
            fmt::format("--stream: input {} is no window of rows; rows are the axis "
                        "before width and channels, of one image",
                        in_quotes(name)));
    if (frames >= extents.rows)
        fail_bad_input(fmt::format("--stream {}: input {} has {} rows; use fewer than these",
                                   frames, in_quotes(name), extents.rows));
}

/// Memory that is kept and an output of the model's cannot be one piece.
void require_own_outputs(const lowered_model& model) {
    std::vector<int> storage(model.tensors.size());
    for (std::size_t t = 0; t < storage.size(); ++t) storage[t] = int(t);
    for (const lowered_node& n : model.nodes)
        if (std::holds_alternative<ops::reshape>(n.op))
            storage[std::size_t(n.outputs[0])] = storage[std::size_t(n.inputs[0])];
    for (const int output : own_edges(model, model.outputs)) {
        const int from = storage[std::size_t(output)];
        if (from != output && model.tensors[std::size_t(from)].kind == tensor_kind::output)
            fail_unsupported(fmt::format("--stream: output {} is a window of rows that are kept",
                                         in_quotes(model.tensor_names[std::size_t(output)])),
                             "give the rows themselves as output");
    }
}

/// Whether the first step makes rows of what are columns of the input.
bool transposes_input(const lowered_model& model) {
    int input = model.inputs[0];
    for (const lowered_node& n : model.nodes) {
        if (n.inputs.empty() || n.inputs[0] != input) continue;
        if (std::holds_alternative<ops::transpose>(n.op)) return true;
        if (std::holds_alternative<ops::interleave>(n.op)) return true;
        if (std::holds_alternative<ops::reshape>(n.op)) input = n.outputs[0];
    }
    return false;
}

std::string describe_reason(const lowered_model& model, const row_movement& movement) {
    if (transposes_input(model))
        return fmt::format("input {} is transposed before its rows are read",
                           in_quotes(model.tensor_names[std::size_t(model.inputs[0])]));
    const auto first = [&](whole_reason reason) -> const lowered_node* {
        for (std::size_t n = 0; n < model.nodes.size(); ++n)
            if (movement.reason(n) == reason) return &model.nodes[n];
        return nullptr;
    };
    if (const lowered_node* n = first(whole_reason::pads_end))
        return fmt::format("step {} pads its rows at the end", in_quotes(n->name));
    if (const lowered_node* n = first(whole_reason::shows_padding))
        return fmt::format("step {} pads its rows, and outputs depend on that padding",
                           in_quotes(n->name));
    if (const lowered_node* n = first(whole_reason::reads_all))
        return fmt::format("step {} reads the whole window", in_quotes(n->name));
    return "no step makes several rows";
}

/// Says what share of the work remains: multiply-accumulates, or elements where there are none.
void note_share(const lowered_model& from, const lowered_model& to, int frames,
                const row_movement& movement) {
    const bool has_macs = macs_of(from) > 0;
    const std::int64_t before = has_macs ? macs_of(from) : result_elements(from);
    const std::int64_t after = has_macs ? macs_of(to) : result_elements(to);
    if (after >= before)
        fail_unsupported(
            fmt::format("--stream {}: each run would compute all rows again, because {}", frames,
                        describe_reason(from, movement)),
            transposes_input(from)
                ? "omit --io-layout onnx, or export a model without that Transpose"
                : "export a model whose layers pad no rows, or only before the first one");
    std::int64_t bytes = 0;
    for (std::size_t s = 0; s < to.state_count; ++s)
        bytes += bytes_of(to.tensors[std::size_t(to.inputs[to.inputs.size() - 1 - s])]);
    note(fmt::format(
        "each run gets {} of {} rows and {}, {:.1f} % of the whole window's; {} bytes of rows are "
        "kept",
        frames, movement.of(from.inputs[0]).rows,
        has_macs ? fmt::format("takes {} multiply-accumulates", after)
                 : fmt::format("makes {} elements", after),
        100.0 * double(after) / double(before), bytes));
}

}  // namespace

lowered_model with_stream(lowered_model model, int frames) {
    require_window(model, frames);
    const int window = rows_of(model.tensors[std::size_t(model.inputs[0])].dims).rows;
    stream_maker maker(model, frames);
    lowered_model made = maker.make();
    require_own_outputs(made);
    note_share(model, made, frames, maker.movement());
    made.stream_frames = frames;
    made.stream_window = window;
    return made;
}

}  // namespace onnx2hpp
