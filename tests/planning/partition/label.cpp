// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/partition/label.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <initializer_list>
#include <random>

using namespace tigris;
using namespace tigris::planning;

TEST_CASE("every cut keeps a way to it, however many those before it have") {
    constexpr int cuts = 40;
    for (const int share : {1, 2, 6, 128}) {
        CAPTURE(share);
        label room[cuts * 128]{};
        int16_t ends[cuts]{};
        label_sets labels{{room, cuts * share}, {ends, cuts}};
        for (int cut = 0; cut < cuts; ++cut) {
            labels.open(cut);
            for (int16_t tensor = 0; tensor < 200; ++tensor) {
                label made{.cost = 200 - tensor, .carried = tensor};
                made.add(tensor);
                labels.add({}, cut, made);
            }
            CHECK(labels.count(cut) >= 1);
            CHECK(ends[cut] <= cuts * share);
        }
    }
}

TEST_CASE("a full cut keeps the labels that a search through all of them would keep") {
    constexpr int most = 8;
    label room[2 * most]{}, kept[most]{};
    int16_t ends[2]{};
    label_sets labels{{room, 2 * most}, {ends, 2}, most};
    labels.open(0);
    labels.open(1);
    int count = 0;
    std::mt19937 random(7);
    const partition_goal goal{};
    for (int16_t k = 0; k < 500; ++k) {
        label made{.cost = int64_t(random() % 40), .carried = int64_t(random() % 12)};
        made.add(k);  // another state each time: none replaces another
        labels.add(goal, 1, made);
        const auto lighter = [](const label& a, const label& b) { return a.carried < b.carried; };
        if (count < most) {
            kept[count++] = made;
            continue;
        }
        label all[most + 1]{};
        std::copy(kept, kept + most, all);
        all[most] = made;
        label* lightest = std::min_element(all, all + most, lighter);
        if (made.carried <= lightest->carried) lightest = all + most;
        label* worst = nullptr;
        for (label& each : all)
            if (&each != lightest && (!worst || !goal.prefers(each, *worst))) worst = &each;
        if (worst != all + most) kept[worst - all] = made;
    }
    REQUIRE(labels.count(1) == most);
    for (int l = 0; l < most; ++l) CHECK(labels.at(1, l).in_slow[0] == kept[l].in_slow[0]);
}
