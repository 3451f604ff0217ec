// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Every kernel for Helium. Floats are multiplied in blocks; the portable ones stand in for
// what is missing.

#include <tigris/kernels/blocked/all.hpp>
#include <tigris/kernels/helium/binary.hpp>
#include <tigris/kernels/helium/concat.hpp>
#include <tigris/kernels/helium/conv.hpp>
#include <tigris/kernels/helium/convert.hpp>
#include <tigris/kernels/helium/depthwise_conv.hpp>
#include <tigris/kernels/helium/facts.hpp>
#include <tigris/kernels/helium/gemm.hpp>
#include <tigris/kernels/helium/global_average_pool.hpp>
#include <tigris/kernels/helium/pool.hpp>
#include <tigris/kernels/helium/resize.hpp>
#include <tigris/kernels/helium/slice.hpp>
#include <tigris/kernels/helium/unary.hpp>
