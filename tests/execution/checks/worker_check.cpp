// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/checks/worker_check.hpp>

#include <helpers/second_thread.hpp>
#include <helpers/two_layers.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::execution;

namespace {

struct without_join {
    void start(void (*)(void*), void*) {}
};
struct without_context {
    void start(void (*)()) {}
    void join() {}
};

/// A target to whose workers a meeting costs so many thousandths of a cycle.
constexpr target with_meetings(uint32_t cost, uint8_t workers = 2) {
    return {.workers = workers, .costs = {.meeting = cost}};
}
constexpr auto layers = two_layers::model;

}  // namespace

TEST_CASE("a worker is what is started with a function and its context, and joined") {
    static_assert(is_worker<tigris_test::second_thread>);
    static_assert(!is_worker<without_join> && !is_worker<without_context>);
    static_assert(!is_worker<no_worker>);
    CHECK(true);
}

TEST_CASE("a model shares rows where its plan has calls that are worth a meeting") {
    static_assert(shares_rows<layers, with_meetings(1)>);
    static_assert(!shares_rows<layers, with_meetings(1, 1)>);
    static_assert(!shares_rows<layers, with_meetings(UINT32_MAX)>);
    CHECK(true);
}

TEST_CASE("what does not fit shares nothing") {
    constexpr target too_small{
        .fast = 0, .input = io::arena, .workers = 2, .costs = {.meeting = 1}};
    static_assert(!fits<layers, too_small> && !shares_rows<layers, too_small>);
    CHECK(true);
}

TEST_CASE("a second worker is a fault where the target has one") {
    using none = decltype(fault_of_workers<with_meetings(1)>());
    using one = decltype(fault_of_workers<target{}>());
    static_assert(is_same<none, decltype(as_check<nothing_to_say>())>);
    static_assert(is_same<one, decltype(as_check<workers_of_run<1>>())>);
    CHECK(true);
}
