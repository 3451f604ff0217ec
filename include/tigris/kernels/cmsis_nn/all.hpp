// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Every kernel by CMSIS-NN, where TIGRIS_HAS_CMSIS_NN says that the library is; the portable ones
// stand in for those that are missing.

#include <tigris/kernels/cmsis_nn/facts.hpp>
#include <tigris/kernels/portable/all.hpp>

#ifdef TIGRIS_HAS_CMSIS_NN
#include <tigris/kernels/cmsis_nn/binary.hpp>
#include <tigris/kernels/cmsis_nn/conv.hpp>
#include <tigris/kernels/cmsis_nn/depthwise_conv.hpp>
#include <tigris/kernels/cmsis_nn/extremes.hpp>
#include <tigris/kernels/cmsis_nn/gemm.hpp>
#include <tigris/kernels/cmsis_nn/matmul.hpp>
#include <tigris/kernels/cmsis_nn/pad.hpp>
#include <tigris/kernels/cmsis_nn/pool.hpp>
#include <tigris/kernels/cmsis_nn/softmax.hpp>
#include <tigris/kernels/cmsis_nn/transpose.hpp>
#else
template <>
inline constexpr bool tigris::kernels::has_library<tigris::kernels::cmsis_nn_tag> = false;
#endif
