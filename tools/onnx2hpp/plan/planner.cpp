// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/planner.hpp>
#include <onnx2hpp/plan/work.hpp>
#include <onnx2hpp/progress.hpp>

#include <tigris/planning/alignment.hpp>
#include <tigris/planning/scratch_limits.hpp>
#include <tigris/planning/timeline.hpp>

#include <algorithm>
#include <memory>

namespace onnx2hpp {

using namespace tigris;
using namespace tigris::planning;

owned_layout_room::owned_layout_room(int blocks, int segments)
    : sequence(std::size_t(blocks)),
      best(std::size_t(blocks)),
      around(std::size_t(blocks + memory_map::capacity)),
      sets(std::size_t(layout_words(blocks, segments))) {}

layout_memory owned_layout_room::all() {
    return {{sequence.data(), int(sequence.size())},
            {best.data(), int(best.size())},
            {around.data(), int(around.size())},
            {sets.data(), int(sets.size())}};
}

namespace {

template <class T>
view<T> all_of(std::vector<T>& items) {
    return {items.data(), int(items.size())};
}

/// std::vector<bool> is none.
struct flags {
    explicit flags(int count) : of(new bool[std::size_t(count)]()), count(count) {}
    operator view<bool>() { return {of.get(), count}; }

    std::unique_ptr<bool[]> of;
    int count;
};

/// The replays of all segments, with their memory.
struct owned_replays {
    owned_replays(const row_network& n, view<const lifetime> lives, view<const std::int32_t> tiles,
                  view<const segment_tasks> segments)
        : overlaps(std::size_t(segments.size)),
          ring(std::size_t(n.tasks.size)),
          ring_conflicts(std::size_t(n.tasks.size)),
          scratch_conflicts(std::size_t(n.tasks.size)),
          facts(std::size_t(segments.size)) {
        replay_all(
            n, lives, tiles, segments,
            {all_of(overlaps), all_of(ring), all_of(ring_conflicts), all_of(scratch_conflicts)});
        list_facts({overlaps.data(), ring.data(), ring_conflicts.data(), scratch_conflicts.data()},
                   segments, facts.data());
    }
    operator view<const replay_facts>() const { return {facts.data(), int(facts.size())}; }

