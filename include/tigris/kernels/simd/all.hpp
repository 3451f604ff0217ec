// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Every kernel for AVX2, where the compiler may use it; the portable ones stand in for those that
// are missing.

#include <tigris/kernels/portable/all.hpp>
#include <tigris/kernels/simd/facts.hpp>

#if defined(__AVX2__) && defined(__FMA__)
#include <tigris/kernels/simd/binary.hpp>
#include <tigris/kernels/simd/conv.hpp>
#include <tigris/kernels/simd/depthwise_conv.hpp>
#include <tigris/kernels/simd/gemm.hpp>
#endif
