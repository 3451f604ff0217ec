// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How the vector of a fully connected layer is widened: what planners and the kernel must agree on.

#include <stdint.h>
#include <tigris/model/dtype.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// Elements that are widened at a time.
inline constexpr int32_t vector_elements = 640;

/// Whether the kernel applies: signed bytes to such, or to sums.
constexpr bool multiplies_vectors(dtype in, dtype out) {
    return in == dtype::i8 && (out == dtype::i8 || out == dtype::i32);
}

/// A vector's elements as 16-bit numbers, filled up on both sides.
constexpr int32_t vector_words(int32_t elements) {
    const int32_t padded = (elements + 3) / 4 * 4 + 4;
    return (padded < vector_elements ? padded : vector_elements) / 2;
}

/// Outputs whose sums are kept at a time, a multiple of four unless they are all: few where the
/// vector is widened only once for all of them.
constexpr int32_t outputs_at_once(int32_t elements, int32_t outputs) {
    constexpr int32_t few = 64;
    return elements <= vector_elements && outputs > few ? few : outputs;
}

/// A widened vector, a sum for each output that is kept, and three more bytes for memory that is
/// not aligned.
constexpr int32_t scratch_bytes_of_vector(int32_t elements, int32_t outputs) {
    return 4 * (vector_words(elements) + outputs_at_once(elements, outputs)) + 3;
}

}  // namespace tigris::kernels::arm_dsp_kernels
