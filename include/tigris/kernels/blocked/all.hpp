// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Kernels in plain C++ that keep blocks of sums in registers: for Cortex-M0+, M3, RISC-V, and, of
// floats, for backends that have no other ones.

#include <tigris/kernels/blocked/conv.hpp>
#include <tigris/kernels/blocked/depthwise_conv.hpp>
#include <tigris/kernels/blocked/facts.hpp>
#include <tigris/kernels/blocked/gemm.hpp>
#include <tigris/kernels/portable/all.hpp>
