// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The plan of a model, and the steps that make it, in order.

#include <tigris/planning/arena_layout.hpp>
#include <tigris/planning/timeline.hpp>

namespace tigris::planning {

/// Where a tensor is and when. `offset` counts bytes from the start of the arena, if it lives
/// there; `index` says which input or output of the model it is or shares the memory of, or which
/// constant.
struct tensor_plan {
    home lives = home::arena;
    int16_t index = -1;
    int16_t storage = -1;
    int16_t first_step = -1;
    int16_t last_step = -1;
    int64_t offset = 0;
    int64_t bytes = 0;
};

/// What is live during a step, and where its kernel's scratch is.
struct step_plan {
    int64_t live_bytes = 0;
    int64_t scratch_offset = 0;
    int64_t scratch_bytes = 0;
    int64_t macs = 0;
};

/// Totals. fast_peak_bytes is the arena that the plan needs, timeline_peak_bytes what is live at
/// once at peak_step: no arena can be smaller. flash_bytes counts constants and tables.
struct plan_totals {
    int64_t fast_peak_bytes = 0;
    int64_t timeline_peak_bytes = 0;
    int64_t flash_bytes = 0;
    int64_t macs = 0;
    int peak_step = 0;
};

/// Everything that planning knows, as plain arrays.
template <int Tensors, int Steps>
struct plan : plan_totals {
    tensor_plan tensors[Tensors];
    step_plan steps[Steps];
};

/// Working memory of make_plan: a lifetime for each tensor, live bytes for each step, and as many
/// blocks and numbers as there are tensors and steps together.
struct working_memory {
    view<lifetime> lives;
    view<int64_t> live_bytes;
    view<block> blocks;
    view<int16_t> by_offset;
};

/// One block for every piece of the arena: storages, then scratch (ids count on behind the
/// tensors).
constexpr int collect_blocks(const network& n, view<const lifetime> tensors, int64_t alignment,
                             view<block> out) {
    int count = 0;
    for (int t = 0; t < n.tensors.size; ++t)
        if (owns_arena(tensors, t))
            out[count++] = {align_up(n.tensors[t].bytes, alignment), 0, tensors[t].first_step,
                            tensors[t].last_step, int16_t(t)};
    for (int step = 0; step < n.steps.size; ++step)
        if (n.steps[step].kernel.scratch_bytes > 0)
            out[count++] = {align_up(n.steps[step].kernel.scratch_bytes, alignment), 0,
                            int16_t(step), int16_t(step), int16_t(n.tensors.size + step)};
    return count;
}

constexpr void write_tensors(const network& n, view<const lifetime> lives, view<tensor_plan> out) {
    for (int t = 0; t < n.tensors.size; ++t)
        out[t] = {lives[t].lives,     n.tensors[lives[t].storage].index,
                  lives[t].storage,   lives[t].first_step,
                  lives[t].last_step, out[lives[t].storage].offset,
                  n.tensors[t].bytes};
    for (int output = 0; output < n.tensors.size; ++output) {
        if (n.tensors[output].kind != tensor_kind::output) continue;
        for (int t = 0; t < n.tensors.size; ++t)
            if (lives[t].storage == lives[output].storage) out[t].index = n.tensors[output].index;
    }
}

constexpr void write_steps(const network& n, view<const int64_t> live, view<step_plan> out) {
    for (int step = 0; step < n.steps.size; ++step)
        out[step] = {live[step], out[step].scratch_offset, n.steps[step].kernel.scratch_bytes,
                     n.steps[step].macs};
}

constexpr void add_totals(const network& n, plan_totals& totals) {
    for (const step_facts& step : n.steps) {
        totals.macs += step.macs;
        totals.flash_bytes += step.kernel.table_bytes;
    }
    for (const tensor_facts& t : n.tensors)
        if (t.kind == tensor_kind::constant) totals.flash_bytes += t.bytes;
}

/// Plans a network of any size, in the compiler and in the tool alike. One segment holds all steps,
/// each of them runs whole.
constexpr void make_plan(const network& n, int64_t alignment, const working_memory& working,
                         plan_totals& totals, view<tensor_plan> tensors, view<step_plan> steps) {
    const view<lifetime> lives = working.lives;
    find_lifetimes(n, lives);
    share_aliases(n, lives);
    share_in_place(n, lives);

    const view<const lifetime> known{lives.data, lives.size};
    const peak highest = find_timeline(n, known, alignment, working.live_bytes);
    totals.timeline_peak_bytes = highest.bytes;
    totals.peak_step = highest.step;

    const int count = collect_blocks(n, known, alignment, working.blocks);
    const view<block> blocks{working.blocks.data, count};
    totals.fast_peak_bytes = lay_out(blocks, working.by_offset, highest.bytes);
    for (const block& b : blocks) {
        if (b.id < n.tensors.size)
            tensors[b.id].offset = b.offset;
        else
            steps[b.id - n.tensors.size].scratch_offset = b.offset;
    }
    write_tensors(n, known, tensors);
    write_steps(n, {working.live_bytes.data, working.live_bytes.size}, steps);
    add_totals(n, totals);
}

/// The same with room of its own: what the compiler calls.
template <int Tensors, int Steps>
constexpr plan<Tensors, Steps> make_plan(const network& n, int64_t alignment) {
    plan<Tensors, Steps> result{};
    lifetime lives[Tensors]{};
    int64_t live[Steps]{};
    block blocks[Tensors + Steps]{};
    int16_t by_offset[Tensors + Steps]{};
    make_plan(n, alignment, {view_of(lives), view_of(live), view_of(blocks), view_of(by_offset)},
              result, view_of(result.tensors), view_of(result.steps));
    return result;
}

}  // namespace tigris::planning
