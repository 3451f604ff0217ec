// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What features of a layer are computed from.

#include <onnx2hpp/show/cost/features.hpp>
#include <onnx2hpp/show/cost/made_calls.hpp>

#include <tigris/model/graph.hpp>
#include <tigris/ops/window.hpp>

namespace onnx2hpp {

/// A step with its tensors, as features are computed from it.
struct layer_facts {
    tigris::operands tensors;      // inputs and outputs
    tigris::row_extents in;        // rows of input 0
    tigris::row_extents out;       // rows of the output
    tigris::backend backend{};     // backend of the kernel
    bool prepared = false;         // flash holds constants prepared for one-row calls
    bool adds_up = false;          // the step adds up rows of its input
    std::int64_t products = 0;     // multiply-accumulates
    std::int32_t vector_rows = 0;  // rows in which a vector arrives
    /// Inputs that a concatenation copies, because they do not lie in the result.
    std::int32_t copied_inputs = 0;
    std::int32_t copied_channels = 0;    // channels of these inputs
    std::int32_t rescaled_channels = 0;  // channels among them with another quantization
    bool limited = false;                // an activation forbids some of the result's codes
};

/// The border of an image.
struct border {
    std::int32_t left = 0;   // pixels of an output row whose windows reach beyond the left edge
    std::int32_t right = 0;  // pixels whose windows reach beyond the right edge
    std::int32_t rows = 0;   // output rows whose windows reach beyond the upper or lower edge
    std::int32_t missing_rows = 0;  // input rows outside of the image, under all windows

    std::int32_t columns() const { return left + right; }
};
border border_of(const layer_facts& l, const tigris::ops::window& w);

/// Taps of a window of output column x inside the image.
std::int64_t taps_inside(const tigris::ops::window& w, std::int32_t width, std::int32_t x);

/// How much of the rows, and of the columns, under all windows lies inside the image.
double rows_inside(const layer_facts& l, const tigris::ops::window& w);
double columns_inside(const layer_facts& l, const tigris::ops::window& w);

inline std::int64_t to_nearest(double number) { return std::int64_t(number + 0.5); }

/// Whether windows are pixels that lie one after the other.
bool are_pixels(const tigris::ops::window& w);

constexpr std::int64_t blocks_of(std::int64_t n, std::int64_t block) {
    return (n + block - 1) / block;
}

/// Add the features of a kernel's calls. They return text that is added to the kernel's name: other
/// differences of its loops.
std::string add_features(const tigris::ops::conv& op, const layer_facts& l,
                         const std::vector<made_calls>& calls, feature_list& to);
std::string add_features(const tigris::ops::depthwise_conv& op, const layer_facts& l,
                         const std::vector<made_calls>& calls, feature_list& to);
std::string add_features(const tigris::ops::gemm& op, const layer_facts& l,
                         const std::vector<made_calls>& calls, feature_list& to);
std::string add_features(const tigris::ops::pool& op, const layer_facts& l,
                         const std::vector<made_calls>& calls, feature_list& to);

/// Adds the features of any operator: calls, rows, pixels and elements.
void add_elements(const layer_facts& l, const std::vector<made_calls>& calls, feature_list& to);

}  // namespace onnx2hpp
