// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// To which pools the kernels for four channels at once apply.

#include <stdint.h>

namespace tigris::kernels::arm_dsp_kernels {

constexpr bool fills_words(int32_t channels) { return channels >= 4; }

}  // namespace tigris::kernels::arm_dsp_kernels