    std::vector<overlap> overlaps;
    std::vector<std::int32_t> ring;
    std::vector<local_set> ring_conflicts, scratch_conflicts;
    std::vector<replay_facts> facts;
};

/// The blocks of a space.
std::vector<block> blocks_of(const planned& p, int number, std::int64_t alignment,
                             const space& where) {
    std::vector<block> blocks(std::size_t(p.n.tensors.size + p.n.tasks.size));
    blocks.resize(std::size_t(collect_blocks(p, number, alignment, all_of(blocks))));
    if (where.has_costs()) count_accesses(p, all_of(blocks));
    return blocks;
}

/// Collects the blocks of all spaces and gives them their offsets.
hint_fault place(const planned& p, const plan_hint& hint, std::int64_t alignment,
                 const partition_result& made, const space (&spaces)[space_count],
                 std::vector<block> (&blocks)[space_count]) {
    const view<const std::int32_t> offsets[space_count]{hint.fast_offsets, hint.slow_offsets};
    hint_fault worst = hint_fault::none;
    for (int k = 0; k < space_count; ++k) {
        blocks[k] = blocks_of(p, k, alignment, spaces[k]);
        owned_layout_room working(int(blocks[k].size()), p.segments.size);
        const hint_fault fault =
            place_blocks(offsets[k], alignment, all_of(blocks[k]), working.all(), spaces[k],
                         least_bytes(made, k, alignment));
        if (fault != hint_fault::none) worst = fault;
    }
    return worst;
}

void make_room(const network& model, const planned& p, int regions, owned_plan& out) {
    out.region_bytes.resize(std::size_t(regions));
    out.tensors.resize(std::size_t(model.tensors.size));
    out.steps.resize(std::size_t(model.steps.size));
    out.segments.resize(std::size_t(p.segments.size));
    out.tasks.resize(std::size_t(p.n.tasks.size));
    out.reads.resize(std::size_t(p.n.reads.size));
    out.buffers.resize(std::size_t(p.n.tensors.size));
}

std::vector<std::int64_t> timeline_of(const planned& p, const hinted_plan& made) {
    const std::vector<block>& fast = made.blocks[fast_space];
    timeline_writer timeline(p, {fast.data(), int(fast.size())});
    std::vector<std::int64_t> tasks(made.tasks.size()), steps(made.steps.size());
    for (int s = 0; s < p.segments.size; ++s) {
        const segment_plan& segment = made.segments[std::size_t(s)];
        timeline.find(s, segment.bottom_up, {tasks.data() + segment.begin, segment.size()});
    }
    for (std::size_t k = 0; k < tasks.size(); ++k)
        if (made.tasks[k].step >= 0) steps[std::size_t(made.tasks[k].step)] = tasks[k];
    return steps;
}

/// What a hint's plan says besides.
void add_costs(const planned& p, const plan_costs& costs, hinted_plan& out) {
    std::vector<std::int32_t> tiles;
    for (const task_plan& t : out.tasks) tiles.push_back(t.tile);
    out.estimated_bytes = out.fast_peak_bytes;
    out.cost = schedule_cost(p.n, p.lives, p.segments, p.tiles, costs);
    out.run_cost =
        schedule_cost(p.n, p.lives, p.segments, {tiles.data(), int(tiles.size())}, costs) +
        out.recomputed_macs * costs.mac;
}

}  // namespace

struct planner::scheduled {
    explicit scheduled(const row_network_size& size)
        : tasks(std::size_t(size.tasks)),
          reads(std::size_t(size.reads)),
          tensors(std::size_t(size.tensors)),
          lives(std::size_t(size.tensors)),
          ring(std::size_t(size.tensors)),
          segments(std::size_t(size.tasks)) {}

    row_facts_view facts() {
        return {used, all_of(tasks), all_of(reads), all_of(tensors), all_of(lives), all_of(ring)};
    }

