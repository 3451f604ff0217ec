// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Layers of floats on cores with registers for them (kernels/fast_float).

#include <onnx2hpp/show/cost/layer_facts.hpp>

namespace onnx2hpp {

/// Whether arm_dsp or helium runs it by spans of neighboring windows.
bool has_spans(const tigris::ops::conv& op, const layer_facts& l);
bool has_spans(const tigris::ops::depthwise_conv& op, const layer_facts& l);

/// Adds the features of calls of float layers, beside calls and elements.
void add_spans(const tigris::ops::conv& op, const layer_facts& l, const made_calls& m,
               feature_list& to);
void add_spans(const tigris::ops::depthwise_conv& op, const layer_facts& l, const made_calls& m,
               feature_list& to);

}  // namespace onnx2hpp
