// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/segments/overlap_distance.hpp>

#include <helpers/random.hpp>

#include <doctest/doctest.h>

#include <algorithm>

using namespace tigris;
using namespace tigris::planning;

namespace {

/// By its definition, row by row.
int64_t followed(const need_line& line, int32_t rows, int32_t rows_in, int64_t out, int64_t in) {
    int64_t most = 0;
    for (int32_t q = 0; q < rows; ++q) {
        const int32_t first =
            q >= line.done ? rows_in : std::clamp(line.slope * q + line.start, 0, rows_in);
        most = std::max(most, (q + 1) * out - first * in);
    }
    return most;
}

}  // namespace

TEST_CASE("the distance along a line is what following it row by row finds") {
    test::random_numbers random(23);
    int positive = 0;
    for (int i = 0; i < 20000; ++i) {
        const need_line line{random.between(0, 3), random.between(-6, 4), random.between(0, 12)};
        const int32_t rows = random.between(1, 10);
        // In the last row that needs some of it, a reader is not beyond its input.
        const int32_t reached = line.slope * (std::min(line.done, rows) - 1) + line.start + 1;
        const int32_t rows_in = std::max(1, reached + random.between(0, 3));
        const int64_t out = random.between(1, 9), in = random.between(1, 9);
        const int64_t made = distance_along(line, rows, rows_in, out, in);
        const int64_t expected = followed(line, rows, rows_in, out, in);
        CAPTURE(i);
        CHECK(std::max<int64_t>(made, 0) == expected);
        positive += expected > 0;
    }
    CHECK(positive > 5000);
}
