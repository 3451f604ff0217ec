// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/label.hpp>

#include <doctest/doctest.h>

#include <initializer_list>

using namespace tigris;
using namespace tigris::planning;

TEST_CASE("every cut keeps a way to it, however many those before it have") {
    constexpr int cuts = 40;
    for (const int share : {1, 2, 6, 128}) {
        CAPTURE(share);
        label room[cuts * 128]{};
        int16_t ends[cuts]{};
        const label_sets labels{{room, cuts * share}, {ends, cuts}};
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
