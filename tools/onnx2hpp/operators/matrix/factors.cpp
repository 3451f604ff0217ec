// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/matrix/factors.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>

#include <fmt/format.h>

namespace onnx2hpp {

[[noreturn]] void fail_factors(const shape_context& c, const extents& a, const extents& b) {
    fail_bad_input(c.at,
                   fmt::format("shapes {} and {} cannot be multiplied", to_text(a), to_text(b)));
}

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

}  // namespace onnx2hpp
