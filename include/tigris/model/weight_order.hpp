// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The order of a layer's weights in flash.

#include <stdint.h>
#include <tigris/model/shape.hpp>

namespace tigris {

/// canonical: as the operator says (ops/); every backend reads it. Each of the others is for some
/// backends, and a header has it only if the tool was asked for it (--backend):
///
/// * arm_dsp_pairs, arm_dsp_fours: kernels/arm_dsp/paired_weights.hpp
/// * helium_fours: kernels/helium/weights_of_four.hpp
/// * helium_sixteens: kernels/helium/depthwise_conv/weights_of_sixteen.hpp
/// * blocked_fours: kernels/blocked/weights_of_four.hpp
/// * float_fours (arm_dsp and helium), simd_sixteens, both of floats:
///   kernels/arithmetic/blocks_of_floats.hpp
enum class weight_order : uint8_t {
    canonical,
    arm_dsp_pairs,
    arm_dsp_fours,
    helium_fours,
    helium_sixteens,
    blocked_fours,
    simd_sixteens,
    float_fours
};

/// A layer's weights as its outputs see them: each output has `rows` spans of `span` elements. The
/// orders of pairs (arm_dsp_pairs, arm_dsp_fours) pad the outputs to `padded_outputs`, and the
/// elements of each output to `depth`:
///
/// * A single span is padded to whole fours.
/// * Two spans share words. First come the whole fours of both, then their rests, side by side.
/// * Beside the rest of an odd last span lies nothing.
///
/// An output that has 3 spans a, b and c of 6 elements has a depth of 20, in words of two elements:
///
///     a0 a2  a1 a3 | b0 b2  b1 b3 | a4 b4  a5 b5 | c0 c2  c1 c3 | c4 --  c5 --
///
/// The other orders have all spans one after the other.
struct weight_extents {
    int32_t outputs = 0;
    int32_t rows = 0;  // spans of an output
    int32_t span = 0;  // elements of a span

    constexpr int32_t padded_outputs() const { return (outputs + 1) / 2 * 2; }
    /// Elements of a span after its whole fours, if several spans share words: 2 in the example.
    constexpr int32_t rest() const { return rows > 1 ? span % 4 : 0; }
    constexpr int32_t in_fours() const { return (span - rest() + 3) / 4 * 4; }
    constexpr int32_t depth() const {
        return (rows * in_fours() + (rows + 1) / 2 * 2 * rest() + 3) / 4 * 4;
    }
    /// Vectors of 16 elements per output, and blocks of 4 and of 16 outputs, where all spans lie
    /// one after the other.
    constexpr int32_t vectors() const { return (rows * span + 15) / 16; }
    constexpr int32_t fours() const { return (outputs + 3) / 4; }
    constexpr int32_t sixteens() const { return (outputs + 15) / 16; }
};

/// Extents of the weights of a convolution, [outputs, height, width, channels], of a depthwise one,
/// [height, width, outputs], or of a fully connected layer, [outputs, inputs].
constexpr weight_extents weight_extents_of(const shape& dims) {
    if (dims.rank == 2) return {dims[0], 1, dims[1]};
    if (dims.rank == 3) return {dims[2], dims[0] * dims[1], 1};
    return {dims[0], dims[1], dims[2] * dims[3]};
}

/// Elements of a layer's weights in flash, with padding.
constexpr int64_t stored_elements(weight_order order, const shape& dims) {
    if (order == weight_order::canonical || order == weight_order::helium_sixteens)
        return element_count(dims);
    const weight_extents e = weight_extents_of(dims);
    if (order == weight_order::helium_fours) return int64_t(e.fours()) * e.vectors() * 64;
    if (order == weight_order::blocked_fours || order == weight_order::float_fours)
        return int64_t(e.fours()) * 4 * e.rows * e.span;
    if (order == weight_order::simd_sixteens) return int64_t(e.sixteens()) * 16 * e.rows * e.span;
    return int64_t(e.padded_outputs()) * e.depth();
}

}  // namespace tigris
