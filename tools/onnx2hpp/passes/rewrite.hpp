// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What passes have in common: who makes and who reads a value, and how to rewire.

#include <onnx2hpp/onnx/operator_table.hpp>

#include <optional>
#include <string>
#include <vector>

namespace onnx2hpp {

/// A model and its wiring, which every function here keeps correct. Nodes have numbers, which do
/// not change until finish(). A removed node has no edges and an empty op_type.
class rewriter {
public:
    explicit rewriter(onnx_model& m);

    onnx_model& model;

    node& at(int n) { return model.nodes[static_cast<std::size_t>(n)]; }
    const node& at(int n) const { return model.nodes[static_cast<std::size_t>(n)]; }
    value& at_value(value_id v) { return model.values[static_cast<std::size_t>(v)]; }
    const value& at_value(value_id v) const { return model.values[static_cast<std::size_t>(v)]; }
    /// What the entry of node n's operator says of it.
    const operator_traits& traits(int n) const { return traits_of(model, at(n)); }
    int node_count() const { return static_cast<int>(model.nodes.size()); }

    /// The node that makes `v`, or -1.
    int producer_of(value_id v) const;
    /// The nodes that read `v`, once for each edge.
    const std::vector<int>& readers(value_id v) const;
    bool is_output(value_id v) const;
    bool is_constant(value_id v) const { return v != absent && at_value(v).constant != nullptr; }
    /// The only reader of a value that is not an output of the model, or -1.
    int sole_reader(value_id v) const;

    value_id add_value(value v);
    value_id add_constant(std::string name, std::shared_ptr<const tensor_data> data);
    int add_node(node n);
    /// Learns of values and nodes that an expansion appended to the model.
    void take_in_appended();
    void set_input(int n, std::size_t slot, value_id v);
    void set_inputs(int n, std::vector<value_id> inputs);
    void set_output(int n, value_id v);
    /// All nodes that read `from` read `to` instead; the model's outputs stay.
    void redirect_readers(value_id from, value_id to);
    /// Takes node n out. Its outputs are then made by nobody.
    void remove(int n);
    /// Removes node n, whose output 0 equals its input 0. Readers of the output read the input
    /// instead. An output of the model keeps its name; if the input cannot take its place, the node
    /// stays as Identity.
    void bypass(int n);

    /// Drops removed nodes and nodes that nothing needs, and sorts the other nodes topologically.
    void finish();

private:
    void connect_all();
    void connect(int n);
    void disconnect(int n);
    void visit(int n, std::vector<char>& visited, std::vector<node>& sorted);
    bool is_needed(int n) const;

    int connected = 0;  // nodes that are known so far
    std::vector<int> producers;
    std::vector<std::vector<int>> all_readers;
};

/// Throws failure(unsupported) if a constant for node n would take too much memory. It is computed
/// from `elements` numbers, and has `bytes_each` bytes for each.
void require_memory(const rewriter& r, int n, std::int64_t elements, std::int64_t bytes_each);

/// A node of ONNX's own domain without attributes, a part of what `whole` is.
node make_node(const node& whole, std::string name, std::string op_type,
               std::vector<value_id> inputs, std::vector<value_id> outputs);

/// The axis of a layer's weights that counts its outputs.
int output_axis(const node& n);

/// The DequantizeLinear that makes v, or -1.
int dequantizer(const rewriter& r, value_id v);

/// The range that a Relu or a Clip with constant bounds leaves.
std::optional<tigris::ops::clamp> activation_of(const onnx_model& m, const node& n);

/// One clamp that does what `first` and then `second` do.
tigris::ops::clamp compose(const tigris::ops::clamp& first, const tigris::ops::clamp& second);

/// The axes of Squeeze, Unsqueeze or ReduceMean: attribute or constant input 1, counted from the
/// front of a tensor of `rank`. Nothing if they are computed at run time.
std::optional<extents> axes_of(const onnx_model& m, const node& n, std::size_t rank);

}  // namespace onnx2hpp
