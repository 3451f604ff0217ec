// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// By which products the kernels of fast_float/ multiply.

#include <tigris/kernels/fast_float/kernels.hpp>
#include <tigris/kernels/helium/floats/convolve_channels.hpp>
#include <tigris/kernels/helium/floats/multiply_windows.hpp>

namespace tigris::kernels {

helium_kernels::float_product product_of(helium_tag);
helium_kernels::float_channels channels_of(helium_tag);

}  // namespace tigris::kernels
