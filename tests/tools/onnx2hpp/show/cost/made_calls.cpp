// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/cost/made_calls.hpp>

#include <onnx2hpp/show/analysis.hpp>

#include <helpers/converted.hpp>

#include <doctest/doctest.h>

#include <cstdlib>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// Calls and rows of a task.
struct sums {
    std::int64_t calls = 0;
    std::int64_t rows = 0;

    friend bool operator==(const sums&, const sums&) = default;
};

sums listed(const analysis& a, int k) {
    sums all;
    for (const task_call& c : a.calls)
        if (c.task == k) ++all.calls, all.rows += c.rows;
    return all;
}

sums counted(const analysis& a, int k) {
    sums all;
    for (const made_calls& m : calls_made(a.plan, k))
        all.calls += m.count, all.rows += m.count * m.rows;
    return all;
}

/// Of such tasks the first rows of windows may be made whole.
bool comes_in_parts(const analysis& a, int k) {
    for (const auto& s : a.plan.segments)
        if (s.begin <= k && k < s.end) return s.parts > 1;
    return false;
}

}  // namespace

TEST_CASE("calls are counted as the schedule of a run lists them") {
    for (const char* file : {"/../examples/fashion/fashion_int8.onnx",
                             "/models/mix_int8/model.onnx", "/models/conv_int8/model.onnx"}) {
        options wanted;
        wanted.input = std::string(TIGRIS_TESTS) + file;
        wanted.name = "m";
        wanted.calls = true;
        const lowered_model model = converted(wanted);
        const std::uint64_t least = least_bytes(model, wanted);
        for (const std::uint64_t fast : {least, least + least / 8, 2 * least, 16 * least}) {
            wanted.fast = fast;
            const analysis a = analyze(model, wanted);
            REQUIRE_FALSE(a.exceeded);
            for (int k = 0; k < a.plan.task_count; ++k) {
                CAPTURE(file);
                CAPTURE(fast);
                CAPTURE(k);
                const sums all = listed(a, k), found = counted(a, k);
                if (comes_in_parts(a, k)) {
                    CHECK(std::abs(all.calls - found.calls) <= all.calls / 10);
                    continue;
                }
                CHECK(all.calls == found.calls);
                CHECK(all.rows == found.rows);
            }
        }
    }
}
