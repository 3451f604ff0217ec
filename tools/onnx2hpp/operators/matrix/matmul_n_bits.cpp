// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/windows/requirements.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// A matrix [outputs, inputs] of codes of `bits` bits, in blocks along its rows.
struct packed_matrix {
    std::int64_t outputs;
    std::int64_t inputs;
    std::int64_t block;
    std::int64_t bits;

    std::int64_t blocks() const {
        return (inputs + block - 1) / block;
    }  // the last one is filled up
    std::int64_t bytes_of(std::int64_t codes) const { return (codes * bits + 7) / 8; }
};

packed_matrix matrix_of(const node& n) {
    const packed_matrix m{integer_attribute(n, "N", 0), integer_attribute(n, "K", 0),
                          integer_attribute(n, "block_size", 0), integer_attribute(n, "bits", 4)};
    for (const std::int64_t number : {m.outputs, m.inputs, m.block})
        if (number < 1 || number > max_elements)
            fail_bad_input(n, fmt::format("N, K or block_size is {}", number));
    if (m.bits != 2 && m.bits != 4 && m.bits != 8)
        fail_unsupported(n, fmt::format("its codes have {} bits", m.bits), "use 2, 4 or 8 bits");
    return m;
}

/// The constant at `slot`, which must have `count` elements.
const tensor_data& constant_at(const expansion& e, std::size_t slot, dtype type,
                               std::int64_t count) {
    const shared_tensor& data = e.of(e.input(slot)).constant;
    if (!data)
        fail_unsupported(e.at, fmt::format("its input {} is computed at run time", slot),
                         "make it an initializer");
    if (data->type != type)
        fail_unsupported(e.at, fmt::format("its input {} is {}", slot, name_of(data->type)),
                         fmt::format("use {}", name_of(type)));
    if (element_count(data->dims) != count)
        fail_bad_input(e.at, fmt::format("its input {} has shape {}, but must have {} elements",
                                         slot, to_text(data->dims), count));
    return *data;
}

/// Codes of rows that begin at whole bytes, the first in the lowest bits, column by column.
std::vector<std::int64_t> unpacked(const packed_matrix& m, const tensor_data& packed,
                                   std::int64_t columns) {
    const std::int64_t row_bytes = std::ssize(packed.bytes) / m.outputs, in_byte = 8 / m.bits;
    std::vector<std::int64_t> codes;
    for (std::int64_t k = 0; k < columns; ++k)
        for (std::int64_t row = 0; row < m.outputs; ++row) {
            const auto at = static_cast<std::size_t>(row * row_bytes + k / in_byte);
            const auto shift = static_cast<unsigned>(k % in_byte * m.bits);
            const auto byte = std::to_integer<unsigned>(packed.bytes[at]);
            codes.push_back(byte >> shift & ((1U << m.bits) - 1));
        }
    return codes;
}

/// Scales and zero points of [blocks, outputs]. Without zero points codes have a sign.
affine blocks_of(const expansion& e, const packed_matrix& m) {
    affine quant;
    const std::vector<float> scales =
        elements_of<float>(constant_at(e, 2, dtype::f32, m.outputs * m.blocks()));
    for (std::int64_t k = 0; k < m.blocks(); ++k)
        for (std::int64_t row = 0; row < m.outputs; ++row)
            quant.scale.push_back(scales[static_cast<std::size_t>(row * m.blocks() + k)]);
    quant.zero_point.assign(scales.size(), 1 << (m.bits - 1));
    if (e.has_input(3)) {
        const tensor_data& packed =
            constant_at(e, 3, dtype::u8, m.outputs * m.bytes_of(m.blocks()));
        const std::vector<std::int64_t> codes = unpacked(m, packed, m.blocks());
        quant.zero_point.assign(codes.begin(), codes.end());
    }
    quant.axis = 0;
    quant.block = m.block;
    return quant;
}

/// Source: ONNX Runtime, ContribOperators.md, MatMulNBits.
bool expand_matmul_n_bits(expansion& e) {
    require_float(e, 0);
    if (e.has_input(4))
        fail_unsupported(e.at, "its inputs are in groups (g_idx)", "export it without g_idx");
    if (integer_attribute(e.at, "weight_prepacked", 0) != 0)
        fail_unsupported(e.at, "its weights are packed for a device (weight_prepacked)",
                         "export it without weight_prepacked");
    const packed_matrix m = matrix_of(e.at);
    const std::int64_t row_bytes = m.blocks() * m.bytes_of(m.block);
    if (m.bytes_of(m.block) * 8 != m.block * m.bits)
        fail_unsupported(e.at, "its blocks end inside a byte", "use a larger block_size");
    const tensor_data& packed = constant_at(e, 1, dtype::u8, m.outputs * row_bytes);
    e.require_memory(m.inputs * m.outputs);
    const shared_tensor codes =
        make_tensor(dtype::u8, {m.inputs, m.outputs}, unpacked(m, packed, m.inputs));
    const value_id weights = e.dequantized(*codes, blocks_of(e, m));
    const value_id y = e.add("MatMul", {e.input(0), weights});
    e.give(0, e.has_input(5) ? e.add("Add", {y, e.input(5)}) : y);
    return true;
}

}  // namespace

namespace operators {

operator_entries matmul_n_bits_operators() {
    return {
        {.type = "com.microsoft.MatMulNBits",
         .versions = {{.since = {1},
                       .inputs = {3, 6},
                       .attributes = {required(integer("K")), required(integer("N")),
                                      integer("accuracy_level"), integer("bits"),
                                      required(integer("block_size")),
                                      integer("weight_prepacked")}}},
         .expand = expand_matmul_n_bits},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
