// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/peak.hpp>

#include <onnx2hpp/show/describe.hpp>

#include <helpers/analyzed.hpp>
#include <helpers/contains.hpp>

#include <doctest/doctest.h>

#include <algorithm>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

std::string first_line_of_peak(const analysis& a) {
    return describe_peak(a).items.front().lines.front();
}

}  // namespace

TEST_CASE("what holds memory at the peak is said to overlap where it adds up to more") {
    analysis a = large_model().result();
    CHECK_FALSE(contains(first_line_of_peak(a), "overlap"));
    *std::max_element(a.live_bytes.begin(), a.live_bytes.end()) -= 1000;
    const peak_holders peak = find_peak_holders(a);
    REQUIRE(peak.bytes < peak.operators.front().bytes + peak.operators.back().bytes);
    CHECK(contains(first_line_of_peak(a), " (they overlap)"));
}
