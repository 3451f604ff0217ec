// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/dynamic_codes.hpp>

#include <onnx2hpp/expand/common_values.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

/// The node that makes v or what v is a copy of, or null.
const node* producer_of(const expansion& e, value_id v) {
    const std::vector<node>& nodes = e.source().nodes;
    for (auto n = nodes.rbegin(); n != nodes.rend() && v != absent; ++n) {
        if (std::find(n->outputs.begin(), n->outputs.end(), v) == n->outputs.end()) continue;
        if (n->op_type != "Identity") return &*n;
        v = n->inputs[0];
    }
    return nullptr;
}

/// The producer of input 0 of `n`, if that is `type`.
const node* before(const expansion& e, const node* n, std::string_view type) {
    const node* found = n ? producer_of(e, n->inputs[0]) : nullptr;
    return found && found->op_type == type ? found : nullptr;
}

/// Whether v is the zero point of a range, cast to uint8.
bool is_zero_point_of(const expansion& e, value_id v, value_id range) {
    const node* cast = producer_of(e, v);
    if (!cast || cast->op_type != "Cast" || e.type(v) != tigris::dtype::u8) return false;
    const node* part = before(e, before(e, cast, "Reshape"), "Slice");
    return part && part->inputs[0] == range && part->inputs.size() > 1 &&
           e.is_constant(part->inputs[1]) && integers_of(*e.of(part->inputs[1]).constant)[0] == 1;
}

}  // namespace

value_id part_of_range(expansion& e, value_id range, std::int64_t element) {
    return reshaped(e, sliced(e, range, 0, element, element + 1), {});
}

std::optional<dynamic_codes> find_dynamic_codes(const expansion& e, value_id codes,
                                                value_id zero_point) {
    const node* found = producer_of(e, codes);
    if (!found || !is_own(*found, "DynamicQuantize")) return {};
    const dynamic_codes result{found->inputs[0], found->inputs[1]};
    if (!is_zero_point_of(e, zero_point, result.range)) return {};
    return result;
}

value_id signed_codes(expansion& e, const dynamic_codes& of, const extents& pads) {
    attribute_map attributes{{"signed", std::int64_t{1}}};
    if (!pads.empty()) attributes["pads"] = pads;
    const std::vector<value_id> inputs{of.x, of.range};
    for (const node& n : e.source().nodes)
        if (is_own(n, "DynamicQuantize") && n.inputs == inputs && n.attributes == attributes)
            return n.outputs[0];
    return e.add("tigris.DynamicQuantize", inputs, attributes);
}

}  // namespace onnx2hpp
