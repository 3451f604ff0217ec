// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a Slice takes, axis by axis.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Element i along an axis of the result is element begin + i * step of the input; `count` of them.
/// One entry for each axis.
struct slicing {
    extents begin;
    extents step;
    extents count;
};

/// Starts and ends count from the end where they are negative, and are brought into range. Throws
/// failure(unsupported) where they are computed at run time, failure(bad_input) where they do not
/// fit the input. Source: ONNX Slice.
slicing slicing_of(const onnx_model& model, const node& n);

}  // namespace onnx2hpp
