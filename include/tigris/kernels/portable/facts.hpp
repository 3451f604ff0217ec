// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What planners know of the portable kernels.

#include <tigris/kernels/backend.hpp>
#include <tigris/kernels/exponential_table.hpp>
#include <tigris/model/kernel_facts.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class Op>
constexpr kernel_facts facts_of(portable_tag, const Op&, const operands&) {
    return {};
}

/// A quantized softmax reads a table of exponentials (exponential_table.hpp), one for each scale.
constexpr kernel_facts facts_of(portable_tag, const ops::softmax&, const operands& t) {
    return {.table_bytes = is_quantized(t.input(0)) ? int32_t(sizeof(exponential_table)) : 0};
}

/// One 32-bit sum for each channel.
constexpr kernel_facts facts_of(portable_tag, const ops::global_average_pool&, const operands& t) {
    return {.scratch_bytes = 4 * rows_of(t.input(0).dims).channels};
}

}  // namespace tigris::kernels
