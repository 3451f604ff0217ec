// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Every kernel for the DSP extension. Floats are multiplied in blocks; the portable ones stand in
// for what is missing.

#include <tigris/kernels/arm_dsp/binary/kernel.hpp>
#include <tigris/kernels/arm_dsp/conv/kernel.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv/kernel.hpp>
#include <tigris/kernels/arm_dsp/dynamic/quantize.hpp>
#include <tigris/kernels/arm_dsp/dynamic/range.hpp>
#include <tigris/kernels/arm_dsp/dynamic/rescale.hpp>
#include <tigris/kernels/arm_dsp/facts.hpp>
#include <tigris/kernels/arm_dsp/floats/products.hpp>
#include <tigris/kernels/arm_dsp/gemm/int4_vector.hpp>
#include <tigris/kernels/arm_dsp/gemm/kernel.hpp>
#include <tigris/kernels/arm_dsp/moves/look_up.hpp>
#include <tigris/kernels/arm_dsp/moves/spans.hpp>
#include <tigris/kernels/arm_dsp/pool/average.hpp>
#include <tigris/kernels/arm_dsp/pool/global_average.hpp>
#include <tigris/kernels/arm_dsp/pool/kernel.hpp>
#include <tigris/kernels/blocked/all.hpp>
