// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// By which products the kernels of fast_float/ multiply.

#include <tigris/kernels/arm_dsp/floats/convolve_channels.hpp>
#include <tigris/kernels/arm_dsp/floats/multiply_windows.hpp>
#include <tigris/kernels/fast_float/kernels.hpp>

namespace tigris::kernels {

arm_dsp_kernels::float_product product_of(arm_dsp_tag);
arm_dsp_kernels::float_channels channels_of(arm_dsp_tag);

}  // namespace tigris::kernels
