// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The canonical operators, to which all operators of ONNX are lowered. After adding one to this
// list, the compiler names each place that does not know it (docs/how_to/adding_an_operator.md).

#include <tigris/model/graph.hpp>
#include <tigris/ops/arg_reduce.hpp>
#include <tigris/ops/binary.hpp>
#include <tigris/ops/col2im.hpp>
#include <tigris/ops/concat.hpp>
#include <tigris/ops/conv.hpp>
#include <tigris/ops/conv_nd.hpp>
#include <tigris/ops/conv_transpose.hpp>
#include <tigris/ops/convert.hpp>
#include <tigris/ops/cumulate.hpp>
#include <tigris/ops/deform_conv.hpp>
#include <tigris/ops/depthwise_conv.hpp>
#include <tigris/ops/dynamic_quantize.hpp>
#include <tigris/ops/dynamic_range.hpp>
#include <tigris/ops/gather.hpp>
#include <tigris/ops/gemm.hpp>
#include <tigris/ops/global_average_pool.hpp>
#include <tigris/ops/grid_sample.hpp>
#include <tigris/ops/interleave.hpp>
#include <tigris/ops/interpolate.hpp>
#include <tigris/ops/lrn.hpp>
#include <tigris/ops/matmul.hpp>
#include <tigris/ops/max_unpool.hpp>
#include <tigris/ops/non_max_suppression.hpp>
#include <tigris/ops/normalize.hpp>
#include <tigris/ops/pad.hpp>
#include <tigris/ops/pivots.hpp>
#include <tigris/ops/pool.hpp>
#include <tigris/ops/pool_nd.hpp>
#include <tigris/ops/recurrent.hpp>
#include <tigris/ops/reduce.hpp>
#include <tigris/ops/rescale_sums.hpp>
#include <tigris/ops/reshape.hpp>
#include <tigris/ops/resize.hpp>
#include <tigris/ops/roi_align.hpp>
#include <tigris/ops/scatter.hpp>
#include <tigris/ops/select.hpp>
#include <tigris/ops/slice.hpp>
#include <tigris/ops/slide.hpp>
#include <tigris/ops/softmax.hpp>
#include <tigris/ops/sum_addends.hpp>
#include <tigris/ops/tile.hpp>
#include <tigris/ops/top_k.hpp>
#include <tigris/ops/transpose.hpp>
#include <tigris/ops/tree_ensemble.hpp>
#include <tigris/ops/unary.hpp>
#include <tigris/support/type_list.hpp>

namespace tigris::ops {

// clang-format off
using list = type_list<
    arg_reduce,
    binary,
    col2im,
    concat,
    conv,
    conv_nd,
    conv_transpose,
    convert,
    cumulate,
    deform_conv,
    depthwise_conv,
    dynamic_quantize,
    dynamic_range,
    gather,
    gemm,
    global_average_pool,
    grid_sample,
    interleave,
    interpolate,
    lrn,
    matmul,
    max_unpool,
    non_max_suppression,
    normalize,
    pad,
    pivots,
    pool,
    pool_nd,
    recurrent,
    reduce,
    rescale_sums,
    reshape,
    resize,
    roi_align,
    scatter,
    select,
    slice,
    slide,
    softmax,
    sum_addends,
    tile,
    top_k,
    transpose,
    tree_ensemble,
    unary>;
// clang-format on

template <class Op, int Index = 0>
constexpr uint8_t place_in_list() {
    if constexpr (is_same<list::at<Index>, Op>)
        return Index;
    else
        return place_in_list<Op, Index + 1>();
}

/// The place of an operator in ops::list; a compile error if the list does not have the operator.
template <class Op>
constexpr uint8_t find_kind() {
    static_assert(list::contains<Op>, "tigris: this operator is missing in ops::list");
    if constexpr (list::contains<Op>)
        return place_in_list<Op>();
    else
        return 0;
}

/// An operator's number in a node and in a kernel's key.
template <class Op>
inline constexpr uint8_t kind_of = find_kind<Op>();

/// How many of an operator's first inputs are data. Weights and the like follow.
template <class Op>
constexpr int data_inputs_of(const Op&, const operands& t) {
    if constexpr (requires { Op::data_inputs; })
        return Op::data_inputs < t.inputs ? Op::data_inputs : t.inputs;
    else
        return 1;
}

/// Operators whose rows kernels can write into slices of a wider output, out_pixel_stride apart.
using slice_writers = type_list<conv, conv_transpose, depthwise_conv, pool, resize, unary, convert,
                                binary, select, pad, slice>;

/// Whether an operator's output may lie in a concat's output; only under the rows contract.
template <class Op>
constexpr bool writes_slices(const Op&) {
    return slice_writers::contains<Op>;
}

/// Whether a rows kernel also asks for the number of a call's first output row.
template <class Op>
inline constexpr bool uses_row_number = requires {
    Op::uses_row_number;
};

template <auto Model, int Step>
using op_at = list::at<Model.graph.nodes[Step].kind>;

/// Attributes of a step of a model.
template <auto Model, int Step>
constexpr const auto& attributes_of() {
    return row<op_at<Model, Step>>(Model.attributes, Model.graph.nodes[Step].row);
}

}  // namespace tigris::ops
