// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/memories.hpp>

#include <onnx2hpp/boards/apply_board.hpp>

#include <helpers/analyzed.hpp>
#include <helpers/contains.hpp>

#include <doctest/doctest.h>

#include <algorithm>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

bool says_no(const analysis& a) {
    const std::vector<memory_line> lines = describe_memories(a, false);
    return std::any_of(lines.begin(), lines.end(),
                       [](const memory_line& line) { return contains(line.text, "does NOT fit"); });
}

std::string text_of(const analysis& a, const std::string& memory) {
    for (const memory_line& line : describe_memories(a, false))
        if (line.name == memory) return line.text;
    return {};
}

}  // namespace

TEST_CASE("memories say no where the exit code does") {
    for (const char* file : {"fashion/fashion_int8", "keywords/keywords_int8"}) {
        analyzed_model m("/../examples/" + std::string(file) + ".onnx");
        m.wanted.search_effort = effort::none;
        const std::int64_t least = m.result().smallest_without_slow;
        for (int beside = -64; beside < 64; beside += 4) {
            m.wanted.fast = std::uint64_t(least + beside);
            const analysis found = m.result();
            CHECK(says_no(found) == found.exceeded.has_value());
        }
    }
}

TEST_CASE("what is lacking is what the sentence says, though the plan itself would fit") {
    analysis a = large_model().result();
    a.target.fast = std::uint64_t(a.plan.fast_peak_bytes);
    CHECK(contains(text_of(a, "fast"), ", fits"));
    a.exceeded = memory_lack{"sentence", lacking_memory::fast, -1, 4};
    CHECK(contains(text_of(a, "fast"), "does NOT fit: 4 bytes lacking"));
    CHECK_FALSE(contains(text_of(a, "fast"), "I/O"));
    a.exceeded = memory_lack{"sentence", lacking_memory::slow, -1, 8};
    a.target.slow = 100;
    CHECK(contains(text_of(a, "fast"), ", fits"));
    CHECK(contains(text_of(a, "slow"), "does NOT fit: 8 bytes lacking"));
}

TEST_CASE("a board's memory that the sentence names lacks these bytes") {
    analyzed_model m = large_model();
    apply_board("stm32h743", {}, m.wanted);
    analysis a = m.result();
    a.exceeded = memory_lack{"sentence", lacking_memory::region, 0, 16};
    CHECK(contains(text_of(a, "DTCM"), "does NOT fit: 16 bytes lacking"));
    a.exceeded = memory_lack{"sentence", lacking_memory::flash, -1, 32};
    CHECK(contains(text_of(a, "FLASH"), "does NOT fit: 32 bytes lacking"));
    a.exceeded = memory_lack{"sentence", lacking_memory::fast, -1, 48};
    CHECK(contains(text_of(a, "fast"), "does NOT fit: 48 bytes lacking"));
}

TEST_CASE("a board that does not hold the caller's inputs and outputs says so in the verdict") {
    analyzed_model m = large_model();
    apply_board("rp2040", {}, m.wanted);
    analysis a = m.result();
    CHECK(bytes_lacking_for_callers(a) == 0);
    CHECK(contains(text_of(a, "SRAM"), " more for I/O"));
    a.plan.caller_bytes = (264 << 10) - a.plan.fast_peak_bytes + 12;
    CHECK(bytes_lacking_for_callers(a) == 12);
    CHECK(contains(text_of(a, "SRAM"), ", fits, but NOT its I/O of "));
    CHECK(contains(text_of(a, "SRAM"), ": 12 bytes lacking"));
}

TEST_CASE("slow memory that is too small lacks what the sentence says") {
    analyzed_model m = large_model();
    m.wanted.search_effort = effort::none;
    const analysis free = m.result();
    m.wanted.fast = std::uint64_t(free.smallest_with_slow + free.smallest_without_slow) / 2;
    m.wanted.slow = 16;
    const analysis found = m.result();
    REQUIRE(found.exceeded);
    REQUIRE(found.exceeded->memory == lacking_memory::slow);
    REQUIRE(found.plan.slow_peak_bytes != 16 + found.exceeded->bytes);
    CHECK(contains(text_of(found, "fast"), ", fits"));
    CHECK(contains(text_of(found, "slow"),
                   "does NOT fit: " + std::to_string(found.exceeded->bytes) + " bytes lacking"));
}
