// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What planner and kernel agree on: the working memory of depthwise convolutions on panels, on
// pairs of rows, and on a single row.

#include <tigris/kernels/arm_dsp/depthwise_conv/panel_shape.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv/row_pair_shape.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv/single_row_shape.hpp>
