// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/plans/schedule.hpp>

#include <helpers/one_step.hpp>
#include <helpers/two_depthwise.hpp>
#include <helpers/two_layers.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::execution;
using planning::attempt;

namespace {

constexpr auto layers = two_layers::model;
constexpr auto convs = two_depthwise::model;
constexpr target bare{.fast = 0, .flash = 0, .alignment = 4};

/// Two steps, and a reshape between them: in -> made, named again -> out.
struct with_reshape : one_step::interface_of<with_reshape> {
    static constexpr shape rows{2, {2, 3}}, row{1, {6}};
    static constexpr tigris::graph<4, 3, 6> graph{
        .tensors = {{.kind = tensor_kind::input, .index = 0, .dims = rows},
                    {.dims = rows},
                    {.dims = row},
                    {.kind = tensor_kind::output, .index = 0, .dims = row}},
        .nodes = {{ops::kind_of<ops::convert>, 0, 0, 1, 1, 1},
                  {ops::kind_of<ops::reshape>, 0, 2, 1, 3, 1},
                  {ops::kind_of<ops::convert>, 0, 4, 1, 5, 1}},
        .edges = {0, 1, 1, 2, 2, 3}};
    static constexpr attribute_tables<table<ops::reshape, 1>, table<ops::convert, 1>> attributes{
        {{{}}}, {{{}}}};
};

/// Each task alone; the first two together; the first two with transfers after the first.
constexpr segment_hint alone[]{{1, true}, {2, true}, {3, true}};
constexpr segment_hint two_and_one[]{{.end = 2}, {.end = 3}};
constexpr segment_hint spilled[]{{1, false, true}, {2}, {3}};
struct with_hints : two_layers::model_type {
    static constexpr sized_array<plan_hint, 3> hints{{{.segments = view_of(alone)},
                                                      {.segments = view_of(two_and_one)},
                                                      {.segments = view_of(spilled)}}};
};
constexpr with_hints hinted_layers{};
template <int Hint>
constexpr auto& tasks_of_hint = tasks_for<hinted_layers, bare, hinted{Hint}>;
template <int Hint>
constexpr auto& made_by_hint = made_for<hinted_layers, bare, hinted{Hint}>;

/// Rings of three rows: whole rows of 7 pixels of 10 bytes; in strips, 5 of these pixels.
constexpr attempt least{.smallest = true};
constexpr attempt least_in_strips{.smallest = true, .may_recompute = true};
constexpr int64_t whole_rows = 3 * 7 * 10, strip_rows = 3 * 5 * 10;

constexpr memory_map memories{{{.name = "A", .bytes = 99999}, {.name = "B", .bytes = 99999}}};
constexpr placement_rules more_in_b{{{.id = "more", .memory = "B"}}};
constexpr target placed_target{.alignment = 4, .memories = &memories, .placement = &more_in_b};

}  // namespace

TEST_CASE("a schedule is made without budgets and bans, but for all else of the target") {
    constexpr target full{.fast = 1,
                          .slow = 2,
                          .flash = 3,
                          .scratch = 4,
                          .backend = helium,
                          .input = io::rows,
                          .alignment = 16,
                          .forbid_fallback = true};
    constexpr target made = without_budgets(full);
    CHECK((made.fast == 0 && made.slow == 0 && made.flash == 0 && !made.forbid_fallback));
    CHECK((made.scratch == 4 && made.backend == helium && made.alignment == 16));
    CHECK(made.input == full.input);
    target flash = made;
    flash.flash = 3;
    CHECK(with_flash_only(full) == flash);
}

TEST_CASE("a reshape gives a second name to a storage, and constants have none") {
    constexpr auto& reshaped = storages<with_reshape{}, bare>.of;
    CHECK(reshaped[1] == reshaped[2]);
    CHECK((reshaped[0] != reshaped[1] && reshaped[3] != reshaped[1]));
    CHECK(storages<layers, bare>.of[4] == -1);
}

