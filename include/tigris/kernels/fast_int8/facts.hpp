// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What planners know of kernels that both backends of Cortex-M have, and whose facts are alike.

#include <tigris/kernels/fast_int8/looked_up_bytes.hpp>
#include <tigris/kernels/portable/convert.hpp>
#include <tigris/kernels/portable/facts.hpp>
#include <tigris/kernels/portable/rescale_sums.hpp>
#include <tigris/kernels/portable/resize.hpp>
#include <tigris/kernels/portable/slice.hpp>

namespace tigris::kernels {

template <class Own>
constexpr kernel_facts facts_of(cortex_m_tag<Own>, const ops::unary& op, const operands& t) {
    kernel_facts facts = facts_of(portable_tag{}, op, t);
    if (reads_table(key_of(op, t, rounding::nearest))) facts.backend = Own::own_backend;
    return facts;
}

template <class Own>
constexpr kernel_facts facts_of(cortex_m_tag<Own>, const ops::concat& op, const operands& t) {
    kernel_facts facts = facts_of(portable_tag{}, op, t);
    facts.backend = Own::own_backend;
    return facts;
}

template <class Own>
constexpr kernel_facts facts_of(cortex_m_tag<Own>, const ops::slice& op, const operands& t) {
    return {.backend = keeps_neighbors(op, t) ? Own::own_backend : portable};
}

template <class Own>
constexpr kernel_facts facts_of(cortex_m_tag<Own>, const ops::resize& op, const operands& t) {
    kernel_facts facts = facts_of(portable_tag{}, op, t);
    if (moves_pixels(key_of(op, t, rounding::nearest))) facts.backend = Own::own_backend;
    return facts;
}

/// Scales at run time.
template <class Own, class Op>
    requires(is_same<Op, ops::dynamic_range> || is_same<Op, ops::dynamic_quantize>)
constexpr kernel_facts facts_of(cortex_m_tag<Own>, const Op&, const operands& t) {
    const bool is_constant = t.input(0).kind == tensor_kind::constant;
    return {.backend = is_constant ? portable : Own::own_backend, .by_choice = true};
}

template <class Own>
constexpr kernel_facts facts_of(cortex_m_tag<Own>, const ops::rescale_sums& op, const operands& t) {
    const bool applies = rescales_in_place(key_of(op, t, rounding::nearest));
    return {.backend = applies ? Own::own_backend : portable, .by_choice = true};
}

template <class Own>
constexpr kernel_facts facts_of(cortex_m_tag<Own>, const ops::global_average_pool& op,
                                const operands& t) {
    kernel_facts facts = facts_of(portable_tag{}, op, t);
    if (t.input(0).type == dtype::i8) facts.backend = Own::own_backend;
    return facts;
}

/// Between signed bytes. What comes as floats or goes as such is divided and rounded one by one by
/// the floating-point unit.
template <class Own>
constexpr kernel_facts facts_of(cortex_m_tag<Own>, const ops::convert& op, const operands& t) {
    const convert_key key = key_of(op, t, rounding::nearest);
    return {.backend = rescales_bytes(key) ? Own::own_backend : portable,
            .by_choice = key.in == dtype::f32 || key.out == dtype::f32};
}

/// Exponentials are looked up one by one, and divisions take the rest: no instruction helps.
template <class Own>
constexpr kernel_facts facts_of(cortex_m_tag<Own>, const ops::softmax& op, const operands& t) {
    kernel_facts facts = facts_of(portable_tag{}, op, t);
    facts.by_choice = true;
    return facts;
}

}  // namespace tigris::kernels
