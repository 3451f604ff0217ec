// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/alternatives.hpp>

#include <helpers/analyzed.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

constexpr const char* small_examples[] = {"fashion/fashion_int8", "fashion/fashion_float",
                                          "keywords/keywords_int8", "camera/person_int8",
                                          "anomaly/machine_int8"};

/// What the user writes who follows an alternative.
options following(const alternative& other, options wanted) {
    wanted.fast = std::uint64_t(other.fast_bytes);
    if (other.kind == alternative_kind::slow_memory) wanted.slow = std::uint64_t(other.slow_bytes);
    if (other.kind == alternative_kind::row_inputs) wanted.input_modes = {tigris::io::rows};
    return wanted;
}

/// Follows each alternative, and compares what comes of that with what was said.
int follow_all(const analyzed_model& m) {
    const analysis found = m.result();
    for (const alternative& other : found.alternatives) {
        CAPTURE(other.fast_bytes);
        const analysis made = analyze(m.model, following(other, m.wanted));
        CHECK_FALSE(made.exceeded);
        CHECK(made.plan.fast_peak_bytes <= other.fast_bytes);
        CHECK(made.recomputed_macs() == other.recomputed_macs);
        CHECK(made.plan.slow_traffic_bytes == other.slow_traffic_bytes);
        CHECK(made.plan.caller_bytes == other.caller_bytes);
    }
    return int(found.alternatives.size());
}

}  // namespace

TEST_CASE("who follows an alternative gets what it says") {
    int followed = 0;
    for (const char* file : small_examples)
        for (const tigris::backend kernels : {tigris::portable, tigris::arm_dsp}) {
            CAPTURE(file);
            analyzed_model m("/../examples/" + std::string(file) + ".onnx");
            m.wanted.search_effort = effort::none;
            m.wanted.backend = kernels;
            followed += follow_all(m);
            for (const std::uint64_t fast : {1u << 10, 3u << 10, 8u << 10}) {
                m.wanted.fast = fast;
                followed += follow_all(m);
                m.wanted.slow = 1 << 20;
                followed += follow_all(m);
                m.wanted.slow.reset();
            }
        }
    CHECK(followed > 80);
}

TEST_CASE("with a search, too, each budget is enough") {
    analyzed_model m = large_model();
    m.wanted.fast = 9 << 10;
    const analysis found = m.result();
    REQUIRE_FALSE(found.alternatives.empty());
    for (const alternative& other : found.alternatives)
        CHECK_FALSE(analyze(m.model, following(other, m.wanted)).exceeded);
}

TEST_CASE("where nothing fits, it is said which budget spares all that is computed twice") {
    analyzed_model m = large_model();
    m.wanted.search_effort = effort::none;
    m.wanted.fast = 1 << 10;
    const analysis found = m.result();
    REQUIRE(found.exceeded);
    REQUIRE(found.recomputed_macs() > 0);
    CHECK(found.alternatives.back().kind == alternative_kind::undoubled);
}
