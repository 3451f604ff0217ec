// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model while it is lowered: which tensor holds which value, and in what order of axes.

#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/lower/identifiers.hpp>
#include <onnx2hpp/lower/layout.hpp>
#include <onnx2hpp/lower/wishes.hpp>
#include <onnx2hpp/lowered_model.hpp>

#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace onnx2hpp {

/// What one ONNX value is in memory.
struct placement {
    int tensor = -1;   ///< holds the elements; never the output of a reshape
    axis_order order;  ///< of the value's axes
    /// Elements of the innermost axis are permuted, because a Reshape merged axes that lie in
    /// another order. The tensor is then still to be seen as `merged_dims` in `merged_order`.
    std::vector<int> columns;
    extents merged_dims;
    axis_order merged_order;
};

/// What lowering functions share. Tensors are numbers into result.tensors.
class lowering {
public:
    explicit lowering(const onnx_model& m);

    const onnx_model& source;
    const wishes wished;
    lowered_model result;

    const value& at(value_id v) const { return source.values[static_cast<std::size_t>(v)]; }
    const extents& dims(value_id v) const { return at(v).dims; }
    bool is_constant(value_id v) const { return v != absent && at(v).constant != nullptr; }
    const tigris::tensor& tensor(int t) const {
        return result.tensors[static_cast<std::size_t>(t)];
    }
    tigris::tensor& tensor(int t) { return result.tensors[static_cast<std::size_t>(t)]; }

    /// The tensor and order of v. The order is ONNX's for a constant, and where columns are
    /// permuted.
    const placement& place(value_id v) const { return places[static_cast<std::size_t>(v)]; }
    void set_place(value_id v, placement p);

    /// The tensor that holds v with its axes in this order. It is made by permuting a constant, by
    /// a reshape, or by a transpose if there is no other way. If the order has more axes than v,
    /// axes of extent 1 come first.
    int operand(value_id v, const axis_order& order);
    /// The elements of v in tensor t under these extents in memory.
    int view(value_id v, int t, const extents& memory);
    /// Lets readers of v, an input in tensor t that lies in ONNX's order, find it in `order`: as
    /// the same bytes, or as rows that are gathered from t.
    void see_input_as(value_id v, int t, const axis_order& order);
    /// Lets the step that gathers v convert it, too, if v is gathered for one reader, whose result
    /// is `to`. Returns whether it does.
    bool convert_while_gathering(value_id v, value_id to, const tigris::ops::clamp& clamp);
    /// Brings permuted columns of v back into ONNX's order.
    void restore_columns(value_id v);

    /// A new constant; equal ones are one, unless weights vary. `order` says which ONNX axis lies
    /// where.
    int constant(const std::string& name, const tensor_data& data, const affine& quant = {},
                 const axis_order& order = {});
    /// Weights whose scales are in the step's multipliers, and so only told where they do not vary.
    int weights(const std::string& name, const tensor_data& data, const affine& quant);

    /// A new tensor for v, which from now on is there, in this order.
    int make_result(value_id v, const axis_order& order);
    /// A new activation with the type and quantization of v and these extents in memory.
    int make_tensor(value_id v, const extents& memory, const axis_order& order);

    /// Adds a step named after node n. Its output must have the shape that the operator says.
    void add_step(const node& n, any_op op, std::vector<int> inputs, int output);

    /// The tensor whose memory t is, through reshapes.
    int storage(int t) const;

private:
    int arrange(value_id v, const extents& dims, const axis_order& from, const axis_order& to);
    int alias(value_id v, int t, const extents& memory, const axis_order& order);
    int interleave(value_id v, int planes, const axis_order& order);
    int transpose(value_id v, int from, const extents& dims, const axis_order& old_order,
                  const axis_order& order);
    void push_step(const std::string& prefix, const std::string& name, any_op op,
                   std::vector<int> inputs, int output);
    std::string name_of_producer(value_id v) const;
    /// Throws failure(unsupported) for elements that no kernel reads.
    void check_activation(value_id v) const;
    void require_free_numbers() const;

    std::size_t edge_count = 0;
    std::vector<placement> places;
    std::vector<int> producers;
    std::map<std::pair<value_id, axis_order>, int> transposed;
    std::map<std::tuple<int, extents, float, std::int32_t, tigris::dtype>, int> aliases;
    std::map<int, int> alias_of;
    std::unordered_map<std::string, int> known_constants;
    identifiers names;
};

/// Extents as the library has them. Fails for more than max_rank axes and extents beyond 32 bits.
tigris::shape shape_of(const extents& dims, const std::string& name);

}  // namespace onnx2hpp
