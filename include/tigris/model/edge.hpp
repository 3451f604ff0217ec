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

/// The model's input number Index, counted in ONNX order.
template <auto Model, int Index = 0>
using input_edge = edge<Model, Model.inputs[Index]>;
/// The model's output number Index, counted in ONNX order.
template <auto Model, int Index = 0>
using output_edge = edge<Model, Model.outputs[Index]>;

/// Memory for an input, as the model sees it.
template <auto Model, int Index = 0>
using input_buffer = typename input_edge<Model, Index>::buffer;
/// Memory for an output, as the model sees it.
template <auto Model, int Index = 0>
using output_buffer = typename output_edge<Model, Index>::buffer;

/// The tensor of the input or output that has this ONNX name, or -1.
template <class Model>
constexpr int find_edge(const char* name) {
    for (const int t : Model::inputs)
        if (equal_text(Model::tensor_names[t], name)) return t;
    for (const int t : Model::outputs)
        if (equal_text(Model::tensor_names[t], name)) return t;
    return -1;
}

/// Replaces an edge or a buffer that does not exist, after the error that says so.
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
        if constexpr (tensor >= 0)
            return edge<Self{}, tensor>{};
        else
            return missing{};
    }
};

}  // namespace tigris
