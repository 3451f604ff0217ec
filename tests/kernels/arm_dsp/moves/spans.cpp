// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arm_dsp/moves/spans.hpp>

#include <helpers/row_runs.hpp>

#include <doctest/doctest.h>

using namespace tigris;

namespace {

constexpr int32_t room = 100;

/// Numbers that differ from their neighbors; the word before and behind what is moved stays.
struct numbered_bytes {
    alignas(4) int8_t at[room];

    numbered_bytes() {
        for (int32_t i = 0; i < room; ++i) at[i] = int8_t(i + 1);
    }
    bool moves(int32_t to, int32_t from, int32_t count) const {
        numbered_bytes moved, expected;
        kernels::arm_dsp_kernels::words::bytes(moved.at + to, moved.at + from, count);
        for (int32_t i = 0; i < count; ++i) expected.at[to + i] = at[from + i];
        return test::equal(moved.at, expected.at, room);
    }
};

}  // namespace

TEST_CASE("bytes move by words to any address, and down in the same memory") {
    const numbered_bytes bytes;
    for (int32_t count = 0; count <= 45; ++count)
        for (int32_t to = 0; to < 4; ++to)
            for (int32_t from = to; from < 54; ++from) {
                const bool moved = bytes.moves(to, from, count);
                CHECK_MESSAGE(moved, count, " from ", from, " to ", to);
            }
}
