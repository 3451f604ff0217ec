// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// An input or output of a model as a type: its element type, extent, scale, and a buffer for it.

#include <tigris/model/state.hpp>
#include <tigris/model/tensor.hpp>
#include <tigris/support/equal_text.hpp>

namespace tigris {

/// Tensor `Tensor` of `Model`, an input or an output. An empty object; everything is a constant.
template <auto Model, int Tensor>
struct edge {
    static constexpr tensor info = Model.graph.tensors[Tensor];
    static constexpr shape dims = info.dims;
    static constexpr int extent = int(element_count(info));
    static constexpr float scale = info.quant.scale;
    static constexpr int zero_point = info.quant.zero_point;
    using type = element_t<info.type>;

    /// Memory for this edge. A buffer of another edge or model does not convert to it.
    struct buffer {
        using edge_type = edge;
        static constexpr float scale = edge::scale;
        static constexpr int zero_point = edge::zero_point;

        type items[extent];

        constexpr type& operator[](int i) { return items[i]; }
        constexpr const type& operator[](int i) const { return items[i]; }
        constexpr type* data() { return items; }
        constexpr const type* data() const { return items; }
        static constexpr int size() { return extent; }
    };
};

/// The tensor of input or output number Index; 0 after an error.
template <auto Model, int Index>
constexpr int tensor_of_input() {
    constexpr bool exists = Index >= 0 && Index < int(Model.inputs.size());
    static_assert(exists, "tigris: the model has no input of this number; they count from 0");
    if constexpr (exists) return Model.inputs[Index];
    return 0;
}
template <auto Model, int Index>
constexpr int tensor_of_output() {
    constexpr bool exists = Index >= 0 && Index < int(Model.outputs.size());
    static_assert(exists, "tigris: the model has no output of this number; they count from 0");
    if constexpr (exists) return Model.outputs[Index];
    return 0;
}

/// The model's input number Index, counted in ONNX order.
template <auto Model, int Index = 0>
using input_edge = edge<Model, tensor_of_input<Model, Index>()>;
/// The model's output number Index, counted in ONNX order.
template <auto Model, int Index = 0>
using output_edge = edge<Model, tensor_of_output<Model, Index>()>;

/// Memory for an input, as the model sees it.
template <auto Model, int Index = 0>
using input_buffer = typename edge<Model, tensor_of_input<Model, Index>()>::buffer;
/// Memory for an output, as the model sees it.
template <auto Model, int Index = 0>
using output_buffer = typename edge<Model, tensor_of_output<Model, Index>()>::buffer;

/// The tensor of the input or output that has this ONNX name, or -1.
template <class Model>
constexpr int find_edge(const char* name) {
    for (const int t : Model::inputs)
        if (equal_text(Model::tensor_names[t], name)) return t;
    for (const int t : Model::outputs)
        if (equal_text(Model::tensor_names[t], name)) return t;
    return -1;
}

/// Replaces a buffer that does not exist, after the error that says so.
struct missing {
    static constexpr void* data() { return nullptr; }
};

/// The base of a generated model: model["audio"_t] is the edge of that name ("..."_t is in
/// names.hpp).
template <class Self>
struct model_interface {
    static constexpr int state_count = 0;

    template <class Name>
    constexpr auto operator[](Name) const {
        constexpr int tensor = find_edge<Self>(Name::c_str());
        static_assert(tensor >= 0, "tigris: the model has no input or output of this name");
        constexpr int found = tensor >= 0 ? tensor : 0;  // one error, whatever is asked of it
        return edge<Self{}, found>{};
    }
};

}  // namespace tigris
