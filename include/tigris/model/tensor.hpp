// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A tensor of the graph: an activation, a constant, an input or an output.

#include <tigris/model/dtype.hpp>
#include <tigris/model/quantization.hpp>
#include <tigris/model/shape.hpp>
#include <tigris/model/weight_order.hpp>

namespace tigris {

enum class tensor_kind : uint8_t { activation, input, output, constant };

/// A tensor of the graph.
struct tensor {
    tensor_kind kind = tensor_kind::activation;
    dtype type = dtype::f32;
    int16_t index = -1;    // number among the model's inputs, outputs or constants
    shape dims{};          // shape in memory; of weights, the shape in the canonical order
    quantization quant{};  // scale and zero point
    /// ONNX axis at each place in memory; 0, 2, 3, 1 for NHWC from NCHW.
    int8_t onnx_axis[max_rank]{0, 1, 2, 3, 4, 5, 6, 7};
    weight_order order = weight_order::canonical;  // order of a layer's weights in flash
};

constexpr int64_t element_count(const tensor& t) { return element_count(t.dims); }
constexpr int64_t bytes_of(const tensor& t) {
    return bytes_of(t.type, stored_elements(t.order, t.dims));
}
constexpr bool is_quantized(const tensor& t) { return t.quant.scale > 0; }
/// Whether the elements are codes of 8 bits, few enough for tables of all codes.
constexpr bool has_byte_codes(const tensor& t) { return is_quantized(t) && is_byte(t.type); }

/// The extents of a tensor in ONNX's order.
constexpr shape onnx_dims(const tensor& t) {
    shape out = t.dims;
    for (int k = 0; k < t.dims.rank; ++k) out.extent[t.onnx_axis[k]] = t.dims[k];
    return out;
}

/// Whether a tensor's elements lie in memory in ONNX's order.
constexpr bool has_onnx_order(const tensor& t) {
    int last = -1;
    for (int k = 0; k < t.dims.rank; ++k) {
        if (t.dims[k] == 1) continue;
        if (t.onnx_axis[k] < last) return false;
        last = t.onnx_axis[k];
    }
    return true;
}

/// Whether the extents of an array tell its order, because no other order has them.
constexpr bool extents_tell_order(const tensor& t) {
    return has_onnx_order(t) || !(without_ones(t.dims) == without_ones(onnx_dims(t)));
}

/// Place in memory of the element that is number `onnx` in the ONNX tensor's order.
constexpr int64_t memory_place(const tensor& t, int64_t onnx) {
    int64_t stride_of[max_rank]{}, extent_of[max_rank]{};
    for (int64_t k = t.dims.rank - 1, stride = 1; k >= 0; stride *= t.dims[int(k--)]) {
        stride_of[t.onnx_axis[k]] = stride;
        extent_of[t.onnx_axis[k]] = t.dims[int(k)];
    }
    int64_t place = 0;
    for (int axis = t.dims.rank - 1; axis >= 0; onnx /= extent_of[axis--])
        place += onnx % extent_of[axis] * stride_of[axis];
    return place;
}

/// The elements of a constant. 8-bit and floating-point elements are bytes (a float has four,
/// little-endian); 32-bit integers are words.
struct constant {
    const int8_t* bytes = nullptr;
    const int32_t* words = nullptr;
};

}  // namespace tigris
