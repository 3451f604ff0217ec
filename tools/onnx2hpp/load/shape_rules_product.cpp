// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

#include <utility>

namespace onnx2hpp {
namespace {

[[noreturn]] void fail_factors(const shape_context& c, const extents& a, const extents& b) {
    fail_bad_input(c.at,
                   fmt::format("shapes {} and {} cannot be multiplied", to_text(a), to_text(b)));
}

/// A Gemm's factor, transposed where the attribute says so.
extents matrix(const shape_context& c, std::size_t i, const char* transposed) {
    extents dims = c.input(i).dims;
    if (dims.size() != 2)
        fail_bad_input(c.at, fmt::format("{} has shape {}, but must be a matrix",
                                         c.label_of_input(i), to_text(dims)));
    if (integer_attribute(c.at, transposed, 0) != 0) std::swap(dims[0], dims[1]);
    return dims;
}

/// Gemm's C must broadcast to the product; version 6 does so only on request.
void check_addend(const shape_context& c, const extents& product) {
    const extents& addend = c.input(2).dims;
    const bool broadcasts = c.at.since >= 7 || integer_attribute(c.at, "broadcast", 0) != 0;
    if (broadcasts ? broadcast(addend, product) != product : addend != product)
        fail_bad_input(c.at, fmt::format("{} of shape {} cannot be added to a product of shape {}",
                                         c.label_of_input(2), to_text(addend), to_text(product)));
}

/// NumPy's rule: a vector on the left is a row, on the right a column, and its axis goes again.
extents matmul_shape(const shape_context& c, const extents& left, const extents& right) {
    extents a = left, b = right;
    if (a.size() == 1) a.insert(a.begin(), 1);
    if (b.size() == 1) b.push_back(1);
    if (a.size() < 2 || b.size() < 2 || a.back() != b[b.size() - 2]) fail_factors(c, left, right);
    const auto batch = broadcast({a.begin(), a.end() - 2}, {b.begin(), b.end() - 2});
    if (!batch) fail_factors(c, left, right);
    extents result = *batch;
    if (left.size() > 1) result.push_back(a[a.size() - 2]);
    if (right.size() > 1) result.push_back(b.back());
    return result;
}

/// Small integers are multiplied only as codes of real numbers: their sums overflow.
void check_factors(const shape_context& c) {
    c.require_same_type(0, 1);
    const value& a = c.input(0);
    const bool is_half = a.type == tigris::dtype::f16 || a.type == tigris::dtype::bf16;
    if (bits_of(a.type) < 32 && !is_half && a.quant.scale.empty())
        fail_unsupported(
            c.at,
            fmt::format("{} is {}, whose sums overflow", c.label_of_input(0), name_of(a.type)),
            "use MatMulInteger or QLinearMatMul, or cast to int32");
}

}  // namespace

void shape_gemm(shape_context& c) {
    check_factors(c);
    const extents a = matrix(c, 0, "transA"), b = matrix(c, 1, "transB");
    if (a[1] != b[0]) fail_factors(c, a, b);
    const extents product{a[0], b[1]};
    if (c.has_input(2)) c.require_same_type(0, 2);
    if (c.has_input(2)) check_addend(c, product);
    c.set_output(c.input(0).type, product);
}

void shape_matmul(shape_context& c) {
    check_factors(c);
    c.set_output(c.input(0).type, matmul_shape(c, c.input(0).dims, c.input(1).dims));
}

}  // namespace onnx2hpp
