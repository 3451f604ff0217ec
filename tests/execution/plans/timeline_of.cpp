// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/plans/timeline_of.hpp>

#include <helpers/two_layers.hpp>

#include <doctest/doctest.h>

#include <algorithm>

using namespace tigris;

namespace {

constexpr target key{.alignment = 4};

}  // namespace

TEST_CASE("no step has more bytes live than the plan's peak, and the peak is a step's") {
    constexpr auto& bytes = timeline_of<two_layers::model, key>;
    constexpr auto& plan = plan_of<two_layers::model, key>;
    static_assert(bytes.size() == 3);
    CHECK(*std::max_element(bytes.begin(), bytes.end()) == plan.fast_peak_bytes);
    for (const int64_t live : bytes) CHECK(live >= 0);
}
