// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/arguments/crew.hpp>

#include <helpers/second_thread.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using namespace tigris;
using namespace tigris::execution;

namespace {

using worker = one_of_two<tigris_test::second_thread>;

/// What each of two workers wrote before they met, and how often one then saw what was not the
/// other's last word.
struct talk {
    static constexpr int rounds = 2000;

    meeting_point point;
    int said[2]{};
    int misheard[2]{};

    /// They meet twice a round: when both have spoken, and when both have heard.
    void run(int own) {
        const worker w{own, &point};
        for (int round = 1; round <= rounds; ++round) {
            said[own] = round;
            w.meet();
            misheard[own] += said[1 - own] != round;
            w.meet();
        }
    }
};

/// A plan of two segments. Workers share the first task of the second one.
struct two_segments {
    struct {
        int workers;
    } tasks[3]{{1}, {2}, {2}};
    planning::segment_tasks segments[2]{{0, 1}, {1, 3}};
    int segment_count = 2;
};

}  // namespace

TEST_CASE("two workers share all rows, of which the first one makes the upper half") {
    meeting_point point;
    const worker first{0, &point}, second{1, &point};
    CHECK(first.is_first());
    CHECK_FALSE(second.is_first());
    for (std::int32_t rows = 0; rows < 20; ++rows) {
        CAPTURE(rows);
        CHECK(first.share(rows).first == 0);
        CHECK(second.share(rows).first == first.share(rows).count);
        CHECK(first.share(rows).count + second.share(rows).count == rows);
        CHECK(first.share(rows).count - second.share(rows).count == rows % 2);
    }
}

TEST_CASE("what each worker wrote before they meet is seen by the other one afterwards") {
    // Counts begin anew after the largest number.
    for (const std::uint32_t before : {0u, UINT32_MAX - 5}) {
        CAPTURE(before);
        static talk both;
        both = {};
        both.point.of[0].count = both.point.of[1].count = before;
        tigris_test::second_thread other;
        other.start([](void* t) { static_cast<talk*>(t)->run(1); }, &both);
        both.run(0);
        other.join();
        CHECK(both.misheard[0] == 0);
        CHECK(both.misheard[1] == 0);
        CHECK(both.point.of[0].count == before + 2 * talk::rounds);
    }
}

TEST_CASE("a worker rests after each look for the other one in vain") {
    meeting_point point;
    std::vector<std::uint32_t> looks;
    point.meet(0, [&](std::uint32_t look) {
        looks.push_back(look);
        if (look == 3) ++point.of[1].count;
    });
    CHECK(looks == std::vector<std::uint32_t>{1, 2, 3});
    ++point.of[1].count;  // it came first
    point.meet(0, [&](std::uint32_t look) { looks.push_back(look); });
    CHECK(looks.size() == 3);
}

TEST_CASE("a worker waits for the other one where counts begin anew, too") {
    meeting_point point;
    point.of[0].count = point.of[1].count = UINT32_MAX;
    int looks = 0;
    point.meet(0, [&](std::uint32_t) {
        ++looks;
        ++point.of[1].count;
    });
    CHECK(looks == 1);
}

TEST_CASE("workers share a segment if they share the calls of its first task") {
    constexpr two_segments plan{};
    static_assert(!is_shared(plan, 0) && is_shared(plan, 1));
    static_assert(!is_shared(plan, 2));  // behind the last one
    constexpr two_segments only_the_first{.segment_count = 1};
    static_assert(!is_shared(only_the_first, 1));
    CHECK(true);
}
