// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/parts.hpp>
#include <onnx2hpp/expand/rules.hpp>

namespace onnx2hpp {

/// In inference (load/inference_mode.hpp) nothing is dropped, and the mask says so.
bool expand_dropout(expansion& e) {
    e.give(0, e.input(0));
    if (!e.wants_output(1)) return true;
    const extents dims = e.dims(e.input(0));
    check_size(e, dims);
    const auto count = static_cast<std::size_t>(element_count(dims));
    const auto type = e.at.since < 10 ? e.type(e.input(0)) : tigris::dtype::boolean;
    e.give(1, e.constant(make_tensor(type, dims, std::vector<double>(count, 1))));
    return true;
}

}  // namespace onnx2hpp
