// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Every portable kernel. reshape needs none: its output is its input.

#include <tigris/kernels/portable/arg_reduce.hpp>
#include <tigris/kernels/portable/binary.hpp>
#include <tigris/kernels/portable/col2im.hpp>
#include <tigris/kernels/portable/concat.hpp>
#include <tigris/kernels/portable/conv.hpp>
#include <tigris/kernels/portable/conv_nd.hpp>
#include <tigris/kernels/portable/conv_transpose.hpp>
#include <tigris/kernels/portable/convert.hpp>
#include <tigris/kernels/portable/cumulate.hpp>
#include <tigris/kernels/portable/deform_conv.hpp>
#include <tigris/kernels/portable/depthwise_conv.hpp>
#include <tigris/kernels/portable/facts.hpp>
#include <tigris/kernels/portable/gather.hpp>
#include <tigris/kernels/portable/gemm.hpp>
#include <tigris/kernels/portable/global_average_pool.hpp>
#include <tigris/kernels/portable/grid_sample.hpp>
#include <tigris/kernels/portable/interleave.hpp>
#include <tigris/kernels/portable/interpolate.hpp>
#include <tigris/kernels/portable/lrn.hpp>
#include <tigris/kernels/portable/matmul.hpp>
#include <tigris/kernels/portable/max_unpool.hpp>
#include <tigris/kernels/portable/non_max_suppression.hpp>
#include <tigris/kernels/portable/normalize.hpp>
#include <tigris/kernels/portable/pad.hpp>
#include <tigris/kernels/portable/pivots.hpp>
#include <tigris/kernels/portable/pool.hpp>
#include <tigris/kernels/portable/pool_nd.hpp>
#include <tigris/kernels/portable/recurrent.hpp>
#include <tigris/kernels/portable/reduce.hpp>
#include <tigris/kernels/portable/resize.hpp>
#include <tigris/kernels/portable/roi_align.hpp>
#include <tigris/kernels/portable/scatter.hpp>
#include <tigris/kernels/portable/select.hpp>
#include <tigris/kernels/portable/slice.hpp>
#include <tigris/kernels/portable/slide.hpp>
#include <tigris/kernels/portable/softmax.hpp>
#include <tigris/kernels/portable/tile.hpp>
#include <tigris/kernels/portable/top_k.hpp>
#include <tigris/kernels/portable/transpose.hpp>
#include <tigris/kernels/portable/tree_ensemble.hpp>
#include <tigris/kernels/portable/unary.hpp>
