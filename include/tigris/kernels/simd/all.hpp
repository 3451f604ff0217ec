// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Every kernel for vectors of bytes and floats, where the compiler may use AVX2 or NEON; the
// portable ones stand in for those that are missing.

#include <tigris/kernels/portable/all.hpp>
#include <tigris/kernels/simd/facts.hpp>

#if (defined(__AVX2__) && defined(__FMA__)) || (defined(__aarch64__) && defined(__ARM_NEON))
#include <tigris/kernels/simd/binary.hpp>
#include <tigris/kernels/simd/conv/kernel.hpp>
#include <tigris/kernels/simd/convert.hpp>
#include <tigris/kernels/simd/depthwise_conv/kernel.hpp>
#include <tigris/kernels/simd/gemm/kernel.hpp>
#endif
