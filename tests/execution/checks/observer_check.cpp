// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/checks/observer_check.hpp>

#include <helpers/found_fault.hpp>
#include <helpers/second_thread.hpp>
#include <helpers/two_by_two.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::execution;
using test::finds;
using test::finds_nothing;

namespace {

struct watches_all {
    void on_step(const step_output&) {}
    void on_segment(int) const {}
    void on_row(int, int, int) {}
};
struct watches_one {
    void on_row(int, int, int) {}
};
struct step_by_number {
    void on_step(int) {}
};
struct segment_as_step {
    void on_segment(const step_output&) {}
};
struct segment_as_text {
    void on_segment(const char*) {}
};
struct row_without_count {
    void on_row(int, int) {}
};
/// It watches segments, and its other member is wrong.
struct half_right {
    void on_segment(int) {}
    void on_row(int) {}
};
struct empty {};

struct external_memory {
    static constexpr bool is_external = false;
};

template <class Observer>
constexpr auto fault = fault_of_observer<Observer>();

using model = two_by_two::model_type;
template <class... Given>
constexpr auto fault_of = fault_of_arguments<model, Given...>();

using rows = float[6];

}  // namespace

TEST_CASE("a member that has an observer's name takes what an observer's takes") {
    CHECK_FALSE(has_wrong_member<watches_all>());
    CHECK_FALSE(has_wrong_member<empty>());
    CHECK(has_wrong_member<segment_as_text>());
    CHECK(has_wrong_member<step_by_number>());
    CHECK(has_wrong_member<segment_as_step>());
    CHECK(has_wrong_member<row_without_count>());
    CHECK(has_wrong_member<half_right>());
}

TEST_CASE("an observer has one of three members, and none of them is wrong") {
    CHECK(finds_nothing<fault<watches_all>>);
    CHECK(finds_nothing<fault<watches_one&>>);
    CHECK(finds<not_an_observer<empty>, fault<empty>>);
    CHECK(finds<wrong_member_of_observer<half_right>, fault<half_right>>);
}

TEST_CASE("the error names the observer's class, whatever reference was passed") {
    CHECK(finds<not_an_observer<empty>, fault<const empty&>>);
    CHECK(finds<wrong_member_of_observer<step_by_number>, fault<step_by_number&>>);
}

TEST_CASE("other arguments of run are not meant as observers") {
    CHECK(is_meant_as_observer<empty, 3>());
    CHECK_FALSE(is_meant_as_observer<float, 3>());
    CHECK_FALSE(is_meant_as_observer<rows, 3>());
    CHECK_FALSE(is_meant_as_observer<input_buffer<two_by_two::model>, 3>());
    CHECK_FALSE(is_meant_as_observer<buffers_in_order<rows, rows>, 3>());
    CHECK_FALSE(is_meant_as_observer<row_sink<empty>, 3>());
    CHECK_FALSE(is_meant_as_observer<external_memory, 3>());
    CHECK_FALSE(is_meant_as_observer<tigris_test::second_thread, 3>());
}

TEST_CASE("a class without any member is an observer only after the buffers") {
    CHECK_FALSE(is_meant_as_observer<empty, 2>());
    CHECK(is_meant_as_observer<empty, 4>());
    CHECK(is_meant_as_observer<step_by_number, 1>());
}

TEST_CASE("of arguments that fit no run, the last one may be told to be no observer") {
    CHECK(finds<not_an_observer<empty>, fault_of<rows, rows, empty>>);
    CHECK(finds<wrong_member_of_observer<half_right>, fault_of<rows, half_right>>);
    CHECK(finds<no_arguments_of_run<model, empty, rows, rows>, fault_of<empty, rows, rows>>);
    CHECK(finds<no_arguments_of_run<model>, fault_of<>>);
}
