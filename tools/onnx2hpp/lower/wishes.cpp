// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/lower/wishes.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>

namespace onnx2hpp {
namespace {

const extents& dims_of(const onnx_model& m, value_id v) {
    return m.values[static_cast<std::size_t>(v)].dims;
}

/// What its kernels do for each element, or pair of elements, they do in any order.
bool keeps_axes(const operator_entry& entry) {
    return entry.unary || entry.binary || entry.traits.order == wanted_order::as_result;
}

/// The order before a Transpose, of one after it.
axis_order before_transpose(const node& n, const axis_order& behind) {
    const extents perm = integers_attribute(n, "perm", {});
    axis_order result;
    for (const int axis : behind)
        result.push_back(perm.empty() ? static_cast<int>(behind.size()) - 1 - axis
                                      : static_cast<int>(perm[static_cast<std::size_t>(axis)]));
    return result;
}

/// What a reader of v wants: an order, perhaps none, or what is wished for its own result.
struct demand {
    std::optional<axis_order> order;
    value_id behind = absent;
};

demand demand_of(const onnx_model& m, const node& n, value_id v) {
    const std::size_t rank = dims_of(m, v).size();
    const operator_entry& entry = entry_of(m, n);
    const wanted_order order = entry.traits.order;
    if (n.inputs[0] == v && order == wanted_order::channels_last) return {channels_last(rank)};
    if (order == wanted_order::onnx) return {onnx_order(rank)};
    if (n.inputs[0] == v && entry.order) return {entry.order(m, n)};
    if (!keeps_axes(entry) || dims_of(m, n.outputs[0]).size() != rank) return {};
    return {{}, n.outputs[0]};
}

}  // namespace

wishes::wishes(const onnx_model& m)
    : model_(m), readers_(m.values.size()), wishes_(m.values.size()) {
    for (std::size_t n = 0; n < m.nodes.size(); ++n)
        for (const value_id v : m.nodes[n].inputs)
            if (v != absent) readers_[static_cast<std::size_t>(v)].push_back(static_cast<int>(n));
}

std::optional<axis_order> wishes::of(value_id v) const {
    if (dims_of(model_, v).size() < 3) return {};
    if (!at(v).is_known) find(v);
    return at(v).order;
}

/// Asks a reader of v. False if that depends on what is wished for `behind`, which is not known.
bool wishes::ask(const node& reader, value_id v, value_id& behind) const {
    const demand wanted = demand_of(model_, reader, v);
    behind = wanted.behind;
    if (behind == absent) {
        at(v).order = wanted.order;
        return true;
    }
    if (!at(behind).is_known) return false;
    const std::optional<axis_order>& order = at(behind).order;
    const bool permutes = traits_of(model_, reader).moves == element_moves::permutation;
    at(v).order = order && permutes ? before_transpose(reader, *order) : order;
    return true;
}

/// One reader of each value after the other, until one has a wish. No recursion: models are deep.
void wishes::find(value_id v) const {
    struct place {
        value_id v;
        std::size_t reader = 0;
    };
    for (std::vector<place> path{{v}}; !path.empty();) {
        place& now = path.back();
        const std::vector<int>& readers = readers_[static_cast<std::size_t>(now.v)];
        if (now.reader == readers.size() || at(now.v).order) {
            at(now.v).is_known = true;
            path.pop_back();
            continue;
        }
        const node& reader = model_.nodes[static_cast<std::size_t>(readers[now.reader])];
        value_id behind = absent;
        if (ask(reader, now.v, behind))
            ++now.reader;
        else
            path.push_back({behind});
    }
}

}  // namespace onnx2hpp
