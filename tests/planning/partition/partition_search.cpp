// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/partition/partition_search.hpp>

#include <helpers/chains.hpp>
#include <helpers/partition_rows.hpp>
#include <helpers/random_network.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace tigris;
using namespace tigris::planning;

namespace {

/// Two ways to run three tasks: all in one segment, or two and one, of which the first spills.
struct two_ways {
    label labels[4]{
        {.carried = 5},
        {.carried = 40, .from = 0, .spills = true, .strips = 4},
        {.carried = 7, .from = 0, .parts = 2, .again = true},
        {.carried = 9, .from = 2, .from_label = 0, .whole = true, .tile = 3},
    };
    std::int16_t ends[4]{1, 1, 2, 4};
    label_sets sets() { return {view_of(labels), view_of(ends)}; }
};

/// A network, and its partitions.
struct partitions {
    test::owned_network n;
    io_modes modes;
    plan_costs costs;

    explicit partitions(int seed, int pieces = 6)
        : n(test::random_network(std::uint64_t(seed)).make(pieces)),
          modes(seed % 2 ? io::arena : io::caller),
          costs{.recompute_percent = seed % 3 ? 30u : 200u} {}

    struct found {
        partition_result result;
        std::vector<segment_tasks> segments;
        std::vector<bool> spills;
    };
    found find(const attempt& how) const {
        test::partition_rows rows(n, modes, modes, costs, how);
        found made{{}, std::vector<segment_tasks>(std::size_t(rows.tasks())), {}};
        made.result =
            partition(rows.input(), how, onnx2hpp::all_of(made.segments), rows.room.spills);
        made.segments.resize(std::size_t(made.result.segments));
        for (int s = 0; s < made.result.segments; ++s)
            made.spills.push_back(view<bool>(rows.room.spills)[s]);
        return made;
    }
};

constexpr attempt kinds[]{
    {}, {.may_recompute = true}, {.may_spill = true}, {.may_spill = true, .may_recompute = true}};

attempt smallest(attempt kind) {
    kind.smallest = true;
    return kind;
}
attempt limited(attempt kind, std::int64_t limit) {
    kind.limit = limit;
    return kind;
}

bool are_equal(const segment_tasks& a, const segment_tasks& b) {
    return a.begin == b.begin && a.end == b.end && a.whole == b.whole && a.strips == b.strips &&
           a.parts == b.parts && a.again == b.again && a.tile == b.tile;
}
bool are_equal(const partitions::found& a, const partitions::found& b) {
    return a.spills == b.spills &&
           std::equal(a.segments.begin(), a.segments.end(), b.segments.begin(), b.segments.end(),
                      [](const auto& x, const auto& y) { return are_equal(x, y); });
}

/// All ways to cut a chain, one after the other: what the partition finds without any. Images of
/// one column have neither parts nor strips.
class all_ways {
public:
    explicit all_ways(int seed) : rows(test::random_chain(seed, 1)) {}

    test::partition_rows rows;

