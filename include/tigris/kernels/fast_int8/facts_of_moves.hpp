// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What planners know of kernels that look bytes up or move them, word by word or vector by vector.

#include <tigris/kernels/fast_int8/looked_up_bytes.hpp>
#include <tigris/kernels/portable/facts.hpp>
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

}  // namespace tigris::kernels
