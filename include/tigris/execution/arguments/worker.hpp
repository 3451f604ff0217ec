// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The second worker of a run: another core, which the firmware starts.

namespace tigris {

/// A second worker, with these functions:
///
/// * start(function, context) lets another core call function(context), and returns at once. The
///   call must see what was written before start.
/// * join() returns when that call has returned. After join, what the call wrote must be seen.
/// * rest(uint32_t looks), a static member, is optional. It is called after each look in vain for
///   the other worker. If threads may be interrupted, it gives way to other threads.
///
/// The function waits in loops for the core that started it, so both cores must run at the same
/// time.
template <class Worker>
concept is_worker = requires(Worker& w, void (*function)(void*), void* context) {
    w.start(function, context);
    w.join();
};

namespace execution {

/// A run has no second worker.
struct no_worker {};

}  // namespace execution
}  // namespace tigris
