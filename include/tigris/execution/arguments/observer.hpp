// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Observers: who watches a run. A run without one has no machine code for it.

#include <tigris/model/tensor.hpp>
#include <tigris/support/type_list.hpp>

namespace tigris {

/// What on_step gets: the step, the tensor that it made, its type and shape, and its elements in
/// memory order. The observer may overwrite the elements.
struct step_output {
    int step;
    int tensor;
    const tigris::tensor& info;
    void* data;

    /// Element `i` in ONNX's order and layout; T is the tensor's element type.
    template <class T>
    T& onnx(int64_t i) const {
        return static_cast<T*>(data)[memory_place(info, i)];
    }
};

/// An observer with on_step(const step_output&), which is called after a step whose result is whole
/// in memory.
template <class Observer>
concept watches_steps = requires(Observer& o, const step_output& made) {
    o.on_step(made);
};

/// An observer with on_segment(int segment), which is called after a segment of the plan and its
/// steps.
template <class Observer>
concept watches_segments = requires(Observer& o, int segment) {
    o.on_segment(segment);
};

/// An observer with on_row(int step, int first, int count), which is called after rows
/// [first, first + count) of a step's output.
template <class Observer>
concept watches_rows = requires(Observer& o, int number) {
    o.on_row(number, number, number);
};

/// An observer: has at least one of on_step, on_segment and on_row.
template <class Observer>
concept is_observer =
    watches_steps<Observer> || watches_segments<Observer> || watches_rows<Observer>;

/// An observer that watches nothing.
struct no_observer {};

namespace execution {

/// The observer of a run. Takes no bytes where there is no observer, or an empty one.
template <class Observer>
struct observed_by;
template <class Observer>
struct observed_by<Observer&> {
    Observer& observer;
};
template <class Observer>
    requires(__is_empty(Observer) && __is_trivially_copyable(Observer) &&
             !is_same<Observer, const Observer>)
struct observed_by<Observer&> {
    [[no_unique_address]] mutable Observer observer;
};
template <>
struct observed_by<no_observer> {};

}  // namespace execution
}  // namespace tigris
