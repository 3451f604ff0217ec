// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The model as ONNX says it, in memory: what load/ fills, passes/ rewrite and lower/ reads.

#include <tigris/model/dtype.hpp>
#include <tigris/ops/clamp.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace onnx2hpp {

using extents = std::vector<std::int64_t>;

/// Elements in ONNX order, little-endian; `dims` empty means a scalar. Those of 4 bits, one to a
/// byte, are only in lowered models.
struct tensor_data {
    tigris::dtype type = tigris::dtype::f32;
    extents dims;
    std::vector<std::byte> bytes;
};

/// The quantization of a value.
struct affine {
    /// One for all elements, or one for each index of `axis`, or for each block.
    std::vector<float> scale;
    std::vector<std::int32_t> zero_point;  // as many as scales
    int axis = 0;                          // axis along which scales differ
    std::int64_t block = 0;  // neighboring elements along `axis` that share a scale; 0: no blocks

    bool per_tensor() const { return scale.size() == 1; }
    friend bool operator==(const affine&, const affine&) = default;
};

/// A constant of floats before a DequantizeLinear was folded into it.
struct dequantized_constant {
    tensor_data codes;
    affine quant;
};

/// A tensor of the graph.
struct value {
    std::string name;                             // name in the file
    tigris::dtype type = tigris::dtype::f32;      // type of its elements
    bool shape_known = false;                     // `dims` is known
    extents dims;                                 // extents; known and positive after inference
    std::shared_ptr<const tensor_data> constant;  // elements of a constant; else null
    affine quant;  // quantization; `quant.scale` is empty while it is not known
    /// Codes from which a constant was dequantized; or null.
    std::shared_ptr<const dequantized_constant> dequantized{};
    /// Strings that its int64 numbers stand for; or null.
    std::shared_ptr<const std::vector<std::string>> texts{};
    /// ONNX's type, if its numbers have another one here (load/file_types.hpp).
    std::optional<tigris::dtype> file_type{};

    /// Whether ONNX has strings here, not numbers.
    bool is_text() const { return texts != nullptr; }
};

using attribute =
    std::variant<std::int64_t, float, std::string, std::vector<std::int64_t>, std::vector<float>,
                 std::shared_ptr<const tensor_data>, std::vector<std::string>, std::vector<double>>;

class operator_table;

using value_id = int;
inline constexpr value_id absent = -1;

/// A branch around a node. The node counts only if the constant `condition` of the If `of` is
/// `taken`.
struct branch {
    value_id condition = absent;
    bool taken = false;
    std::string of{};
};

struct subgraph;

/// What the user calls a node, whatever the tool makes of it.
struct node_origin {
    std::string name;
    std::string op_type;
    std::string domain;
    int since = 0;
};

/// The domain of operators that only the tool makes, such as tigris.Normalize
/// (docs/reference/internal_operators.md).
inline constexpr std::string_view own_domain = "tigris";

/// A node.
struct node {
    std::string name{};     // name in the file, or that of its first output
    std::string op_type{};  // operator
    std::string domain{};   // domain of the operator; empty: ai.onnx
    int since = 0;          // version in force: the newest one not newer than the model's opset
    std::vector<value_id> inputs{};
    std::vector<value_id> outputs{};
    std::map<std::string, attribute> attributes{};  // attributes by their names
    tigris::ops::clamp clamp{};  // fused Relu or Clip, applied to output 0 before it is quantized
    std::vector<branch> branches{};    // branches of Ifs around the node, the outermost first
    std::shared_ptr<subgraph> body{};  // body of a Loop or Scan; else null
    /// Node of the file to which this one belongs; null: none.
    std::shared_ptr<const node_origin> origin{};
};

/// The body of a Loop or Scan. `inputs` and the values that `nodes` make are different values in
/// each iteration: the model's values of these numbers only give names, and declared ranks of
/// inputs. All other values that the body reads belong to the graph around it.
struct subgraph {
    std::vector<value_id> inputs;
    std::vector<value_id> outputs;
    std::vector<node> nodes;
};

/// Whether node `n` reads a value at input `slot`; optional ones may be absent.
inline bool has_input(const node& n, std::size_t slot) {
    return slot < n.inputs.size() && n.inputs[slot] != absent;
}

/// Whether the node's op_type is among these.
inline bool is_one_of(const node& n, std::initializer_list<std::string_view> op_types) {
    return std::find(op_types.begin(), op_types.end(), n.op_type) != op_types.end();
}

/// Whether the node is the tool's own operator of this name, which is given without the domain.
inline bool is_own(const node& n, std::string_view op_type) {
    return n.domain == own_domain && n.op_type == op_type;
}

/// A model. Nodes are in topological order.
struct onnx_model {
    std::string name;
    std::string sha256;
    std::vector<std::string> files{};  // files that were read for the model
    bool has_float16 = false;  // some constants were halves; values of halves are floats now
    std::map<std::string, int> opsets;
    std::vector<value> values;
    std::vector<node> nodes;
    std::vector<value_id> inputs;
    std::vector<value_id> outputs;  // may name an input, a constant, or one value twice
    std::size_t copied_nodes = 0;   // nodes of bodies, for each time that a body ran
    /// States: the last outputs, which are the last inputs of the next run.
    std::size_t state_count = 0;
    const operator_table* operators = nullptr;  // what the nodes' operators are
};

inline const value& value_at(const onnx_model& m, value_id v) {
    return m.values[static_cast<std::size_t>(v)];
}

}  // namespace onnx2hpp
