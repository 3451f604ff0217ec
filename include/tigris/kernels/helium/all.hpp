// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Every kernel for Helium. Floats are multiplied in blocks; the portable ones stand in for
// what is missing.

#include <tigris/kernels/blocked/all.hpp>
#include <tigris/kernels/helium/binary.hpp>
#include <tigris/kernels/helium/conv/kernel.hpp>
#include <tigris/kernels/helium/depthwise_conv/kernel.hpp>
#include <tigris/kernels/helium/dynamic/quantize.hpp>
#include <tigris/kernels/helium/dynamic/range.hpp>
#include <tigris/kernels/helium/dynamic/rescale.hpp>
#include <tigris/kernels/helium/facts.hpp>
#include <tigris/kernels/helium/floats/products.hpp>
#include <tigris/kernels/helium/gemm/int4_vector.hpp>
#include <tigris/kernels/helium/gemm/kernel.hpp>
#include <tigris/kernels/helium/moves/look_up.hpp>
#include <tigris/kernels/helium/moves/spans.hpp>
#include <tigris/kernels/helium/pool/global_average.hpp>
#include <tigris/kernels/helium/pool/kernel.hpp>
#include <tigris/kernels/helium/unpack_int4.hpp>
