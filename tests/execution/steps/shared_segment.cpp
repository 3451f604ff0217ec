// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/steps/shared_segment.hpp>

#include <helpers/copied_rows.hpp>
#include <helpers/two_depthwise.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace tigris;
using namespace tigris::execution;
using test::copies;

namespace {

/// One of two workers, who need not wait for the other one. The first one makes the upper half.
struct counting_crew {
    int number;
    int* meetings;

    bool is_first() const { return number == 0; }
    void meet() const { ++*meetings; }
    share_of_rows share(int32_t rows) const {
        const int32_t upper = (rows + 1) / 2;
        return is_first() ? share_of_rows{0, upper} : share_of_rows{upper, rows - upper};
    }
};

/// A model without constants in blocks.
struct plain_session {
    static constexpr struct { } Model{}; };

/// The memory of a worker, who writes down what it meets.
template <const auto& Plan>
struct crew_memory : test::plain_memory<Plan> {
    using session = plain_session;
    using crew_type = counting_crew;

    int meetings = 0;
    counting_crew crew;

    explicit crew_memory(int number) : crew{number, &meetings} {}
};

/// A segment of one task, which spills eight rows of the arena, as many a call as `tile`. Before it
/// and after it come segments of one task, which reloads all rows.
template <int32_t Tile, bool BottomUp, int FirstShared, int LastShared>
inline constexpr auto spilled = [] {
    const auto one = copies{.bottom_up = BottomUp, .tile = Tile}.plan();
    planning::plan<planning::plan_size{
        .tensors = 1, .steps = 1, .rows = {.tasks = 3, .reads = 3, .tensors = 3}}>
        made{};
    for (int i = 0; i < 3; ++i) {
        made.buffers[i] = one.buffers[i];
        made.tasks[i] = one.tasks[i == 1], made.reads[i] = one.reads[i == 1];
        made.tasks[i].first_read = int16_t(i);
        made.tasks[i].workers = int8_t(i >= FirstShared && i <= LastShared ? 2 : 1);
        made.segments[i] = one.segments[0];
        made.segments[i].begin = int16_t(i), made.segments[i].end = int16_t(i + 1);
    }
    made.segment_count = 3;
    return made;
}();
template <int32_t Tile, bool BottomUp = false>
constexpr auto& middle_shared = spilled<Tile, BottomUp, 1, 1>;

/// The rows of a plan's last buffer that a worker wrote.
template <const auto& Plan>
std::vector<int> rows_spilled(const crew_memory<Plan>& memory) {
    std::vector<int> rows;
    for (int row = 0; row < copies::rows; ++row)
        if (memory.slow[copies::rows * copies::row_bytes + row * copies::row_bytes] > 150)
            rows.push_back(row);
    return rows;
}
template <const auto& Plan>
std::vector<int> rows_of_worker(int number) {
    crew_memory<Plan> memory(number);
    run_with_other<crew_memory<Plan>, 1>(memory);
    return rows_spilled(memory);
}
template <const auto& Plan, int Segment>
int meetings_of(int number) {
    crew_memory<Plan> memory(number);
    run_with_other<crew_memory<Plan>, Segment>(memory);
    return memory.meetings;
}
/// Whether a worker reloaded the rows of segment 0.
template <const auto& Plan>
bool runs_first_segment(int number) {
    crew_memory<Plan> memory(number);
    run_with_other<crew_memory<Plan>, 0>(memory);
    return memory.fast[0] == 1 && memory.fast[31] == 32;
}

/// The weights of the first layer are four bytes of literals.
constexpr int8_t literals[5]{0x40, 11, 22, 33, 44};
struct packed_layer : two_depthwise::model_type {
    static constexpr sized_array<constant_place, 5> constant_places{
        {{.source = 0}, {}, {}, {}, {}}};
    static constexpr sized_array<packed_constants, 1> packed{
        {{.begin = literals, .packed_bytes = 5, .bytes = 4, .offset = 8}}};
    static constexpr int64_t prefix_bytes = 64;
};
struct packed_memory {
    struct session {
        static constexpr packed_layer Model{};
        static constexpr target Target{};
    };

    counting_crew crew;
    unsigned char* arenas[2];
};

}  // namespace

TEST_CASE("each worker makes its share of each call, the last of which is shorter") {
    CHECK(rows_of_worker<middle_shared<3>>(0) == std::vector{0, 1, 3, 4, 6});
    CHECK(rows_of_worker<middle_shared<3>>(1) == std::vector{2, 5, 7});
    CHECK(rows_of_worker<middle_shared<8>>(0) == std::vector{0, 1, 2, 3});
    CHECK(rows_of_worker<middle_shared<100>>(1) == std::vector{4, 5, 6, 7});
}

TEST_CASE("bottom-up, shares are counted from the last row on") {
    CHECK(rows_of_worker<middle_shared<3, true>>(0) == std::vector{1, 3, 4, 6, 7});
    CHECK(rows_of_worker<middle_shared<3, true>>(1) == std::vector{0, 2, 5});
}

TEST_CASE("a worker without a share of a call meets the other one after it all the same") {
    CHECK(rows_of_worker<middle_shared<1>>(1).empty());
    CHECK(meetings_of<middle_shared<1>, 1>(1) == 8);
    CHECK(meetings_of<middle_shared<1>, 1>(0) == 8);
    CHECK(meetings_of<middle_shared<3>, 1>(0) == 3);
}

TEST_CASE("a segment that is not shared is the first worker's") {
    CHECK(runs_first_segment<middle_shared<3>>(0));
    CHECK_FALSE(runs_first_segment<middle_shared<3>>(1));
}

TEST_CASE("workers meet before a shared segment, and not before another") {
    for (const int number : {0, 1}) {
        CHECK(meetings_of<middle_shared<3>, 0>(number) == 1);
        CHECK(meetings_of<middle_shared<3>, 2>(number) == 0);
        CHECK(meetings_of<spilled<3, false, 2, 2>, 0>(number) == 0);
    }
}

TEST_CASE("the first worker decodes constants, and the other one waits until they are there") {
    unsigned char fast[64]{}, slow[1];
    int meetings = 0;
    unpack_for_both<packed_memory, 0>(packed_memory{{1, &meetings}, {fast, slow}});
    CHECK((fast[8] == 0 && meetings == 1));
    unpack_for_both<packed_memory, 0>(packed_memory{{0, &meetings}, {fast, slow}});
    CHECK((fast[8] == 11 && fast[11] == 44 && meetings == 2));
    unpack_for_both<packed_memory, 1>(packed_memory{{0, &meetings}, {fast, slow}});
    CHECK(meetings == 2);
}
