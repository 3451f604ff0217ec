// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The states of a model in a workspace.

#include <tigris/execution/memory/arena.hpp>

namespace tigris::execution {

/// Whether some state begins with bytes that are not 0.
template <auto Model, int... State>
constexpr bool has_zero_points(index_sequence<State...>) {
    return (... || (state_input<Model, State>::zero_point != 0));
}
template <auto Model>
inline constexpr bool starts_with_zeros =
    !has_zero_points<Model>(make_index_sequence<type_of<Model>::state_count>{});

/// Whether states have their first value. The memory of the library is zero when a program starts.
/// If states begin with another value, or lie in the caller's memory, the next run sets them.
template <bool Needed>
struct state_latch {
    bool are_set = false;
};
template <>
struct state_latch<false> {};

/// All states of a model, in an arena whose start is passed to these functions.
template <auto Model, target Target, arena_owner Owner, class States>
struct state_set;
template <auto Model, target Target, arena_owner Owner, int... State>
struct state_set<Model, Target, Owner, index_sequence<State...>>
    : state_latch<!starts_with_zeros<Model> || is_bound_later(Owner)> {
protected:
    static constexpr bool has_latch = !starts_with_zeros<Model> || is_bound_later(Owner);

    /// Sets all states to zero. With a latch, the next run does so: then no arena need be bound
    /// yet.
    void reset_states([[maybe_unused]] unsigned char* arena) {
        if constexpr (has_latch)
            this->are_set = false;
        else
            (fill<State>(arena), ...);
    }
    void forget_states() {
        if constexpr (has_latch) this->are_set = false;
    }
    void begin_states([[maybe_unused]] unsigned char* arena) {
        if constexpr (has_latch) {
            if (this->are_set) return;
            (fill<State>(arena), ...);
            this->are_set = true;
        }
    }
    static void end_states(unsigned char* arena) { (keep<State>(arena), ...); }

private:
    template <int S>
    static void fill(unsigned char* arena) {
        using input = state_input<Model, S>;
        using element = typename input::type;
        auto* items = static_cast<element*>(
            static_cast<void*>(arena + state_places_of<Model, Target>.now[S]));
        for (int i = 0; i < input::extent; ++i) items[i] = element(input::zero_point);
    }
    template <int S>
    static void keep(unsigned char* arena) {
        using input = state_input<Model, S>;
        constexpr auto& places = state_places_of<Model, Target>;
        if constexpr (places.now[S] != places.next[S])
            __builtin_memcpy(arena + places.now[S], arena + places.next[S],
                             input::extent * sizeof(typename input::type));
    }
};
template <auto Model, target Target, arena_owner Owner>
struct state_set<Model, Target, Owner, index_sequence<>> {
protected:
    static constexpr void forget_states() {}
};

template <auto Model, target Target, arena_owner Owner>
using states_of = state_set<Model, Target, Owner, make_index_sequence<type_of<Model>::state_count>>;

}  // namespace tigris::execution
