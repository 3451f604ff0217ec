// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/plan_memory.hpp>

namespace onnx2hpp {

using namespace tigris;
using namespace tigris::planning;

owned_layout_room::owned_layout_room(int blocks, int segments)
    : sequence(std::size_t(blocks)),
      best(std::size_t(blocks)),
      around(std::size_t(most_around(blocks))),
      sets(std::size_t(layout_words(blocks, segments))) {}

layout_memory owned_layout_room::all() {
    return {all_of(sequence), all_of(best), all_of(around), all_of(sets)};
}

owned_rows::owned_rows(const row_network_size& size)
    : tasks(std::size_t(size.tasks)),
      reads(std::size_t(size.reads)),
      tensors(std::size_t(size.tensors)),
      lifetimes(std::size_t(size.tensors)),
      ring(std::size_t(size.tensors)) {}

row_facts_view owned_rows::view() {
    return {used, all_of(tasks), all_of(reads), all_of(tensors), all_of(lifetimes), all_of(ring)};
}

owned_search_room::owned_search_room(int tasks, int tensors, int count_of_labels)
    : labels(std::size_t(count_of_labels)),
      label_ends(std::size_t(tasks) + 1),
      lines(std::size_t(tasks) + 1),
      strips(std::size_t(tasks) + 1),
      slow_edges(std::size_t(tensors)),
      spills(tasks + 1) {}

partition_memory owned_search_room::all() {
    return {
        {all_of(labels), all_of(label_ends)}, all_of(lines), all_of(strips), all_of(slow_edges)};
}

owned_schedule::owned_schedule(const row_network_size& size)
    : rows(size), segments(std::size_t(size.tasks)) {}

schedule_view owned_schedule::room() { return {rows.view(), all_of(segments), result}; }

made_schedule owned_schedule::made() {
    const row_facts_view facts = rows.view();
    return {facts.network(), facts.used_lifetimes(), {segments.data(), result.segments}, result};
}

owned_tasks::owned_tasks(const made_schedule& made, const plan_hint& hint)
    : tiles(std::size_t(made.n.tasks.size)),
      segment_at(std::size_t(made.n.tasks.size)),
      row_bytes(std::size_t(made.n.tasks.size)) {
    describe_tasks(made, hint, {all_of(tiles), all_of(segment_at), all_of(row_bytes)});
}

owned_replays::owned_replays(const made_schedule& made, const owned_tasks& tasks)
    : overlaps(std::size_t(made.segments.size)),
      ring(tasks.tiles.size()),
      ring_conflicts(tasks.tiles.size()),
      scratch_conflicts(tasks.tiles.size()),
      facts(std::size_t(made.segments.size)) {
    replay_all(made.n, made.lifetimes, const_view(tasks.tiles), made.segments,
               {all_of(overlaps), all_of(ring), all_of(ring_conflicts), all_of(scratch_conflicts)});
    list_facts({overlaps.data(), ring.data(), ring_conflicts.data(), scratch_conflicts.data()},
               made.segments, facts.data());
}

owned_layout::owned_layout(const made_schedule& made, const owned_tasks& tasks,
                           const owned_replays& replays)
    : p{made.n,
        made.lifetimes,
        made.segments,
        const_view(tasks.tiles),
        const_view(replays.facts),
        const_view(tasks.segment_at),
        const_view(tasks.row_bytes)} {}

void owned_layout::place(const partition_result& result, const plan_hint& hint,
                         const space (&spaces)[space_count], std::int64_t alignment) {
    const int most = p.n.tensors.size + p.n.tasks.size;
    owned_layout_room working(most, p.segments.size);
    for (int k = 0; k < space_count; ++k) {
        blocks[k].resize(std::size_t(most));
        view<block> placed = all_of(blocks[k]);
        const hint_fault found =
            lay_out(p, result, hint, k, spaces[k], alignment, working.all(), placed);
        blocks[k].resize(std::size_t(placed.size));
        if (found != hint_fault::none) fault = found;
    }
}

}  // namespace onnx2hpp