    /// The least cost of all ways that take at most `limit` bytes, -1 where there is none.
    std::int64_t least_cost(std::int64_t limit) const {
        std::int64_t least = -1;
        each_way([&](const std::vector<segment_tasks>& way) {
            if (peak_of(way) > limit) return;
            std::int64_t cost = 0;
            for (const segment_tasks& s : way) cost += cost_of(s, limit);
            if (least < 0 || cost < least) least = cost;
        });
        return least;
    }
    std::int64_t least_peak() const {
        std::int64_t least = INT64_MAX;
        each_way([&](const auto& way) { least = std::min(least, peak_of(way)); });
        return least;
    }

private:
    template <class Visit>
    void each_way(const Visit& visit) const {
        for (int cuts = 0; cuts < 1 << (rows.tasks() - 1); ++cuts) {
            std::vector<segment_tasks> way{{0, 1}};
            for (std::int16_t k = 1; k < rows.tasks(); ++k) {
                if (cuts >> (k - 1) & 1) way.push_back({k, k});
                way.back().end = std::int16_t(k + 1);
            }
            visit(way);
        }
    }
    /// Of a tensor between two segments; the caller has the others.
    std::int64_t bytes(int t) const {
        return t > 0 && t < rows.tasks() ? rows.network().tensors[t].bytes() : 0;
    }
    std::int64_t bytes_of(const segment_tasks& s) const {
        const test::replayed_bytes kept(rows.rows, s);
        const std::int64_t in = bytes(s.begin), out = bytes(s.end);
        const bool overlaps = kept.overlap.dying >= 0;
        return kept.rings + kept.transient +
               (overlaps ? std::max(in + kept.overlap.down, out) : in + out);
    }
    std::int64_t peak_of(const std::vector<segment_tasks>& way) const {
        std::int64_t peak = 0;
        for (const segment_tasks& s : way) peak = std::max(peak, bytes_of(s));
        return peak;
    }
    /// A single task makes all rows in one call where both tensors have room, else as many as have
    /// room between them.
    std::int64_t cost_of(const segment_tasks& s, std::int64_t limit) const {
        std::int64_t cost = 0;
        for (int k = s.begin; k < s.end; ++k) cost += task_cost(rows.network(), k, 1, rows.costs);
        if (s.size() > 1) return cost;
        const row_tensor& out = rows.network().tensors[s.end];
        for (std::int32_t tile = 2; tile <= out.rows; ++tile) {
            const std::int64_t more = bytes_of(s) + (tile - 1) * out.row_bytes;
            const bool fits = more <= limit || bytes(s.begin) + bytes(s.end) <= limit;
            if (fits) cost = std::min(cost, task_cost(rows.network(), s.begin, tile, rows.costs));
        }
        return cost;
    }
};

/// The most fast bytes that live from one of the segments to the next, before all and behind all.
std::int64_t carried_by(const partitions& p, const std::vector<segment_tasks>& segments) {
    const test::synthetic_rows rows(p.n, p.modes, p.modes);
    const auto across = [&](int cut) {
        std::int64_t bytes = 0;
        for (std::size_t t = 0; t < rows.tensors.size(); ++t)
            if (rows.tensors[t].home == home::arena && rows.lifetimes[t].crosses(cut) &&
                (rows.tensors[t].given || rows.lifetimes[t].producer >= 0))
                bytes += rows.tensors[t].bytes();
        return bytes;
    };
    std::int64_t most = across(0);
    for (const segment_tasks& s : segments) most = std::max(most, across(s.end));
    return most;
}

}  // namespace

TEST_CASE("labels have more room where ways to a cut leave different states") {
    CHECK(room_for_labels({}, 9) == 10);
    CHECK(room_for_labels({.may_spill = true}, 9) == 1280);
    CHECK(room_for_labels({.may_recompute = true}, 9) == 1280);
    CHECK(room_for_labels({.may_spill = true}, 10000) == INT16_MAX);
}

TEST_CASE("the segments of a way are listed from first to last") {
    two_ways ways;
    segment_tasks segments[3]{};
    bool spills[3]{};
    REQUIRE(list_segments(ways.sets(), 3, 1, view_of(segments), view_of(spills)) == 2);
    CHECK(are_equal(segments[0], {.begin = 0, .end = 2, .strips = 4}));
    CHECK(are_equal(segments[1], {.begin = 2, .end = 3, .whole = true, .tile = 3}));
    CHECK(spills[0]);
    CHECK_FALSE(spills[1]);
    REQUIRE(list_segments(ways.sets(), 3, 0, view_of(segments), view_of(spills)) == 1);
    CHECK(are_equal(segments[0], {.begin = 0, .end = 3, .parts = 2, .again = true}));
}

TEST_CASE("bytes that a way carries are those at the worst of its own cuts") {
    two_ways ways;
    CHECK(most_carried(ways.sets(), 3, 0) == 7);
    CHECK(most_carried(ways.sets(), 3, 1) == 40);
    ways.labels[0].carried = 50;
    CHECK(most_carried(ways.sets(), 3, 0) == 50);
}

TEST_CASE("a share of the model's multiply-accumulates may be done again") {
    const task tasks[]{{.macs = 300}, {.macs = 700}};
    const row_network n{{tasks, 2}, {}, {}};
    CHECK(recompute_limit(n, {.recompute_percent = 15}) == 150);
    CHECK(recompute_limit(n, {.recompute_percent = 0}) == 0);
}

TEST_CASE("the smallest partition has the least limit with which there is one") {
    for (int seed = 0; seed < 60; ++seed) {
        const partitions p(seed);
        for (const attempt& kind : kinds) {
            CAPTURE(seed);
            CAPTURE(kind.may_spill);
            CAPTURE(kind.may_recompute);
            const std::int64_t least = p.find(smallest(kind)).result.peak;
            REQUIRE(p.find(smallest(kind)).result.found);
            CHECK(p.find(limited(kind, least)).result.found);
            if (kind == attempt{}) CHECK_FALSE(p.find(limited(kind, least - 1)).result.found);
        }
    }
}

