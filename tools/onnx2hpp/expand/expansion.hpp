// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Replaces ONNX operators by others. A rule sees an expansion: the node, and functions that add
// other nodes.

#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/onnx_model.hpp>

#include <string_view>

namespace onnx2hpp {

using attribute_map = std::map<std::string, attribute>;

/// A node while it is replaced. Shapes and types of all added nodes are known at once.
class expansion {
public:
    /// Infers the outputs of a node and appends it to the model.
    using append = void (*)(onnx_model&, node);

    expansion(onnx_model& model, const node& at, append add_node)
        : at(at), model(model), add_node(add_node), first_part(model.values.size()) {}

    const node& at;

    bool has_input(std::size_t i) const { return onnx2hpp::has_input(at, i); }
    value_id input(std::size_t i) const { return has_input(i) ? at.inputs[i] : absent; }
    bool wants_output(std::size_t i) const {
        return i < at.outputs.size() && at.outputs[i] != absent;
    }
    /// Value v, until something is added. Throws failure(bad_input) for an absent value.
    const value& of(value_id v) const;
    const onnx_model& source() const { return model; }
    extents dims(value_id v) const { return of(v).dims; }
    tigris::dtype type(value_id v) const { return of(v).type; }
    bool is_constant(value_id v) const { return v != absent && of(v).constant != nullptr; }

    /// The constant integers at input i, called `what` in messages (onnx/constant_list.hpp).
    extents list(std::size_t i, std::string_view what) const;
    /// An axis counted from the front. Throws failure(bad_input) unless it lies in [-rank, rank).
    std::size_t axis(std::int64_t axis, std::size_t rank) const;
    /// Several axes, which must differ, counted from the front. Throws as axis() does.
    std::vector<std::size_t> axes(const extents& axes, std::size_t rank) const;
    static extents all_axes(std::size_t rank);

    /// Adds a node, and returns its output. The operator is one of the newest version of ai.onnx,
    /// or one of the tool's own: "tigris.Normalize".
    value_id add(std::string_view op_type, std::vector<value_id> inputs,
                 attribute_map attributes = {});

    /// Adds a node with several outputs. Outputs that are not `wanted` are absent.
    std::vector<value_id> add(std::string_view op_type, std::vector<value_id> inputs,
                              attribute_map attributes, const std::vector<bool>& wanted);
    /// The outputs of a body for these inputs, one for each of its inputs.
    std::vector<value_id> run(const subgraph& body, const std::vector<value_id>& inputs);

    /// A value without a node, as if it were computed at run time.
    value_id placeholder(tigris::dtype type, const extents& dims);
    /// A mark, and the removal of all that was added since. No one may know values that were added
    /// since.
    struct mark {
        std::size_t values, nodes;
    };
    mark here() const { return {model.values.size(), model.nodes.size()}; }
    void forget_since(const mark& then);

    /// Throws failure(unsupported) if a constant of `elements` elements, together with the numbers
    /// that it is computed from, would take too much memory.
    void require_memory(std::int64_t elements) const;
    /// Constants: any tensor, a list of int64, and a single number of a type, of rank 0.
    value_id constant(shared_tensor data);
    /// Floats that codes stand for; kernels may read the codes instead (value::dequantized).
    value_id dequantized(const tensor_data& codes, const affine& quant);
    value_id integers(const extents& list);
    value_id number(tigris::dtype type, double number);

    /// The numbers that stand for strings (value::texts), as numbers.
    value_id numbers(value_id texts);

    /// give() makes v output i of the node, if something reads that output. give_texts() says that
    /// v holds numbers of strings: output i has these strings.
    void give(std::size_t i, value_id v);
    void give_texts(std::size_t i, value_id v, const std::vector<std::string>& texts);

private:
    value_id add_value(std::string name);
    std::string name_of_part(std::string_view what) const;
    /// Adds a node as a part of what `at` is, unless the node has an origin of its own.
    void add_part(node part);

    onnx_model& model;
    append add_node;
    std::size_t first_part;  // values from here on have names of parts, until they are given
};

}  // namespace onnx2hpp
