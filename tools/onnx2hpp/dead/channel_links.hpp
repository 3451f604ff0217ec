// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Steps that do not mix channels: from which channel of an input each channel of the result is
// computed.

#include <onnx2hpp/lowered_model.hpp>

#include <vector>

namespace onnx2hpp {

/// A channel of the output that is computed from a channel of an input.
struct channel_link {
    std::size_t place = 0;  // number of the input
    int from = 0;           // channel of the input
    int to = 0;             // channel of the output
    /// Neither channel can be there without the other; false for one channel for all.
    bool is_tied = true;
};

/// All links of a pool, sum, product, activation, conversion, concat or reshape of codes, by
/// ascending `to` and `place`. None for steps that mix channels, or that are not known.
std::vector<channel_link> links_of(const lowered_model& model, const lowered_node& n);

}  // namespace onnx2hpp
