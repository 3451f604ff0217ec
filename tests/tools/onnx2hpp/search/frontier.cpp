// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/search/frontier.hpp>

#include <doctest/doctest.h>

namespace {

using namespace onnx2hpp;

candidate taking(std::int64_t time, std::int64_t bytes) {
    candidate made;
    made.hint.target.fast = 1000;
    made.plan.run_time = time;
    made.plan.fast_peak_bytes = bytes;
    return made;
}

std::int64_t thriftiest_of(std::initializer_list<candidate> all, std::int64_t other = INT64_MAX) {
    frontier of;
    for (const candidate& c : all) of.add(c);
    const candidate* found = of.thriftiest(other);
    return found ? found->plan.fast_peak_bytes : -1;
}

}  // namespace

TEST_CASE("half a percent of time is given for memory, and no more") {
    CHECK(thriftiest_of({taking(1000, 90), taking(1005, 80), taking(1006, 70)}) == 80);
    CHECK(thriftiest_of({taking(1006, 70), taking(1005, 80), taking(1000, 90)}) == 80);
    CHECK(thriftiest_of({taking(1000, 80), taking(1000, 90)}) == 80);
    CHECK(thriftiest_of({taking(INT64_MAX, 80)}) == 80);
    CHECK(thriftiest_of({}) == -1);
}

TEST_CASE("another plan may be the fastest") {
    CHECK(thriftiest_of({taking(1000, 90), taking(1005, 80)}, 996) == 90);
    CHECK(thriftiest_of({taking(1000, 90), taking(1005, 80)}, 900) == -1);
}

TEST_CASE("what does not fit, or is no plan, is not taken") {
    candidate impossible = taking(1, 1);
    impossible.plan.fault = tigris::hint_fault::overlap;
    CHECK(thriftiest_of({taking(1, 1001), impossible, taking(5, 1000)}) == 1000);
}
