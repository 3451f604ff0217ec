// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "coverage.hpp"

#include <helpers/signatures.hpp>
#include <reference/execute.hpp>

#include <cstdio>
#include <map>
#include <set>
#include <string>

namespace differential {
namespace {

using names = std::set<std::string>;

constexpr const char* a_scale = "a scale is always there";
constexpr const char* usual_activations = "other activations than Sigmoid and Tanh are refused";
constexpr const char* in_the_middle = "inputs of this list are never absent";

/// What the table allows, but no model that the tool accepts has, with the reason.
const std::map<std::string, const char*> left_out{
    {"Constant-12.value_string", "strings are refused"},
    {"Constant-12.value_strings", "strings are refused"},
    {"If-1/1", "the tool's own, for what branches read"},
    {"Loop-1/0-absent", "a loop without an end is refused"},
    {"NonMaxSuppression-10/2-absent", "it selects nothing then"},
    {"Scan-8/1-absent", in_the_middle},
    {"Scan-9/1-absent", in_the_middle},
    {"com.microsoft.DynamicQuantizeLSTM-1.activation_alpha", usual_activations},
    {"com.microsoft.DynamicQuantizeLSTM-1.activation_beta", usual_activations},
    {"com.microsoft.DynamicQuantizeLSTM-1.clip", "a clip is refused"},
    {"com.microsoft.DynamicQuantizeLSTM-1/4", "lengths are refused"},
    {"com.microsoft.DynamicQuantizeLSTM-1/8-absent", a_scale},
    {"com.microsoft.DynamicQuantizeLSTM-1/9-absent", "a zero point is always there"},
    {"com.microsoft.DynamicQuantizeLSTM-1/10-absent", a_scale},
    {"com.microsoft.DynamicQuantizeLSTM-1/11-absent", "a zero point is always there"},
    {"com.microsoft.MatMulNBits-1/4", "inputs in groups are refused"},
    {"com.microsoft.QLinearAdd-1/3-absent", "an operand is always there"},
    {"com.microsoft.QLinearAdd-1/4-absent", a_scale},
    {"com.microsoft.QLinearAdd-1/6-absent", a_scale},
    {"com.microsoft.QLinearAveragePool-1/3-absent", a_scale},
    {"com.microsoft.QLinearLeakyRelu-1/3-absent", a_scale},
    {"com.microsoft.QLinearMul-1/3-absent", "an operand is always there"},
    {"com.microsoft.QLinearMul-1/4-absent", a_scale},
    {"com.microsoft.QLinearMul-1/6-absent", a_scale},
    {"com.microsoft.QLinearSigmoid-1/3-absent", a_scale},
    {"com.microsoft.QLinearSoftmax-1/3-absent", a_scale},
    {"com.microsoft.QLinearSoftmax-1/4-absent", "the result's zero point is always there"},
};

/// One row of the table as "Conv-11", with the facts that can be seen of it.
struct facts {
    names possible;
    names seen;

    void print(const char* what) const {
        std::size_t count = 0;
        std::size_t explained = 0;
        std::string missing;
        for (const std::string& each : possible) {
            count += seen.contains(each);
            if (seen.contains(each)) continue;
            explained += left_out.contains(each);
            if (!left_out.contains(each)) missing += " " + each;
        }
        std::printf("%s: %zu of %zu", what, count, possible.size());
        if (explained > 0) std::printf(", %zu left out on purpose", explained);
        std::printf("\n");
        if (!missing.empty()) std::printf("  never:%s\n", missing.c_str());
    }

    void print_reasons() const {
        for (const std::string& each : possible)
            if (const auto found = left_out.find(each);
                found != left_out.end() && !seen.contains(each))
                std::printf("  left out: %s, %s\n", each.c_str(), found->second);
    }
};

struct all_facts {
    facts operators;
    facts attributes;
    facts inputs;
};

std::string row_name(const onnx2hpp::test::signature& row) {
    return std::string(row.op_type) + "-" + std::to_string(row.since.front());
}

bool is_reachable(const onnx2hpp::test::signature& row) {
    if (row.op_type.find('.') != std::string_view::npos) return true;
    for (const auto& other : onnx2hpp::test::signatures())  // opsets below 6 are not read
        if (other.op_type == row.op_type && other.since.front() > row.since.back() &&
            other.since.front() <= 6)
            return false;
    return true;
}

all_facts possible_facts() {
    all_facts result;
    for (const auto& row : onnx2hpp::test::signatures()) {
        if (!is_reachable(row)) continue;
        const std::string name = row_name(row);
        result.operators.possible.insert(name);
        for (const auto& attribute : row.attributes)
            result.attributes.possible.insert(name + "." + std::string(attribute.name));
        const std::size_t most = row.inputs.most == onnx2hpp::any_number ? 2 : row.inputs.most;
        for (std::size_t i = 0; i < most; ++i) {
            const std::string input = name + "/" + std::to_string(i);
            result.inputs.possible.insert(input);
            if (i >= row.inputs.least) result.inputs.possible.insert(input + "-absent");
        }
    }
    return result;
}

const onnx2hpp::test::signature* row_of(const onnx::ModelProto& model,
                                        const onnx::NodeProto& node) {
    std::int64_t version = 1;
    for (const auto& import : model.opset_import())
        if (import.domain() == node.domain()) version = import.version();
    const std::string op = (node.domain().empty() ? "" : node.domain() + ".") + node.op_type();
    const onnx2hpp::test::signature* found = nullptr;
    int newest = 0;
    for (const auto& row : onnx2hpp::test::signatures())
        for (const int since : row.since)
            if (row.op_type == op && since <= version && since > newest)
                found = &row, newest = since;
    return found;
}

void see(const onnx::ModelProto& model, all_facts& all) {
    for (const auto& node : model.graph().node()) {
        const auto* row = row_of(model, node);
        if (!row) continue;
        const std::string name = row_name(*row);
        all.operators.seen.insert(name);
        for (const auto& attribute : node.attribute())
            all.attributes.seen.insert(name + "." + attribute.name());
        const std::size_t most = row->inputs.most == onnx2hpp::any_number ? 2 : row->inputs.most;
        for (std::size_t i = 0; i < most; ++i) {
            const bool is_given = i < std::size_t(node.input_size()) && !node.input(int(i)).empty();
            all.inputs.seen.insert(name + "/" + std::to_string(i) + (is_given ? "" : "-absent"));
        }
    }
}

}  // namespace

void print_coverage(const std::vector<std::filesystem::path>& folders) {
    all_facts all = possible_facts();
    for (const auto& folder : folders) see(reference::read_model(folder / "model.onnx"), all);
    all.operators.print("rows of the operator table");
    all.attributes.print("attributes");
    all.inputs.print("inputs given and absent");
    for (const facts* each : {&all.operators, &all.attributes, &all.inputs}) each->print_reasons();
}

}  // namespace differential
