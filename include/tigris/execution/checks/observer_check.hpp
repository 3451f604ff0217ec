// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Checks the argument that the user passes as an observer. One error says what it lacks.

#include <tigris/execution/arguments/observer.hpp>
#include <tigris/execution/checks/run_check.hpp>
#include <tigris/execution/checks/worker_check.hpp>

namespace tigris::execution {

template <class Observer>
struct not_an_observer {
    static_assert(is_right<Observer>,
                  "tigris: an observer has a member on_step(const tigris::step_output&), "
                  "on_segment(int segment) or on_row(int step, int first, int count)");
};
template <class Observer>
struct wrong_member_of_observer {
    static_assert(is_right<Observer>,
                  "tigris: the observer's on_step, on_segment or on_row takes other arguments than "
                  "(const tigris::step_output&), (int) and (int, int, int)");
};

/// Whether a member has the name of an observer's member, but other parameters.
template <class Observer>
constexpr bool has_wrong_member() {
    return (requires { &Observer::on_step; } && !watches_steps<Observer>) ||
           (requires { &Observer::on_segment; } && !watches_segments<Observer>) ||
           (requires { &Observer::on_row; } && !watches_rows<Observer>);
}

/// A pointer to the fault of an observer, or to nothing_to_say.
template <class Observer>
constexpr auto fault_of_observer() {
    using observer = typename plain<Observer>::type;
    if constexpr (has_wrong_member<observer>())
        return as_check<wrong_member_of_observer<observer>>();
    else if constexpr (!is_observer<Observer>)
        return as_check<not_an_observer<observer>>();
    else
        return as_check<nothing_to_say>();
}

/// An argument of run that is no observer: a buffer, buffers, rows, a worker or a workspace.
template <class T>
concept is_other_argument = is_buffer<T> || is_worker<T> || requires {
    T::is_list_of_buffers;
} || requires {
    T::is_row_sink;
} || requires {
    T::is_external;
};

/// Whether the last argument of a call of run that fits no overload was meant as an observer.
/// Either it has a member with the name of an observer's member. Or it is at least the third
/// argument after the model, an object of a class, and no other argument of run.
template <class Last, int Given>
constexpr bool is_meant_as_observer() {
    return has_wrong_member<Last>() || (Given >= 3 && __is_class(Last) && !is_other_argument<Last>);
}

template <class T>
struct argument {
    using type = T;
};
template <class... Given>
using last_of = typename decltype((argument<Given>{}, ...))::type;

/// A pointer to the fault of arguments that no run takes.
template <class Model, class... Given>
constexpr auto fault_of_arguments() {
    if constexpr ((is_same<Given, target> || ...)) {
        return as_check<target_for_workspace<Model>>();
    } else if constexpr (sizeof...(Given) > 0) {
        using last = last_of<Given...>;
        if constexpr (is_meant_as_observer<last, int(sizeof...(Given))>())
            return fault_of_observer<last>();
        else
            return as_check<no_arguments_of_run<Model, Given...>>();
    } else {
        return as_check<no_arguments_of_run<Model>>();
    }
}

}  // namespace tigris::execution
