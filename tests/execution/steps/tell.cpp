// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/steps/tell.hpp>

#include <helpers/two_layers.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace tigris;
using namespace tigris::execution;

// What a whole run tells is in observer.cpp.

namespace {

/// Writes down what it is told, in the order in which it is told.
struct listener {
    std::string* heard;

    void on_step(const step_output& made) const {
        *heard += "step " + std::to_string(made.step) + " tensor " + std::to_string(made.tensor) +
                  " at " + std::to_string(*static_cast<unsigned char*>(made.data)) + "; ";
    }
    void on_segment(int segment) const { *heard += "segment " + std::to_string(segment) + "; "; }
    void on_row(int step, int first, int count) const {
        *heard += "rows of " + std::to_string(step) + ": " + std::to_string(first) + " " +
                  std::to_string(count) + "; ";
    }
};
struct segment_listener {
    std::string* heard;

    void on_segment(int segment) const { *heard += std::to_string(segment); }
};

/// Task 0 makes `hidden`, a ring. Task 1 moves it. Task 2 makes `more`, which outlives the segment.
constexpr auto three_tasks = [] {
    planning::plan<planning::plan_size{
        .tensors = 1, .steps = 1, .rows = {.tasks = 3, .reads = 1, .tensors = 3}}>
        made{};
    static_cast<planning::segment_tasks&>(made.segments[1]) = {0, 3};
    for (int k = 0; k < 3; ++k) made.tasks[k].output = int16_t(k), made.buffers[k].height = 8;
    made.tasks[0].step = 0, made.tasks[2].step = 1;
    made.tasks[1].does = planning::action::spill;
    made.buffers[1].alive_after = made.buffers[2].alive_after = true;
    return made;
}();

template <class Observer>
struct told_memory {
    using session = execution::session<two_layers::model, target{}>;
    using observer = Observer&;
    static constexpr auto& plan = three_tasks;

    observed_by<Observer&> observed;
    unsigned char* begin;

    template <int Buffer>
    unsigned char* base() const {
        return begin + Buffer;
    }
};

unsigned char some_bytes[3]{10, 20, 30};

/// What an observer hears of a call.
template <class Observer, class Tell>
std::string heard_from(const Tell& tell) {
    std::string heard;
    Observer observer{&heard};
    tell(told_memory<Observer>{{observer}, some_bytes});
    return heard;
}

}  // namespace

TEST_CASE("rows are told by their numbers in the image, in any direction of the segment") {
    CHECK(heard_from<listener>([](const auto& memory) { tell_rows<0, false>(memory, 2, 3); }) ==
          "rows of 0: 2 3; ");
    CHECK(heard_from<listener>([](const auto& memory) { tell_rows<0, true>(memory, 2, 3); }) ==
          "rows of 0: 3 3; ");
}

TEST_CASE("rows that are moved are not told") {
    CHECK(heard_from<listener>([](const auto& memory) {
              tell_rows<1, false>(memory, 0, 8);
          }).empty());
}

TEST_CASE("a segment is told after its steps, of which only those that outlive it are told") {
    using memory_type = told_memory<listener>;
    CHECK(heard_from<listener>([](const auto& memory) { tell_segment<memory_type, 1>(memory); }) ==
          "step 1 tensor 2 at 30; segment 1; ");
}

TEST_CASE("an observer is told only what it watches") {
    using memory_type = told_memory<segment_listener>;
    CHECK(heard_from<segment_listener>([](const auto& memory) {
              tell_rows<0, false>(memory, 0, 8);
              tell_segment<memory_type, 1>(memory);
          }) == "1");
}
