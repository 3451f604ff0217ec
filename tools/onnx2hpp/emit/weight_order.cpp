// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/weight_order.hpp>

#include <onnx2hpp/backends.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/emit/for_header.hpp>
#include <onnx2hpp/emit/weight_facts.hpp>
#include <onnx2hpp/step_operands.hpp>
#include <tigris/kernels/arrange_weights.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// The order in which a step wants its input `place`, if that is weights.
weight_order wanted_order(const lowered_model& model, const lowered_node& node, std::size_t place,
                          tigris::backend backend) {
    if (place != 1) return weight_order::canonical;
    const std::vector<std::int16_t> edges = edges_of(node);
    const operands tensors = operands_of(model, node, edges);
    if (tensors.input(1).type == dtype::i4) return weight_order::canonical;
    return std::visit(
        [&](const auto& op) {
            return with_tag_of(backend,
                               [&](auto tag) { return weight_order_of(tag, op, tensors); });
        },
        node.op);
}

/// For each tensor the order that all steps want which read it.
std::vector<std::optional<weight_order>> find_orders(const lowered_model& model,
                                                     tigris::backend backend) {
    std::vector<std::optional<weight_order>> orders(model.tensors.size());
    for (const lowered_node& node : model.nodes)
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            if (node.inputs[i] < 0) continue;
            auto& order = orders[std::size_t(node.inputs[i])];
            const weight_order wanted = wanted_order(model, node, i, backend);
            order = order.value_or(wanted) == wanted ? wanted : weight_order::canonical;
        }
    return orders;
}

bool can_arrange_for(tigris::backend backend, weight_order order, const weight_facts& facts) {
    return with_tag_of(backend, [&](auto tag) { return can_arrange(tag, order, facts); });
}

void arrange(tensor_data& c, const tensor& t) {
    std::vector<std::byte> arranged(std::size_t(bytes_of(t)));
    kernels::arrange_weights(t.order, weight_extents_of(t.dims),
                             reinterpret_cast<const std::int8_t*>(c.bytes.data()),
                             reinterpret_cast<std::int8_t*>(arranged.data()));
    c.bytes = std::move(arranged);
}

}  // namespace

lowered_model with_weight_orders(lowered_model model, tigris::backend backend) {
    const auto orders = find_orders(model, backend);
    const std::vector<weight_facts> facts =
        model.weights_vary ? find_expected_weight_facts(model) : find_own_weight_facts(model);
    for (std::size_t i = 0; i < model.tensors.size(); ++i) {
        tensor& t = model.tensors[i];
        if (t.kind == tensor_kind::constant && orders[i] &&
            can_arrange_for(backend, *orders[i], facts[std::size_t(t.index)]))
            t.order = *orders[i];
    }
    return model;
}

lowered_model with_orders_of_header(lowered_model model, const options& o) {
    const std::vector<weight_order> orders = orders_in_header(o);
    const std::vector<weight_facts> facts = find_own_weight_facts(model);
    for (std::size_t i = 0; i < std::min(orders.size(), model.tensors.size()); ++i) {
        tensor& t = model.tensors[i];
        if (t.kind != tensor_kind::constant || orders[i] == weight_order::canonical) continue;
        const weight_facts& own = facts[std::size_t(t.index)];
        if (!can_arrange_for(o.backend, orders[i], own))
            fail_bad_input(fmt::format(
                "{} does not run under {}: tensor {}: {}: weights from {} to {}, with sums up to "
                "{}, "
                "do not fit the order that the header has; convert it to a header of its own",
                in_quotes(o.input), in_quotes(o.for_header), i, model.tensor_names[i], own.lowest,
                own.highest, own.largest_sum));
        t.order = orders[i];
    }
    return model;
}

lowered_model with_arranged_weights(lowered_model model) {
    for (const tensor& t : model.tensors)
        if (t.order != weight_order::canonical) arrange(model.constants[std::size_t(t.index)], t);
    return model;
}

}  // namespace onnx2hpp
