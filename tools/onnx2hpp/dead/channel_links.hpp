// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Steps that do not mix channels: from which channel of an input each channel of the result is
// computed.

#include <onnx2hpp/lowered_model.hpp>

#include <vector>

namespace onnx2hpp {

/// Channel `to` of the output is made of channel `from` of input `place`. `is_tied`: neither can be
/// there without the other. One channel for all of the output is not tied.
struct channel_link {
    std::size_t place = 0;
    int from = 0;
    int to = 0;
    bool is_tied = true;
};

/// All links of a pool, sum, product, activation, conversion, concat or reshape of codes, by
/// ascending `to` and `place`. None for steps that mix channels, or that are not known.
std::vector<channel_link> links_of(const lowered_model& model, const lowered_node& n);

}  // namespace onnx2hpp
