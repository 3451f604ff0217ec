// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/operators.hpp>
#include <onnx2hpp/onnx/opsets.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

bool is_known(const operator_table& known, const node& n) {
    const operator_entry* entry = known.find(n);
    return entry && !entry->versions.empty();
}

bool is_known_domain(const node& n) {
    return n.domain.empty() || n.domain == "com.microsoft" || n.domain == ml_domain;
}

int newest_opset_of(const node& n) {
    return n.domain == ml_domain ? newest_ml_opset : newest_opset;
}

/// Operators that a tool writes, by what their qualified names begin with, and what makes ONNX's
/// own operators of them.
struct foreign_operators {
    std::string_view prefix;
    const char* hint;
};

constexpr const char* without_requant_nodes =
    "integerize the model in QuantLib with requant_node=False, which writes Mul, Add, Div, Floor "
    "and Clip";

constexpr foreign_operators foreign[]{
    {"qonnx.",
     "convert the model with QuantToQCDQ (qonnx.transformation.qonnx_to_qcdq): it makes "
     "QuantizeLinear, Clip and DequantizeLinear of Quant"},
    {"onnx.brevitas.",
     "export the model with brevitas.export.export_onnx_qcdq, which writes ONNX's own operators"},
    {"finn.",
     "export the model from Brevitas with export_onnx_qcdq, instead of FINN's transformed graph"},
    {"PACTOps.", without_requant_nodes},
    {"RequantShift", without_requant_nodes},  // what Deeploy reads, without a domain
};

[[noreturn]] void fail_unknown(const node& n) {
    for (const foreign_operators& known : foreign)
        if (qualified_name(n).starts_with(known.prefix))
            fail_unsupported(n, "this operator of a research tool is not supported", known.hint);
    if (!is_known_domain(n))
        fail_unsupported(n, "operators of domain " + in_quotes(n.domain) + " are not supported",
                         "export the model with operators of ai.onnx");
    fail_unsupported(n, "this operator is not supported",
                     "replace it by operators listed in docs/reference/operators.md");
}

/// The version in force; sets n.since.
const operator_version& select_version(const operator_entry& entry, node& n, int opset) {
    n.since = opset;
    if (opset > newest_opset_of(n))
        fail_unsupported(n,
                         fmt::format("opset {} is newer than {}, the newest that is known", opset,
                                     newest_opset_of(n)),
                         "export the model with an older opset");
    const operator_version* in_force = nullptr;
    for (const operator_version& version : entry.versions)
        for (const int since : version.since)
            if (since <= opset) in_force = &version, n.since = since;
    if (in_force) return *in_force;
    fail_unsupported(n,
                     fmt::format("opset {} is older than the versions of it that are known", opset),
                     n.domain == ml_domain ? "export the model with opset 5 of ai.onnx.ml"
                                           : "export the model with opset 13 or later");
}

/// How many inputs, from the first on, must be there. ONNX lets optional parameters be left out by
/// an empty name; a variadic one is not optional. Source: ONNX, docs/IR.md, "Optional Inputs".
/// Loop and Scan-8 begin with optional ones; their expansions ask for the others.
std::size_t needed_inputs(const node& n, const input_count& inputs) {
    const bool is_variadic = inputs.most == any_number && !n.body;
    return is_variadic ? std::max(inputs.least, n.inputs.size()) : inputs.least;
}

void check_inputs(const node& n, const input_count& inputs) {
    if (n.inputs.size() > inputs.most)
        fail_unsupported(
            n,
            fmt::format("it has {} inputs, but at most {} are known", n.inputs.size(), inputs.most),
            "export the model with a current exporter");
    for (std::size_t i = 0; i < needed_inputs(n, inputs); ++i)
        if (!has_input(n, i)) fail_bad_input(n, fmt::format("input {} is missing", i));
}

void check_outputs(const node& n, std::size_t most) {
    if (n.outputs.size() > most)
        fail_bad_input(n, fmt::format("it has {} outputs, but at most {} are defined",
                                      n.outputs.size(), most));
}

/// Numbers and strings of ai.onnx.ml's tensors are lists (import_node.cpp).
bool is_kind(const node& n, attribute_kind kind, attribute_kind wanted) {
    const bool is_list = kind == attribute_kind::doubles || kind == attribute_kind::texts;
    return kind == wanted || (n.domain == ml_domain && wanted == attribute_kind::tensor && is_list);
}

const attribute_rule& rule_of(const node& n, const operator_version& s, const std::string& name) {
    const auto found = std::find_if(s.attributes.begin(), s.attributes.end(),
                                    [&name](const attribute_rule& a) { return a.name == name; });
    if (found == s.attributes.end())
        fail_unsupported(n, "attribute " + in_quotes(name) + " is not known for this version",
                         "export the model with a current exporter");
    return *found;
}

/// Fails where a flag is neither 0 nor 1: of other numbers some runtimes make a yes, some a no.
void check_flag(const node& n, const std::string& name, std::int64_t number) {
    if (number != 0 && number != 1)
        fail_bad_input(
            n, fmt::format("attribute {} is {}, but must be 0 or 1", in_quotes(name), number));
}

void check_attributes(const node& n, const operator_version& s) {
    for (const auto& [name, held] : n.attributes) {
        const attribute_rule& rule = rule_of(n, s, name);
        const auto kind = static_cast<attribute_kind>(held.index());
        if (!is_kind(n, kind, rule.kind))
            fail_bad_input(n, fmt::format("attribute {} is of type {}, but must be {}",
                                          in_quotes(name), name_of(kind), name_of(rule.kind)));
        if (rule.is_flag) check_flag(n, name, std::get<std::int64_t>(held));
    }
    for (const attribute_rule& rule : s.attributes)
        if (rule.required && !n.attributes.contains(std::string(rule.name)))
            fail_bad_input(n, fmt::format("attribute {} is missing", in_quotes(rule.name)));
}

}  // namespace

std::string_view name_of(attribute_kind kind) {
    using enum attribute_kind;
    switch (kind) {
        case integer: return "INT";
        case real: return "FLOAT";
        case text: return "STRING";
        case integers: return "INTS";
        case reals: return "FLOATS";
        case tensor: return "TENSOR";
        case texts: return "STRINGS";
        case doubles: return "TENSOR of numbers";
    }
    return {};
}

void require_known_operator(const operator_table& known, const node& n) {
    if (!is_known(known, n)) fail_unknown(n);
}

void apply_operator_rule(const operator_table& known, node& n, int opset) {
    require_known_operator(known, n);
    const operator_version& in_force = select_version(*known.find(n), n, opset);
    check_inputs(n, in_force.inputs);
    check_outputs(n, in_force.outputs);
    check_attributes(n, in_force);
}

}  // namespace onnx2hpp
