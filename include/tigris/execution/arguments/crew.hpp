// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Who makes the rows of a run: one worker, or two that meet where the plan says so.

#include <stdint.h>
#include <tigris/planning/segments/segment.hpp>

namespace tigris::execution {

/// Rows [first, first + count) of a call.
struct share_of_rows {
    int32_t first = 0;
    int32_t count = 0;
};

/// The crew of a run with one worker, which makes all rows.
struct alone {
    static constexpr int count = 1;
};

/// The place where two workers wait for each other. Each worker counts how often it has come, and
/// reads how often the other one has.
struct meeting_point {
    struct alignas(64) visits {  // of one worker, on a cache line of its own, for speed
        uint32_t count = 0;
    };

    visits of[2]{};

    /// Returns when both workers have come equally often. After that, each worker sees what the
    /// other one wrote before. While a worker waits, it calls rest(looks) after each look for the
    /// other one.
    template <class Rest>
    [[gnu::always_inline]] void meet(int own, const Rest& rest) {
        const uint32_t now = of[own].count + 1;
        __atomic_store_n(&of[own].count, now, __ATOMIC_RELEASE);
        for (uint32_t looks = 1;
             int32_t(__atomic_load_n(&of[1 - own].count, __ATOMIC_ACQUIRE) - now) < 0; ++looks)
            rest(looks);
    }
};

/// One of two workers. Second is the firmware's type of the second one.
template <class Second>
struct one_of_two {
    static constexpr int count = 2;

    int number;
    meeting_point* point;

    bool is_first() const { return number == 0; }
    [[gnu::noinline]] void meet() const { point->meet(number, rest); }
    /// The rows of a call that this worker makes. The first worker makes the upper half, and the
    /// odd row.
    [[gnu::always_inline]] share_of_rows share(int32_t rows) const {
        const int32_t upper = (rows + 1) / 2;
        return is_first() ? share_of_rows{0, upper} : share_of_rows{upper, rows - upper};
    }

private:
    static void rest([[maybe_unused]] uint32_t looks) {
        if constexpr (requires { Second::rest(looks); }) Second::rest(looks);
#if defined(__x86_64__) || defined(__i386__)
        else
            __builtin_ia32_pause();
#endif
    }
};

/// Whether both workers make rows of segment number Segment.
template <class Plan>
constexpr bool is_shared(const Plan& plan, int segment) {
    return segment < plan.segment_count && plan.tasks[plan.segments[segment].begin].workers > 1;
}

}  // namespace tigris::execution
