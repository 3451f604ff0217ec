// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Plans written by hand whose tasks copy rows between memories, and memories to run them in.

#include <tigris/execution/steps/segment.hpp>

namespace tigris::test {

/// Segment 0 reloads rows of buffer 0 into buffer 1, a ring, and spills them to buffer 2: 8 rows of
/// 4 bytes, of which a row of the last needs rows `first` to `last` of the ring beside its own
/// number times `stride`.
struct copies {
    int32_t ring = 8;
    planning::row_rate rate{};
    bool bottom_up = false;
    int32_t tile = 1;
    int32_t rows_made = 8;
    bool keeps_ring = false;

    static constexpr int32_t rows = 8, row_bytes = 4;

    static constexpr planning::buffer_plan buffer(int8_t region, int64_t offset, int32_t slots,
                                                  int32_t height) {
        return {.region = region,
                .offset = offset,
                .rows = slots,
                .height = height,
                .row_bytes = row_bytes,
                .own_row_bytes = row_bytes};
    }
    constexpr auto plan() const {
        planning::plan<planning::plan_size{
            .tensors = 1, .steps = 1, .rows = {.tasks = 2, .reads = 2, .tensors = 3}}>
            made{};
        made.segment_count = 1;
        static_cast<planning::segment_tasks&>(made.segments[0]) = {0, 2};
        made.segments[0].bottom_up = bottom_up;
        made.tasks[0].does = planning::action::reload, made.tasks[0].output = 1;
        made.tasks[1].does = planning::action::spill, made.tasks[1].output = 2;
        made.tasks[0].reads = made.tasks[1].reads = made.tasks[1].first_read = 1;
        made.tasks[1].tile = tile;
        made.reads[0].tensor = 0;
        made.reads[1].tensor = 1, made.reads[1].rate = rate;
        made.buffers[0] = buffer(planning::slow_space, 0, rows, rows);
        made.buffers[1] = buffer(planning::fast_space, 0, ring, rows);
        made.buffers[1].alive_after = keeps_ring;
        made.buffers[2] = buffer(planning::slow_space, rows * row_bytes, rows_made, rows_made);
        made.buffers[2].alive_after = true;
        return made;
    }
};

struct no_model {};

/// The memories of a plan: both arenas, whose bytes are all different at first.
template <const auto& Plan>
struct plain_memory {
    using session = no_model;
    using observer = no_observer;
    static constexpr const auto& plan = Plan;

    unsigned char fast[64]{}, slow[128]{};
    unsigned char* arenas[2]{fast, slow};

    plain_memory() {
        for (int i = 0; i < 128; ++i) slow[i] = static_cast<unsigned char>(i + 1);
        for (int i = 0; i < 64; ++i) fast[i] = static_cast<unsigned char>(i + 151);
    }
    plain_memory(const plain_memory&) = delete;

    template <int Buffer>
    unsigned char* base() const {
        return arenas[plan.buffers[Buffer].region] + plan.buffers[Buffer].offset;
    }
    template <int Buffer>
    const unsigned char* begin() const {
        return base<Buffer>();
    }
};

template <copies C>
inline constexpr auto plan_of_copies = C.plan();
template <copies C>
using memory_of_copies = plain_memory<plan_of_copies<C>>;

}  // namespace tigris::test