    std::vector<task> tasks;
    std::vector<row_read> reads;
    std::vector<row_tensor> tensors;
    std::vector<lifetime> lives;
    std::vector<std::int32_t> ring;
    std::vector<segment_tasks> segments;
    row_network_size used;
    partition_result result;
};

planner::planner(const network& model, const target& like)
    : model_(model),
      target_(resolve(like, alignment_for(model.tensors, model.steps, like))),
      storage_(std::size_t(model.tensors.size)),
      size_(size_of_rows(model, like.input, like.output)),
      tasks_(std::size_t(size_.tasks)),
      reads_(std::size_t(size_.reads)),
      tensors_(std::size_t(size_.tensors)),
      lives_(std::size_t(size_.tensors)),
      ring_(std::size_t(size_.tensors)) {
    for (int k = 0; k < space_count; ++k) spaces_[k] = space_of(target_, k, alignment());
    find_facts(
        model_, target_.input, target_.output, all_of(storage_),
        {used_, all_of(tasks_), all_of(reads_), all_of(tensors_), all_of(lives_), all_of(ring_)},
        target_.memories);
    sums_.resize(std::size_t(used_.tasks));
    const row_network n{{tasks_.data(), used_.tasks},
                        {reads_.data(), used_.reads},
                        {tensors_.data(), used_.tensors}};
    find_sums(n, {lives_.data(), used_.tensors}, {ring_.data(), used_.tensors}, target_.costs,
              all_of(sums_));
    if (model_.least.size == 0) return;
    scratch_limits_.resize(std::size_t(model_.steps.size));
    scratch_limits_.resize(
        std::size_t(find_scratch_limits(model_.steps, model_.least, all_of(scratch_limits_))));
}

std::optional<planner::scheduled> planner::schedule(const attempt& a) {
    count_plan();
    const row_network n = rows();
    scheduled made(size_with_transfers(size_, a.may_spill || uses_slow(n)));
    std::vector<label> labels(std::size_t(room_for_labels(a, used_.tasks)));
    std::vector<std::int16_t> label_ends(std::size_t(used_.tasks) + 1);
    std::vector<progress_line> lines(std::size_t(used_.tasks) + 1);
    std::vector<strip_parts> strips(std::size_t(used_.tasks) + 1);
    std::vector<std::int16_t> slow_edges(std::size_t(used_.tensors));
    flags spills(used_.tasks + 1);
    std::vector<std::int16_t> copy(std::size_t(used_.tensors));
    find_schedule(
        {n,
         {lives_.data(), used_.tensors},
         {ring_.data(), used_.tensors},
         {sums_.data(), used_.tasks},
         target_.costs,
         {{all_of(labels), all_of(label_ends)}, all_of(lines), all_of(strips), all_of(slow_edges)},
         spaces_[planning::fast_space].largest()},
        a, spills, all_of(copy), {made.facts(), all_of(made.segments), made.result});
    work_ += made.result.work + work_of_cutting * used_.tasks;
    if (!made.result.found) return {};
    return made;
}

hinted_plan planner::lay_out(scheduled& s, const plan_hint& hint,
                             std::vector<std::int64_t>* timeline) {
    hinted_plan out;
    const row_network n = s.facts().network();
    const view<const lifetime> lives = s.facts().lifetimes();
    const view<const segment_tasks> segments{s.segments.data(), s.result.segments};
    out.fault = check_lengths(n, segments);
    if (out.fault == hint_fault::none) out.fault = check_tiles(n, segments, hint);
    if (out.fault != hint_fault::none) return out;
    std::vector<std::int32_t> tiles(std::size_t(n.tasks.size));
    std::vector<std::int16_t> segment_at(std::size_t(n.tasks.size));
    find_tiles(n, segments, s.result.room, all_of(tiles));
    take_tiles(hint, all_of(tiles));
    number_segments(segments, all_of(segment_at));
    std::vector<std::int32_t> row_bytes(std::size_t(n.tasks.size));
    find_row_bytes(n, lives, segments, all_of(row_bytes));

    const owned_replays replays(n, lives, {tiles.data(), n.tasks.size}, segments);
    const planned p{n,
                    lives,
                    segments,
                    {tiles.data(), n.tasks.size},
                    replays,
                    {segment_at.data(), n.tasks.size},
                    {row_bytes.data(), n.tasks.size}};
    out.fault = place(p, hint, alignment(), s.result, spaces_, out.blocks);
    work_ += work_of_replays(n, segments) + work_of_writing * n.tasks.size;
    for (const std::vector<block>& placed : out.blocks)
        work_ += work_of_placing(placed) * (hint.exists() ? 6 : 12);
    if (out.fault != hint_fault::none) return out;
    make_room(model_, p, count_regions(target_), out);
    plan_writer writer(
        model_, {storage_.data(), int(storage_.size())}, p,
        {out, all_of(out.tensors), all_of(out.steps), all_of(out.segments), all_of(out.tasks),
         all_of(out.reads), all_of(out.buffers), all_of(out.region_bytes)});
    const std::vector<block>(&placed)[space_count] = out.blocks;
    writer.write({placed[planning::fast_space].data(), int(placed[planning::fast_space].size())},
                 {placed[planning::slow_space].data(), int(placed[planning::slow_space].size())},
                 alignment(), target_);
    out.estimated_bytes = s.result.peak;
    out.cost = s.result.cost;
    out.scratch = target_.scratch;
    if (hint.exists()) add_costs(p, target_.costs, out);
    if (timeline) *timeline = timeline_of(p, out);
    return out;
}

std::optional<planner::scheduled> planner::schedule(const plan_hint& hint) {
    count_plan();
    const row_network n = rows();
    scheduled made(size_with_transfers(size_, asks_to_spill(hint) || uses_slow(n)));
    std::vector<std::int16_t> copy(std::size_t(used_.tensors));
    find_hinted_schedule(n, {lives_.data(), used_.tensors}, hint, all_of(copy),
                         {made.facts(), all_of(made.segments), made.result});
    if (!made.result.found) return {};
    return made;
}

hinted_plan planner::plan(const plan_hint& hint) {
    if (hint.scratch < target_.scratch) return with_scratch(hint.scratch).plan(hint);
    hinted_plan none;
    none.fault = check_segments(rows(), {lives_.data(), used_.tensors}, hint);
    if (none.fault != hint_fault::none) return none;
    std::optional<scheduled> made = schedule(hint);
    if (!made) none.fault = hint_fault::segments;
    return made ? lay_out(*made, hint) : none;
}

std::vector<std::int64_t> planner::timeline(const attempt& a) {
    scheduled made = schedule(a).value();
    std::vector<std::int64_t> found;
    lay_out(made, {}, &found);
    return found;
}

std::vector<std::int64_t> planner::timeline(const plan_hint& hint) {
    if (hint.scratch < target_.scratch) return with_scratch(hint.scratch).timeline(hint);
    scheduled made = schedule(hint).value();
    std::vector<std::int64_t> found;
    lay_out(made, hint, &found);
    return found;
}

row_network planner::rows() const {
    return {{tasks_.data(), used_.tasks},
            {reads_.data(), used_.reads},
            {tensors_.data(), used_.tensors}};
}

const planner::outcome* planner::known(const attempt& a) const {
    for (const outcome& o : known_)
        if (o.of == a) return &o;
    return nullptr;
}

planner::outcome planner::outcome_of(const attempt& a) {
    if (!known(a)) plan(a);
    return *known(a);
}

std::optional<owned_plan> planner::plan(const attempt& a) {
    if (const outcome* was = known(a))
        if (!was->found || (last_ && last_->how == a)) return was->found ? last_ : std::nullopt;
    std::optional<scheduled> made = schedule(a);
    hinted_plan placed;
    if (made) placed = lay_out(*made, {});
    const bool found = made && placed.fault == hint_fault::none;
    if (!known(a)) known_.push_back({a, found, placed.fast_peak_bytes, placed.slow_peak_bytes});
    if (!found) return {};
    placed.how = a;
    last_ = std::move(static_cast<owned_plan&>(placed));
    return last_;
}

attempt planner::first_attempt(std::uint64_t fast) const {
    return planning::first_attempt(carried_by_cheapest(rows(), {sums_.data(), int(sums_.size())}),
                                   {.fast = signed_bytes(fast)});
}

std::optional<owned_plan> planner::plan_without_substitutes(std::uint64_t fast,
                                                            std::uint64_t slow) {
    const plan_means means{signed_bytes(fast), slow > 0, target_.costs.recompute_percent > 0,
                           has_banks(target_)};
    attempt a = first_attempt(fast);
    while (!a.given_up) {
        const outcome made = outcome_of(a);
        const bool fits_fast = made.found && std::uint64_t(made.fast_bytes) <= fast;
        if (fits_fast && std::uint64_t(made.slow_bytes) <= slow) return plan(a);
        a = next(a, made.found, fits_fast, means);
    }
    return {};
}

bool planner::can_number_transfers() const {
    const row_network_size most = size_with_transfers(size_, true);
    return most.tensors + most.tasks <= INT16_MAX && most.reads <= INT16_MAX;
}

std::uint32_t planner::alignment() const {
    return alignment_for(model_.tensors, model_.steps, target_);
}

least_fast planner::find_least(bool has_slow) {
    const plan_means means{0, has_slow, target_.costs.recompute_percent > 0, has_banks(target_)};
    least_search search = first_search(means);
    while (!search.is_over()) {
        const outcome made = outcome_of(search.tried);
        search = search.next(made.found, made.fast_bytes);
    }
    return search.best;
}

}  // namespace onnx2hpp