TEST_CASE("a task for each step but reshapes, and one for each edge that comes row by row") {
    constexpr target by_rows{.fast = 0, .flash = 0, .input = io::rows, .output = io::rows};
    CHECK(rows_size<with_reshape{}, bare>.tasks == 2);
    CHECK(rows_size<layers, bare>.tasks == 3);
    CHECK(rows_size<layers, by_rows>.tasks == 5);
}

TEST_CASE("a tensor is wanted where a rule puts it, and anywhere otherwise") {
    constexpr auto& wanted = places_for<layers, placed_target>.of;
    CHECK((wanted[1] == -1 && wanted[2] == 1 && wanted[4] == -1));
    CHECK(network_with_places<layers, placed_target>().regions.size == 7);
    CHECK(network_with_places<layers, bare>().regions.size == 0);
}

TEST_CASE("the cheapest plan carries a layer between two calls") {
    CHECK(carried_by_cheapest<layers, bare> == 200 * 30);
}

TEST_CASE("the least peak is that of the rings, which are narrower in strips") {
    CHECK(least_peak_for<convs, bare, least> == whole_rows);
    CHECK(least_peak_for<convs, bare, least_in_strips> == strip_rows);
    CHECK(schedule_for<convs, bare, least>.result.peak == whole_rows);
    CHECK(schedule_for<convs, bare, least_in_strips>.result.peak == strip_rows);
}

TEST_CASE("the last part of a long search knows what the others found") {
    CHECK(with_least_peak<convs, bare, least_in_strips>().limit == strip_rows);
    CHECK(with_least_peak<convs, bare, least>().limit == INT64_MAX);
    CHECK(is_within_limit<convs, bare, least_in_strips>());
}

TEST_CASE("segments are those of the hint, and each task knows its own") {
    CHECK(made_by_hint<0>.segments.size == 3);
    CHECK(made_by_hint<1>.segments.size == 2);
    CHECK((tasks_of_hint<0>.segment_at[1] == 1 && tasks_of_hint<0>.tiles[1] == 200));
    CHECK((tasks_of_hint<1>.segment_at[1] == 0 && tasks_of_hint<1>.tiles[1] == 1));
    CHECK(tasks_of_hint<1>.segment_at[2] == 1);
}

TEST_CASE("results that go to slow memory are moved by two more tasks") {
    CHECK(made_by_hint<2>.n.tasks.size == 5);
    CHECK(made_by_hint<2>.n.tasks[1].does == planning::action::spill);
    CHECK(made_by_hint<2>.n.tasks[2].does == planning::action::reload);
    CHECK(tasks_of_hint<2>.segment_at[2] == 1);
}

TEST_CASE("segments of one task are replayed as a group, others alone") {
    CHECK(tasks_of_hint<0>.group_end[0] == 3);
    CHECK(tasks_of_hint<1>.group_end[0] == 1);
    CHECK(tasks_of_hint<1>.group_end[1] == 2);
}

TEST_CASE("the replay of each segment tells how many rows its rings keep") {
    CHECK(replay_list_for<hinted_layers, bare, hinted{1}>.of[0].ring[0] == 1);
    CHECK(replay_list_for<convs, bare, least>.of[0].ring[0] == 3);
    CHECK(replay_list_for<hinted_layers, bare, hinted{2}>.of[1].ring.size == 2);
}

TEST_CASE("what a layout needs has all segments and all tasks") {
    constexpr auto& all = planned_for<hinted_layers, bare, hinted{2}>;
    CHECK(all.segments.size == 3);
    CHECK(all.replays.size == 3);
    CHECK((all.tiles.size == 5 && all.segment_at.size == 5 && all.row_bytes.size == 5));
    CHECK(all.row_bytes[1] == 30);
    CHECK(segments_of<hinted_layers, bare, hinted{2}>(1, 3)[0].begin == 2);
}
