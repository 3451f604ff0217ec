// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Every kernel for the DSP extension. Floats are multiplied in blocks; the portable ones stand in
// for what is missing.

#include <tigris/kernels/arm_dsp/average_pool.hpp>
#include <tigris/kernels/arm_dsp/binary.hpp>
#include <tigris/kernels/arm_dsp/concat.hpp>
#include <tigris/kernels/arm_dsp/conv.hpp>
#include <tigris/kernels/arm_dsp/convert.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv.hpp>
#include <tigris/kernels/arm_dsp/facts.hpp>
#include <tigris/kernels/arm_dsp/gemm.hpp>
#include <tigris/kernels/arm_dsp/global_average_pool.hpp>
#include <tigris/kernels/arm_dsp/pool.hpp>
#include <tigris/kernels/arm_dsp/resize.hpp>
#include <tigris/kernels/arm_dsp/slice.hpp>
#include <tigris/kernels/arm_dsp/unary.hpp>
#include <tigris/kernels/blocked/all.hpp>
