// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What planners know of the portable kernels.

#include <tigris/kernels/arithmetic/tables/code_table.hpp>
#include <tigris/kernels/contract/adds_products.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/portable/softmax.hpp>
#include <tigris/kernels/walks/resample_places.hpp>
#include <tigris/model/kernel_facts.hpp>
#include <tigris/model/weight_facts.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class Op>
constexpr kernel_facts facts_of(portable_tag, const Op&, const operands&) {
    return {};
}

/// The order in which a backend's kernel reads weights fastest; it reads the canonical one as well.
template <class Op>
constexpr weight_order weight_order_of(portable_tag, const Op&, const operands&) {
    return weight_order::canonical;
}

/// Whether weights fit the order.
constexpr bool can_arrange(portable_tag, weight_order, const weight_facts&) { return true; }

/// Whether the backend rescales fastest with all scales of a layer. Then its kernel needs no
/// machine code for other scales (finish_key::short_scales). Reads constants. False for sums of
/// products, unless a backend has an overload.
template <class Op>
constexpr bool has_short_scales(portable_tag, const Op&, const operands&, view<const constant>,
                                rounding) {
    return !adds_products<Op>;
}

/// Whether all shifts of a layer whose scales are short are so small that the backend rescales
/// faster (finish_key::small_shifts). Reads constants.
template <class Op>
constexpr bool has_small_shifts(portable_tag, const Op&, const operands&, view<const constant>,
                                rounding) {
    return false;
}

/// A softmax of bytes reads a table of exponentials (exponential_table.hpp), one for each scale;
/// one of 16 bits, by TFLite's rule, two tables (interpolated_table.hpp).
constexpr kernel_facts facts_of(portable_tag, const ops::softmax& op, const operands& t) {
    const bool interpolates = t.input(0).type == dtype::i16 && is_tflite_softmax(op, t);
    return {.table_bytes = has_byte_codes(t.input(0)) ? int32_t(sizeof(exponential_table))
                           : interpolates             ? int32_t(2 * sizeof(interpolated_table))
                                                      : 0};
}

/// A function of bytes is a table (code_table.hpp), one for each pair of quantizations.
constexpr kernel_facts facts_of(portable_tag, const ops::unary&, const operands& t) {
    return {.table_bytes = has_byte_codes(t.input(0)) ? int32_t(sizeof(code_table)) : 0};
}

/// Places of rows and columns (resample_places.hpp), one table for each way to resize an axis.
constexpr kernel_facts facts_of(portable_tag, const ops::resize& op, const operands& t) {
    const ops::resampling rows = resampling_of_rows(op, t), columns = resampling_of_columns(op, t);
    return {.table_bytes =
                (is_identity(rows) ? 0 : bytes_of_places(rows)) + bytes_of_places(columns)};
}

/// Scales at run time take arithmetic of the floating-point unit, element by element.
template <class Op>
    requires(is_same<Op, ops::dynamic_range> || is_same<Op, ops::dynamic_quantize> ||
             is_same<Op, ops::rescale_sums> || is_same<Op, ops::sum_addends>)
constexpr kernel_facts facts_of(portable_tag, const Op&, const operands&) {
    return {.by_choice = true};
}

/// Bytes of a sum of a tensor's elements, or of their products (accumulator.hpp).
constexpr int32_t bytes_of_sum(const tensor& t) { return t.type == dtype::i16 ? 8 : 4; }

constexpr kernel_facts facts_of_sums(const tensor& t, int32_t sums) {
    const int32_t bytes = bytes_of_sum(t);
    return {.accumulator_bytes = bytes * sums, .bytes_of_sum = sums > 0 ? bytes : 0};
}

/// A vector that arrives in several rows is summed up for each output.
constexpr kernel_facts facts_of(portable_tag, const ops::gemm& op, const operands& t) {
    return facts_of_sums(t.input(0), has_one_vector(op, t) ? t.input(1).dims[0] : 0);
}

/// Facts of a global average pool: one sum per channel.
constexpr kernel_facts facts_of(portable_tag, const ops::global_average_pool&, const operands& t) {
    return facts_of_sums(t.input(0), rows_of(t.input(0).dims).channels);
}

/// Two states, and a third vector that a step needs.
constexpr kernel_facts facts_of(portable_tag, const ops::recurrent&, const operands& t) {
    return {.accumulator_bytes = 3 * 4 * t.input(2).dims[2], .bytes_of_sum = 4};
}

}  // namespace tigris::kernels
