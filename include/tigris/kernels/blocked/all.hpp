// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Kernels in plain C++ that keep blocks of sums in registers: Cortex-M0+, M3, RISC-V, and floats on
// Cortex-M4 and M7.

#include <tigris/kernels/blocked/conv.hpp>
#include <tigris/kernels/blocked/depthwise_conv.hpp>
#include <tigris/kernels/blocked/facts.hpp>
#include <tigris/kernels/blocked/gemm.hpp>
#include <tigris/kernels/portable/all.hpp>
