// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/sequences/parts.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

namespace onnx2hpp {

value_id concatenated(expansion& e, std::vector<value_id> parts, std::int64_t axis) {
    return parts.size() == 1 ? parts[0] : e.add("Concat", std::move(parts), {{"axis", axis}});
}

[[noreturn]] void fail_shape(const expansion& e, std::size_t slot) {
    fail_bad_input(e.at, fmt::format("input {} has the unfitting shape {}", slot,
                                     to_text(e.dims(e.input(slot)))));
}

value_id product(expansion& e, value_id a, value_id b) { return e.add("Mul", {a, b}); }

}  // namespace onnx2hpp
