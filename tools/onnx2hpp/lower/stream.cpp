// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/stream.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/moving_model.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace onnx2hpp {
namespace {

using namespace tigris;

std::int64_t macs_of(const lowered_model& model) {
    std::int64_t macs = 0;
    for (const lowered_node& n : model.nodes) macs += describe(model, n).macs;
    return macs;
}

/// Elements of all results, those of kept rows apart.
std::int64_t result_elements(const lowered_model& model) {
    std::int64_t elements = 0;
    for (const lowered_node& n : model.nodes)
        for (const int t : n.outputs)
            if (!std::holds_alternative<ops::slide>(n.op))
                elements += element_count(model.tensors[std::size_t(t)]);
    return elements;
}

struct refusal {
    std::string reason, hint;
};

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

refusal refusal_of_transposed(const std::string& input) {
    return {fmt::format("input {} is transposed before its rows are read", in_quotes(input)),
            "omit --io-layout onnx if it is given, or export a model without a Transpose there"};
}

void require_window(const lowered_model& model, int frames) {
    if (model.state_count > 0)
        fail_bad_input("--stream: the model has states already; leave out --state or --stream");
    if (model.inputs.size() != 1)
        fail_bad_input(fmt::format("--stream: the model has {} inputs, only one can move",
                                   model.inputs.size()));
    const tensor& input = model.tensors[std::size_t(model.inputs[0])];
    const row_extents extents = rows_of(input.dims);
    const std::string& name = model.tensor_names[std::size_t(model.inputs[0])];
    if ((extents.rows < 2 || frames >= extents.rows) && transposes_input(model))
        fail_unsupported("--stream: " + refusal_of_transposed(name).reason,
                         refusal_of_transposed(name).hint);
    if (extents.images != 1 || extents.rows < 2)
        fail_bad_input(
            fmt::format("--stream: input {} is no window of rows; rows are the axis "
                        "before width and channels, of one image",
                        in_quotes(name)));
    if (frames >= extents.rows)
        fail_bad_input(fmt::format("--stream {}: input {} has {} rows; use fewer than these",
                                   frames, in_quotes(name), extents.rows));
}

/// Memory that is kept and an output of the model's cannot be one block.
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

/// The first step that makes all of its output for this reason.
const lowered_node* first_step(const lowered_model& model, const row_movement& movement,
                               whole_reason reason) {
    for (std::size_t n = 0; n < model.nodes.size(); ++n)
        if (movement.reason(n) == reason) return &model.nodes[n];
    return nullptr;
}

/// Why each run computes as much as without.
refusal find_refusal(const lowered_model& model, const row_movement& movement) {
    const auto name = [&](whole_reason reason) -> std::optional<std::string> {
        const lowered_node* n = first_step(model, movement, reason);
        return n ? std::optional(in_quotes(n->name)) : std::nullopt;
    };
    const std::string unpadded = "export a model whose layers pad no rows, or fewer";
    const std::string whole = "omit --stream: the model runs over the whole window";
    if (transposes_input(model))
        return refusal_of_transposed(model.tensor_names[std::size_t(model.inputs[0])]);
    if (const auto step = name(whole_reason::pads_end))
        return {fmt::format("step {} pads its rows at the end", *step), unpadded};
    if (const auto step = name(whole_reason::shows_padding))
        return {fmt::format("step {} pads its rows, and outputs depend on that padding", *step),
                unpadded};
    if (const auto step = name(whole_reason::reads_all))
        return {fmt::format("step {} reads the whole window", *step), whole};
    return {"no step makes several rows", whole};
}

[[noreturn]] void refuse(const lowered_model& model, const row_movement& movement, int frames) {
    const refusal found = find_refusal(model, movement);
    fail_unsupported(fmt::format("--stream {}: each run would compute all rows again, because {}",
                                 frames, found.reason),
                     found.hint);
}

/// Bytes of the rows that are kept from run to run.
std::int64_t kept_bytes(const lowered_model& from, const row_movement& movement) {
    std::int64_t bytes = 0;
    for (std::size_t t = 0; t < from.tensors.size(); ++t) {
        const moving_rows& rows = movement.of(int(t));
        if (!rows.keeps_rows()) continue;
        tensor kept = from.tensors[t];
        kept.dims.extent[ops::axis_of_rows(kept.dims)] = rows.kept();
        bytes += bytes_of(kept);
    }
    return bytes;
}

/// Multiply-accumulates of the rows that a run makes.
std::int64_t macs_of_rows(const lowered_model& from, const row_movement& movement) {
    std::int64_t macs = 0;
    for (std::size_t n = 0; n < from.nodes.size(); ++n) {
        const moving_rows& made = movement.of(from.nodes[n].outputs[0]);
        const std::int64_t all = describe(from, from.nodes[n]).macs;
        macs += made.moves ? all / made.rows * (made.front + made.made()) : all;
    }
    return macs;
}

/// Computes a tensor again as well, and those before it whose rows would be kept instead.
row_movement with_again(const lowered_model& from, int frames, const row_movement& before,
                        int tensor) {
    const std::vector<int> kept_before = before.kept_for_fronts();
    std::set<int> again = before.again();
    again.insert(tensor);
    while (true) {
        const std::size_t count = again.size();
        row_movement tried(from, frames, again);
        for (const int t : tried.kept_for_fronts())
            if (std::count(kept_before.begin(), kept_before.end(), t) == 0) again.insert(t);
        if (again.size() == count) return tried;
    }
}

/// Tensors whose rows are kept for fronts, those first that save most bytes for the work of
/// computing them again.
std::vector<int> cheapest_first(const lowered_model& from, int frames, const row_movement& most) {
    const std::int64_t bytes = kept_bytes(from, most), macs = macs_of_rows(from, most);
    std::vector<std::pair<double, int>> costs;
    for (const int t : most.kept_for_fronts()) {
        const row_movement tried = with_again(from, frames, most, t);
        const auto saved = std::max<std::int64_t>(bytes - kept_bytes(from, tried), 1);
        costs.emplace_back(double(macs_of_rows(from, tried) - macs) / double(saved), t);
    }
    std::sort(costs.begin(), costs.end());
    std::vector<int> tensors;
    for (const auto& [cost, t] : costs) tensors.push_back(t);
    return tensors;
}

/// Keeps all rows that save work, but at most `most_kept` bytes of rows.
row_movement fewest_macs(const lowered_model& from, int frames,
                         std::optional<std::int64_t> most_kept) {
    std::optional<row_movement> best(std::in_place, from, frames);
    std::int64_t least = kept_bytes(from, *best);
    if (!most_kept || least <= *most_kept) return std::move(*best);
    for (const int t : cheapest_first(from, frames, *best)) {
        best.emplace(with_again(from, frames, *best, t));
        const std::int64_t bytes = kept_bytes(from, *best);
        if (bytes <= *most_kept) return std::move(*best);
        least = std::min(least, bytes);
    }
    fail_bad_input(fmt::format("--stream: at least {} bytes of rows must be kept; give KEEP={}",
                               least, least));
}

/// Says what share of the work remains: multiply-accumulates, or elements where there are none.
void note_share(const lowered_model& from, const lowered_model& to, int frames,
                const row_movement& movement) {
    const bool has_macs = macs_of(from) > 0;
    const std::int64_t before = has_macs ? macs_of(from) : result_elements(from);
    const std::int64_t after = has_macs ? macs_of(to) : result_elements(to);
    if (after >= before) refuse(from, movement, frames);
    note(fmt::format(
        "each run gets {} of {} rows and {}, {:.1f} % of the whole window's; {} bytes of rows are "
        "kept",
        frames, movement.of(from.inputs[0]).rows,
        has_macs ? fmt::format("takes {} multiply-accumulates", after)
                 : fmt::format("makes {} elements", after),
        100.0 * double(after) / double(before), kept_bytes(from, movement)));
}

}  // namespace

lowered_model with_stream(lowered_model model, int frames, std::optional<std::int64_t> most_kept) {
    require_window(model, frames);
    const int window = rows_of(model.tensors[std::size_t(model.inputs[0])].dims).rows;
    const row_movement movement = fewest_macs(model, frames, most_kept);
    lowered_model made = moving_model(model, movement);
    require_own_outputs(made);
    note_share(model, made, frames, movement);
    made.stream_frames = frames;
    made.stream_window = window;
    return made;
}

}  // namespace onnx2hpp
