// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/partition/useful_begins.hpp>

#include <doctest/doctest.h>

#include <random>
#include <vector>

using namespace tigris;
using namespace tigris::planning;

namespace {

/// Cuts of which each has one label or none.
struct cuts {
    std::vector<label> labels;
    std::vector<std::int16_t> ends;
    std::vector<task_sums> sums;
    partition_input input{};

    cuts(unsigned seed, int count) : sums(std::size_t(count)) {
        std::mt19937 random(seed);
        std::int64_t cost = 0;
        for (task_sums& s : sums) s.cost_until = cost += std::int64_t(random() % 20);
        for (int cut = 0; cut < count; ++cut) {
            if (cut == 0 || random() % 4)
                labels.push_back({.peak = std::int64_t(random() % 30),
                                  .cost = std::int64_t(random() % 30) + cost_before(cut)});
            ends.push_back(std::int16_t(labels.size()));
        }
        input.sums = {sums.data(), count};
    }
    label_sets sets() {
        return {{labels.data(), int(labels.size())}, {ends.data(), int(ends.size())}, 1};
    }
    std::int64_t cost_before(int cut) const {
        return cut > 0 ? sums[std::size_t(cut - 1)].cost_until : 0;
    }
    /// The last cut of [first, at] with a label that is better than that of `cut`, looked at one
    /// by one.
    int search(bool wants_small, int cut, int at, int first) {
        const label_sets all = sets();
        const auto worth = [&](int k) {
            const label& l = all.at(k, 0);
            return wants_small ? l.peak : l.cost - cost_before(k);
        };
        for (int k = at; k >= first; --k)
            if (all.count(k) > 0 && worth(k) < worth(cut)) return k;
        return -1;
    }
};

}  // namespace

TEST_CASE("the next useful begin is the one that a look at each cut finds") {
    constexpr int count = 40;
    for (unsigned seed = 0; seed < 200; ++seed) {
        CAPTURE(seed);
        const bool wants_small = seed % 2;
        cuts c(seed, count);
        const partition_goal goal{.wants_small = wants_small};
        const useful_begins begins(c.input, goal, c.sets());
        int different = 0;
        for (int cut = 0; cut < count; ++cut) {
            begins.link_lower(cut, 0);
            if (c.sets().count(cut) == 0) continue;
            CHECK(c.sets().at(cut, 0).lower == c.search(wants_small, cut, cut - 1, 0));
            for (int begin = cut; begin > 0; --begin)
                different +=
                    begins.next_useful(cut, begin, 0) != c.search(wants_small, cut, begin - 1, 0);
        }
        CHECK(different == 0);
    }
}

TEST_CASE("no begin before the first is looked at") {
    cuts c(1, 20);
    const partition_goal goal{.wants_small = true};
    const useful_begins begins(c.input, goal, c.sets());
    for (int cut = 0; cut < 20; ++cut) begins.link_lower(cut, 0);
    for (int cut = 10; cut < 20; ++cut)
        if (c.sets().count(cut) > 0)
            CHECK(begins.next_useful(cut, cut, 10) == c.search(true, cut, cut - 1, 10));
}

TEST_CASE("one way to a cut is kept where all leave the same behind") {
    cuts c(1, 4);
    label_sets many = c.sets();
    many.most = most_labels;
    const auto is_one_kept = [&](const partition_goal& goal, const label_sets& labels) {
        return useful_begins(c.input, goal, labels).is_one_kept();
    };
    CHECK(is_one_kept({}, many));
    CHECK_FALSE(is_one_kept({.may_spill = true}, many));
    CHECK_FALSE(is_one_kept({.adds_recomputed = true}, many));
    CHECK(is_one_kept({.may_spill = true}, c.sets()));
}

TEST_CASE("what is larger than the smallest way is of no use where small is wanted") {
    cuts c(1, 4);
    const partition_goal small{.wants_small = true, .limit = 1000}, cheap{.limit = 1000};
    CHECK(useful_begins(c.input, small, c.sets()).most_bytes(0) == c.labels[0].peak);
    CHECK(useful_begins(c.input, cheap, c.sets()).most_bytes(0) == 1000);
    const partition_goal spills{.wants_small = true, .limit = 1000, .may_spill = true};
    label_sets many = c.sets();
    many.most = most_labels;
    CHECK(useful_begins(c.input, spills, many).most_bytes(0) == 1000);
}
