// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Every kernel for Helium; the portable ones stand in for those that are missing.

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
#include <tigris/kernels/portable/all.hpp>