TEST_CASE("partitions of chains are the best of all ways to cut them") {
    int found = 0, none = 0;
    for (int seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        all_ways ways(seed);
        std::vector<segment_tasks> segments(std::size_t(ways.rows.tasks()));
        const auto find = [&](const attempt& how) {
            return partition(ways.rows.input(), how, onnx2hpp::all_of(segments),
                             ways.rows.room.spills);
        };
        const std::int64_t least = ways.least_peak();
        CHECK(find(smallest({})).peak == least);
        for (const std::int64_t limit : {least - 1, least, least * 5 / 4, least * 2, least * 4}) {
            CAPTURE(limit);
            const partition_result made = find(limited({}, limit));
            const std::int64_t cost = ways.least_cost(limit);
            CHECK(made.found == (cost >= 0));
            if (made.found) CHECK(made.cost == cost);
            ++(made.found ? found : none);
        }
    }
    CHECK(found > 300);
    CHECK(none > 50);
}

TEST_CASE("down to its least limit a partition is the same, below it is another") {
    int lower = 0;
    for (int seed = 0; seed < 60; ++seed) {
        CAPTURE(seed);
        const partitions p(seed);
        for (const attempt& kind : kinds) {
            const std::int64_t peak = p.find(kind).result.peak;
            for (const std::int64_t limit : {peak, peak * 7 / 8, peak * 3 / 4}) {
                const partitions::found made = p.find(limited(kind, limit));
                if (!made.result.found) break;
                const std::int64_t least = made.result.least_limit;
                CHECK(are_equal(made, p.find(limited(kind, least))));
                if (least == limit) continue;
                CHECK_FALSE(are_equal(made, p.find(limited(kind, least - 1))));
                ++lower;
            }
        }
    }
    CHECK(lower > 50);
}

TEST_CASE("less fast memory never makes a partition cheaper, and none takes more than its limit") {
    int dearer = 0;
    for (int seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        const partitions p(seed);
        std::int64_t cost = -1;
        for (std::int64_t limit = p.find({}).result.peak; limit > 0; limit = limit * 7 / 8) {
            CAPTURE(limit);
            const partition_result made = p.find(limited({}, limit)).result;
            if (!made.found) break;
            CHECK(made.peak <= limit);
            CHECK(made.cost >= cost);
            dearer += cost >= 0 && made.cost > cost;
            cost = made.cost;
        }
    }
    CHECK(dearer > 100);
}

TEST_CASE("segments cover all tasks in order, and carry what lives between them") {
    for (int seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        const partitions p(seed);
        const partitions::found made = p.find(seed % 4 < 2 ? attempt{} : smallest({}));
        REQUIRE(made.result.found);
        int end = 0;
        for (const segment_tasks& s : made.segments) {
            CHECK(s.begin == end);
            CHECK(s.end > s.begin);
            end = s.end;
        }
        CHECK(end == int(test::synthetic_rows(p.n).tasks.size()));
        CHECK(made.result.carried == carried_by(p, made.segments));
    }
}

TEST_CASE("both parts of the search for the smallest peak find it, one after the other") {
    int above = 0;
    for (int seed = 0; seed < 200; ++seed) {
        CAPTURE(seed);
        const partitions p(seed);
        const attempt how = smallest({.may_recompute = true});
        test::partition_rows rows(p.n, p.modes, p.modes, p.costs, how);
        const auto search = [&] { return partition_search(rows.input(), how); };
        const least_peak first = search().find_first_peak();
        const std::int64_t peak =
            first.is_least ? first.bytes : search().least_peak_above(first.bytes);
        CHECK(peak == search().find_peak());
        CHECK(peak >= first.bytes);
        above += !first.is_least;
    }
    CHECK(above > 0);
}

TEST_CASE("of the smallest partitions one is found that recomputes little enough") {
    const attempt how = smallest({.may_spill = true, .may_recompute = true});
    for (const int seed : {84, 88, 131}) {
        CAPTURE(seed);
        partitions p(seed, 10);
        p.costs.recompute_percent = 1000;
        const std::int64_t least = p.find(how).result.peak;
        p.costs.recompute_percent = 5;
        test::partition_rows rows(p.n, p.modes, p.modes, p.costs, how);
        partition_search search(rows.input(), how);
        REQUIRE(search.find());
        CHECK(search.best().peak == least);
        CHECK(search.best().recomputed_macs <= recompute_limit(rows.network(), p.costs));
    }
}

TEST_CASE("the smallest partition is found where the cheapest ways to its cuts do not fit") {
    const partitions p(5, 40);
    constexpr attempt spilling{.may_spill = true};
    const partition_result made = p.find(smallest(spilling)).result;
    REQUIRE(made.found);
    CHECK_FALSE(p.find(limited(spilling, made.peak)).result.found);
    test::partition_rows rows(p.n, p.modes, p.modes, p.costs, smallest(spilling));
    CHECK(partition_search(rows.input(), smallest(spilling)).find_peak() == made.peak);
}
