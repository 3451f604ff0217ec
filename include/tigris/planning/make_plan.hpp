// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The steps of planning, in order. The compiler calls each in a constant evaluation of its own
// (execution/schedule.hpp), the tool one after the other; the functions are the same.

#include <tigris/planning/finish.hpp>
#include <tigris/planning/partition_search.hpp>
#include <tigris/planning/replays.hpp>
#include <tigris/planning/ring_rows.hpp>
#include <tigris/planning/transfers.hpp>

namespace tigris::planning {

/// 1. The model as rows, when each tensor is needed, and how many rows of it at once.
template <row_network_size Size>
struct row_facts {
    row_network_size used{};
    task tasks[Size.tasks > 0 ? Size.tasks : 1];
    row_read reads[Size.reads > 0 ? Size.reads : 1];
    row_tensor tensors[Size.tensors];
    lifetime lives[Size.tensors];
    int32_t ring[Size.tensors]{};
};

/// The same with room elsewhere.
struct row_facts_view {
    row_network_size& used;
    view<task> tasks;
    view<row_read> reads;
    view<row_tensor> tensors;
    view<lifetime> lives;
    view<int32_t> ring;

    constexpr row_network network() const {
        return {{tasks.data, used.tasks}, {reads.data, used.reads}, {tensors.data, used.tensors}};
    }
    constexpr view<const lifetime> lifetimes() const { return {lives.data, used.tensors}; }
};

template <row_network_size Size>
constexpr row_facts_view view_of(row_facts<Size>& f) {
    return {f.used,
            tigris::view_of(f.tasks),
            tigris::view_of(f.reads),
            tigris::view_of(f.tensors),
            tigris::view_of(f.lives),
            tigris::view_of(f.ring)};
}

template <row_network_size Size>
constexpr row_network network_of(const row_facts<Size>& f) {
    return {{f.tasks, f.used.tasks}, {f.reads, f.used.reads}, {f.tensors, f.used.tensors}};
}
template <row_network_size Size>
constexpr view<const lifetime> lifetimes_of(const row_facts<Size>& f) {
    return {f.lives, f.used.tensors};
}

/// `storage` has room for a number for each tensor of the model. Networks that pin tensors need
/// the target's `memories`.
constexpr void find_facts(const network& n, const io_modes& inputs, const io_modes& outputs,
                          view<int16_t> storage, const row_facts_view& out,
                          const memory_map* memories = nullptr) {
    row_network_builder rows{out.tasks, out.reads, out.tensors};
    find_rows(n, inputs, outputs, storage, rows);
    if (memories)
        pin_tensors(n.regions, *memories, {storage.data, storage.size},
                    {out.tensors.data, rows.tensor_count});
    out.used = {rows.task_count, rows.read_count, rows.tensor_count};
    find_lifetimes(out.network(), {out.lives.data, out.used.tensors});
    find_ring_rows(out.network(), out.lifetimes(), {out.ring.data, out.used.tensors});
}

/// 2. A partition, with the transfers that it asks for written down.
struct schedule_view {
    row_facts_view facts;
    view<segment_tasks> segments;
    partition_result& result;
};

template <row_network_size Size>
struct schedule : row_facts<Size> {
    partition_result result{};
    segment_tasks segments[Size.tasks > 0 ? Size.tasks : 1];
};

/// Whether some tensor has to be in slow memory.
constexpr bool uses_slow(const row_network& n) {
    for (const row_tensor& t : n.tensors)
        if (t.lives == home::arena && t.space == slow_space) return true;
    return false;
}

/// Fast bytes that cross a cut of every cheapest plan, or 0 where slow memory holds some of them:
/// without limits it cuts before and behind each task that is cheaper in one call.
constexpr int64_t carried_by_cheapest(const row_network& n, view<const task_sums> sums) {
    if (uses_slow(n)) return 0;
    int64_t most = 0, before = 0;
    for (const task_sums& k : sums) {
        const int64_t carried = before > k.carried ? before : k.carried;
        if (k.cost_whole < k.cost_by_rows && carried > most) most = carried;
        before = k.carried;
    }
    return most;
}

constexpr void copy_facts(const row_network& n, view<const lifetime> lives,
                          const row_facts_view& out) {
    out.used = {n.tasks.size, n.reads.size, n.tensors.size};
    for (int k = 0; k < n.tasks.size; ++k) out.tasks.data[k] = n.tasks.data[k];
    for (int k = 0; k < n.reads.size; ++k) out.reads.data[k] = n.reads.data[k];
    for (int t = 0; t < n.tensors.size; ++t) {
        out.tensors.data[t] = n.tensors.data[t];
        out.lives.data[t] = lives.data[t];
    }
}

/// Writes down the schedule whose segments are out.segments, counted before transfers; what segment
/// s makes goes to slow memory if spills(s). `copy` is working memory for a number for each tensor.
/// Nothing is found where 16 bits cannot number all transfers.
template <class Spills>
constexpr void write_schedule(const row_network& n, view<const lifetime> lives,
                              const Spills& spills, view<int16_t> copy, const schedule_view& out) {
    bool transfers = uses_slow(n);
    for (int s = 0; s < out.result.segments; ++s) transfers = transfers || spills(s);
    if (!transfers) {
        copy_facts(n, lives, out.facts);
        return;
    }
    row_network_builder rows{out.facts.tasks, out.facts.reads, out.facts.tensors};
    transfer_writer writer(n, lives, copy, rows);
    for (int s = 0; s < out.result.segments; ++s) {
        if (!writer.has_numbers_for(out.segments[s])) {
            out.result = {.work = out.result.work};
            return;
        }
        out.segments[s] = writer.write(out.segments[s], spills(s));
    }
    out.facts.used = {rows.task_count, rows.read_count, rows.tensor_count};
    find_lifetimes(out.facts.network(), {out.facts.lives.data, rows.tensor_count});
}

/// `spills` and `copy` are working memory for a flag for each task and a number for each tensor.
constexpr void find_schedule(const partition_input& p, const attempt& a, view<bool> spills,
                             view<int16_t> copy, const schedule_view& out) {
    out.result = partition(p, a, out.segments, spills);
    if (out.result.found)
        write_schedule(
            p.n, p.lives, [&](int s) { return spills[s]; }, copy, out);
}

/// 3. Tile heights: a segment of one task in one call has all rows, other segments of one task as
/// many as the limit leaves room for between input and output, all others one.
constexpr int32_t tile_in_room(const row_network& n, const segment_tasks& s, int64_t room) {
    const task& t = n.tasks[s.begin];
    const row_tensor& out = n.tensors[t.output];
    if (!may_make_rows(t, s) || s.parts > 1 || out.row_bytes <= 0) return 1;
    const int64_t tile = 1 + room / out.row_bytes;
    return tile < out.rows ? int32_t(tile) : out.rows;
}

constexpr void find_tiles(const row_network& n, view<const segment_tasks> segments, int64_t room,
                          view<int32_t> tiles) {
    for (const segment_tasks& s : segments)
        for (int k = s.begin; k < s.end; ++k) {
            const task& t = n.tasks.data[k];
            tiles.data[k] =
                s.whole || t.whole ? n.tensors[t.output].rows : tile_in_room(n, s, room);
        }
}

constexpr void find_row_bytes(const row_network& n, view<const lifetime> lives,
                              view<const segment_tasks> segments, view<int32_t> out) {
    for (const segment_tasks& s : segments) find_row_bytes(n, lives, s, out);
}

/// The segment of each task.
constexpr void number_segments(view<const segment_tasks> segments, view<int16_t> out) {
    for (int s = 0, k = 0; s < segments.size; ++s)
        for (const int end = segments.data[s].end; k < end; ++k) out.data[k] = int16_t(s);
}

/// 4. is replay_all() (replays.hpp): compilers, which limit the length of an evaluation,
/// replay a group of segments at a time.
inline constexpr int64_t most_replayed_rows = 256;

/// The end of the group that begins with segment `begin`: what takes no more rows, or one segment.
constexpr int end_of_group(const row_network& n, view<const segment_tasks> segments, int begin) {
    int64_t rows = replayed_rows(n, segments[begin]);
    int end = begin + 1;
    for (; end < segments.size; ++end) {
        rows += replayed_rows(n, segments[end]);
        if (rows > most_replayed_rows) break;
    }
    return end;
}

/// 5. is lay_out() of the blocks of each space (schedule_layout.hpp, arena_layout.hpp).

/// What a layout of the partition should take: less is not worth a search.
constexpr int64_t least_bytes(const partition_result& made, int space, int64_t alignment) {
    return space == fast_space ? align_up(made.peak, alignment) : 0;
}

/// 6. is finish(): directions, tile heights that cost nothing, prepared constants, totals
/// (finish.hpp).

}  // namespace tigris::planning
