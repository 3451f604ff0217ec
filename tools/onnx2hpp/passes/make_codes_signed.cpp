// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/passes/make_codes_signed.hpp>
#include <onnx2hpp/passes/rewrite.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace onnx2hpp {
namespace {

using tigris::dtype;

constexpr std::int32_t difference = 128;  // between codes of one number

bool is_unsigned(const value& v) { return v.type == dtype::u8; }
bool is_unsigned_code(const value& v) { return is_unsigned(v) && v.quant.per_tensor(); }

value as_signed(value v) {
    v.type = dtype::i8;
    for (std::int32_t& zero_point : v.quant.zero_point) zero_point -= difference;
    return v;
}

shared_tensor as_signed(const tensor_data& codes) {
    std::vector<std::int64_t> numbers = integers_of(codes);
    for (std::int64_t& number : numbers) number -= difference;
    return make_tensor(dtype::i8, codes.dims, numbers);
}

/// Nodes whose results are sums of products of codes as they are, without a zero point.
bool sums_codes(const node& n) { return is_own(n, "IntegerConv") || is_own(n, "IntegerMatMul"); }

/// Whether the sums of node n may become those of signed codes: all their readers know by how much
/// codes are less.
bool may_sum_signed(const rewriter& r, int n) {
    const value_id sums = r.at(n).outputs[0];
    const std::vector<int>& readers = r.readers(sums);
    return !r.is_output(sums) && std::all_of(readers.begin(), readers.end(), [&](int reader) {
        return is_own(r.at(reader), "RescaleSums") && r.is_constant(r.at(reader).inputs[2]);
    });
}

/// Where a node has something else than codes: a zero point, whose value its codes have, too, or
/// what a Pad adds.
bool is_beside_codes(const rewriter& r, int n, std::size_t slot) {
    if (slot != 2) return false;
    return r.traits(n).recodes || (r.at(n).op_type == "Pad" && r.is_constant(r.at(n).inputs[2]));
}

/// Nodes that compute the same with signed codes, because all that they have of uint8 are codes, as
/// far as they are linked by codes with a layer.
class signed_nodes {
public:
    explicit signed_nodes(const rewriter& wiring)
        : r(wiring), parts(std::size_t(r.node_count())), are_in(parts.size()) {
        std::iota(parts.begin(), parts.end(), 0);
        for (int n = 0; n < r.node_count(); ++n) join_producers(n);
        std::set<int> with_layer;
        for (int n = 0; n < r.node_count(); ++n)
            if (r.traits(n).is_layer || sums_codes(r.at(n))) with_layer.insert(part_of(n));
        for (int n = 0; n < r.node_count(); ++n)
            are_in[std::size_t(n)] = can_be(n) && with_layer.contains(part_of(n));
    }

    /// Whether a node is among them. False for nodes that were added since.
    bool contains(int n) const { return std::size_t(n) < are_in.size() && are_in[std::size_t(n)]; }

private:
    const rewriter& r;
    std::vector<int> parts;  // of each node, another one of its part, or itself
    std::vector<char> are_in;

    int part_of(int n) const {
        while (parts[std::size_t(n)] != n) n = parts[std::size_t(n)];
        return n;
    }

    bool takes(int n, std::size_t slot) const {
        const value_id v = r.at(n).inputs[slot];
        if (v == absent || !is_unsigned(r.at_value(v)) || is_beside_codes(r, n, slot)) return true;
        const bool is_weight = r.traits(n).is_layer && slot > 0;
        return is_unsigned_code(r.at_value(v)) && !is_weight;
    }
    bool makes(value_id v) const {
        return v == absent || !is_unsigned(r.at_value(v)) || is_unsigned_code(r.at_value(v));
    }
    bool can_be(int n) const {
        const node& at = r.at(n);
        for (std::size_t slot = 0; slot < at.inputs.size(); ++slot)
            if (!takes(n, slot)) return false;
        if (sums_codes(at) && !may_sum_signed(r, n)) return false;
        return std::all_of(at.outputs.begin(), at.outputs.end(),
                           [&](value_id v) { return makes(v); });
    }

