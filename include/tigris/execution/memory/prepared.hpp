// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Prepared constants. A kernel may want constants in another order for calls of one row. If the
// planner wants it (task_plan::prepared), they are stored in that order, so that no call rearranges
// them. The compiler puts them into flash in place of the original constants. The tool puts them
// into a blob beside the original ones.

#include <tigris/execution/plans/step_key.hpp>

namespace tigris::execution {

/// Offset in the blob of a step's prepared constants; 0 if the blob has none.
template <class Session, int Step>
inline constexpr int32_t place_of_prepared =
    prepared_in_blob<Session::Model>(Step, Session::Target.backend);

/// Whether a step can have prepared constants: in a blob, or because the compiler can read its
/// constants (not those in an object file).
template <class Session, int Step, bool = has_only_short_scales<Session, Step>()>
constexpr bool can_prepare(int) {
    return true;
}
template <class Session, int Step>
constexpr bool can_prepare(long) {
    return place_of_prepared<Session, Step> > 0;
}

template <class Session, int Step>
inline constexpr auto prepared = prepare_constants<key<Session, Step>>(tag_of_step<Session, Step>{},
                                                                       layer<Session, Step>);

/// The tag that finds the kernels of a task. It holds the address of the prepared constants, if the
/// task has some.
template <class Session, int Step, auto Key, class Memory>
[[gnu::always_inline]] constexpr auto tag_of_task(const Memory& memory) {
    auto tag = tag_for<Session, Step>(memory);
    if constexpr (kernels::is_prepared(Key)) {
        constexpr int32_t offset = place_of_prepared<Session, Step>;
        if constexpr (offset > 0)
            tag.prepared = memory.constants().blob() + offset;
        else
            tag.prepared = &prepared<Session, Step>;
    }
    return tag;
}

/// A record without the constants that are prepared.
template <class Tag, auto Key, const auto& Layer>
inline constexpr auto rest_of_record = without_prepared<Key>(Tag{}, Layer);

/// Whether a task reads constants that the compiler prepared.
template <class Session, int Step, auto Key>
inline constexpr bool has_own_prepared =
    kernels::is_prepared(Key) && place_of_prepared<Session, Step> == 0;

/// The record that the calls of a task read; prepared constants are not in it. g++ 12 takes no
/// parentheses for a reference here: it would copy the record to the stack for each call.
template <class Session, int Step, auto Key, const auto& Layer, class Memory>
[[gnu::always_inline]] constexpr decltype(auto) record_of_task(const Memory& memory) {
    if constexpr (has_own_prepared<Session, Step, Key>)
        return *&rest_of_record<tag_of_step<Session, Step>, Key, Layer>;
    else
        return record_in<Session, Step, Layer>(memory);
}

}  // namespace tigris::execution
