// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What calls of a kernel would else make of a step's constants each time, made by the compiler: it
// lies in flash in their place, where the planner wants it (task_plan::prepared).

#include <tigris/execution/session.hpp>

namespace tigris::execution {

/// Whether the compiler can read a step's constants (not those in an object file).
template <class Session, int Step, bool = has_only_short_scales<Session, Step>()>
constexpr bool can_read_constants(int) {
    return true;
}
template <class Session, int Step>
constexpr bool can_read_constants(long) {
    return false;
}

template <class Session, int Step>
inline constexpr auto prepared = prepare_constants<key<Session, Step>>(tag_of_step<Session, Step>{},
                                                                       layer<Session, Step>);

/// What finds the kernels of a task, and what is prepared for them.
template <class Session, int Step, auto Key, class Memory>
[[gnu::always_inline]] constexpr auto tag_of_task(const Memory& memory) {
    auto tag = tag_for<Session, Step>(memory);
    if constexpr (kernels::is_prepared(Key)) tag.prepared = &prepared<Session, Step>;
    return tag;
}

template <class Tag, auto Key, const auto& Layer>
inline constexpr auto rest_of_record = without_prepared<Key>(Tag{}, Layer);

/// The record that a task's calls read: without the constants that are prepared. g++ 12 takes no
/// parentheses for a reference here, and would copy the record to the stack for each call.
template <class Session, int Step, auto Key, const auto& Layer, class Memory>
[[gnu::always_inline]] constexpr decltype(auto) record_of_task(const Memory& memory) {
    if constexpr (kernels::is_prepared(Key))
        return *&rest_of_record<tag_of_step<Session, Step>, Key, Layer>;
    else
        return record_in<Session, Step, Layer>(memory);
}

}  // namespace tigris::execution