    void join_producers(int n) {
        if (!can_be(n)) return;
        for (const value_id v : r.at(n).inputs) {
            const int producer = r.producer_of(v);
            if (producer >= 0 && is_unsigned_code(r.at_value(v)) && can_be(producer))
                parts[std::size_t(part_of(n))] = part_of(producer);
        }
    }
};

/// Gives nodes signed codes, and converts what they share with other nodes.
class code_signing {
public:
    explicit code_signing(rewriter& wiring) : r(wiring), nodes(wiring) {}

    void run() {
        const int count = r.node_count();
        for (int n = 0; n < count; ++n) {
            if (!nodes.contains(n)) continue;
            sign_border(n);
            lower_sums(n);
        }
        for (int n = 0; n < count; ++n)
            if (nodes.contains(n)) sign_outputs(n);
        for (int n = 0; n < count; ++n)
            if (nodes.contains(n)) sign_inputs(n);
    }

private:
    rewriter& r;
    signed_nodes nodes;
    std::map<value_id, value_id> signed_copies;

    /// What a Pad of codes adds; where it does not say it, code 0.
    void sign_border(int n) {
        if (r.at(n).op_type != "Pad" || !is_unsigned(r.at_value(r.at(n).inputs[0]))) return;
        std::vector<value_id> inputs = r.at(n).inputs;
        inputs.resize(std::max<std::size_t>(inputs.size(), 3), absent);
        shared_tensor border = make_tensor(dtype::u8, {}, std::vector<std::int64_t>{0});
        if (inputs[2] != absent) border = r.at_value(inputs[2]).constant;
        if (border->type != dtype::u8) return;
        inputs[2] = r.add_constant(r.at(n).name + "_border", as_signed(*border));
        r.set_inputs(n, inputs);
    }

    void sign_outputs(int n) {
        const std::vector<value_id> outputs = r.at(n).outputs;
        for (const value_id v : outputs)
            if (v != absent && is_unsigned_code(r.at_value(v))) sign_output(n, v);
    }

    /// Other nodes and the model get it as it was.
    void sign_output(int n, value_id v) {
        const value before = r.at_value(v);
        r.at_value(v) = as_signed(before);
        std::vector<int> others = r.readers(v);
        std::erase_if(others, [&](int reader) { return nodes.contains(reader); });
        if (others.empty() && !r.is_output(v)) return;
        r.at_value(v).name += "_signed";
        const value_id as_before = r.add_value(before);
        for (const int reader : others) replace_input(reader, v, as_before);
        std::replace(r.model.outputs.begin(), r.model.outputs.end(), v, as_before);
        convert(n, v, as_before);
    }

    void sign_inputs(int n) {
        const std::vector<value_id> inputs = r.at(n).inputs;
        for (std::size_t slot = 0; slot < inputs.size(); ++slot)
            if (inputs[slot] != absent && is_unsigned_code(r.at_value(inputs[slot])) &&
                !is_beside_codes(r, n, slot))
                replace_input(n, inputs[slot], signed_copy(n, inputs[slot]));
    }

    /// Signed codes are less than those that the zero point is for.
    void lower_sums(int n) {
        if (!sums_codes(r.at(n)) || !is_unsigned(r.at_value(r.at(n).inputs[0]))) return;
        for (const int reader : r.readers(r.at(n).outputs[0])) {
            const std::int64_t base = integer_attribute(r.at(reader), "base", 0);
            r.at(reader).attributes["base"] = base + difference;
        }
    }

    /// The signed copy of a constant, an input of the model or a result of another node.
    value_id signed_copy(int reader, value_id v) {
        const auto [place, is_new] = signed_copies.try_emplace(v, absent);
        if (!is_new) return place->second;
        value made = as_signed(r.at_value(v));
        made.name += "_signed";
        if (made.constant) made.constant = as_signed(*made.constant);
        place->second = r.add_value(made);
        if (!made.constant) convert(reader, v, place->second);
        return place->second;
    }

    void replace_input(int n, value_id from, value_id to) {
        std::vector<value_id> inputs = r.at(n).inputs;
        std::replace(inputs.begin(), inputs.end(), from, to);
        r.set_inputs(n, inputs);
    }

    void convert(int part_of, value_id from, value_id to) {
        r.add_node(
            make_node(r.at(part_of), r.at_value(to).name + "_Identity", "Identity", {from}, {to}));
    }
};

}  // namespace

void make_codes_signed(onnx_model& m) {
    rewriter r(m);
    code_signing(r).run();
    r.finish();
}

}  // namespace onnx2hpp
