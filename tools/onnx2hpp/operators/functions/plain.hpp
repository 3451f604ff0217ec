// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Functions without parameters, as entries name them: plain<unary_function::exp>.

#include <onnx2hpp/onnx/functions.hpp>

namespace onnx2hpp {

using tigris::ops::binary_function;
using tigris::ops::unary_function;

template <unary_function F>
tigris::ops::unary plain(const node&) {
    return {.function = F};
}

template <binary_function F>
binary_form plain(const node&) {
    return {.function = F};
}

/// Takes ONNX's operands the other way round.
template <binary_function F>
binary_form mirrored(const node&) {
    return {.function = F, .is_mirrored = true};
}

}  // namespace onnx2hpp
