// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// One call of an ONNX operator: its attributes, its version and its inputs.

#include <reference/tensor.hpp>

#include <onnx/onnx_pb.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace reference {

using tensors = std::vector<tensor>;

/// `opset` is the model's version of the operator's domain. Inputs that are left out are null.
/// `run_graph` computes a subgraph of its inputs; it sees the tensors around it, too.
struct call {
    const onnx::NodeProto& node;
    std::int64_t opset;
    std::vector<const tensor*> inputs;
    std::function<tensors(const onnx::GraphProto&, const tensors& given)> run_graph{};

    bool has(std::size_t i) const { return i < inputs.size() && inputs[i]; }
    /// Throws std::invalid_argument where there is none.
    const tensor& operator[](std::size_t i) const;

    const onnx::AttributeProto* attribute(const char* name) const;
    std::int64_t integer(const char* name, std::int64_t otherwise) const;
    double real(const char* name, double otherwise) const;
    std::string text(const char* name, const char* otherwise) const;
    shape integers(const char* name, shape otherwise = {}) const;
    std::vector<double> reals(const char* name, std::vector<double> otherwise = {}) const;
    std::vector<std::string> texts(const char* name) const;
};

using kernel = std::function<tensors(const call&)>;
/// By name; operators of other domains have it in front, as com.microsoft.QGemm.
using operator_map = std::map<std::string, kernel>;

void add_attention(operator_map& all);
void add_binary(operator_map& all);
void add_casts(operator_map& all);
void add_constants(operator_map& all);
void add_convolutions(operator_map& all);
void add_dynamic_products(operator_map& all);
void add_found_rows(operator_map& all);
void add_einsums(operator_map& all);
void add_gathers(operator_map& all);
void add_labels(operator_map& all);
void add_linear_models(operator_map& all);
void add_loops(operator_map& all);
void add_losses(operator_map& all);
void add_matrices(operator_map& all);
void add_microsoft(operator_map& all);
void add_moves(operator_map& all);
void add_normalizations(operator_map& all);
void add_pools(operator_map& all);
void add_quantization(operator_map& all);
void add_recurrent(operator_map& all);
void add_reductions(operator_map& all);
void add_resizes(operator_map& all);
void add_sampling(operator_map& all);
void add_selections(operator_map& all);
void add_shapes(operator_map& all);
void add_signals(operator_map& all);
void add_softmaxes(operator_map& all);
void add_trees(operator_map& all);
void add_unary(operator_map& all);

/// All operators that the reference knows.
const operator_map& operators();

}  // namespace reference
