// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/rows/rates.hpp>

#include <helpers/random.hpp>

#include <doctest/doctest.h>

#include <algorithm>

using namespace tigris;
using namespace tigris::planning;

namespace {

/// Whether the rows that an output row needs are those of the operator's definition.
bool has_rows_of(const ops::row_reach& reach, int32_t rows, int32_t made) {
    const row_rate rate = rate_of(reach);
    for (int32_t q = 0; q < made; ++q) {
        int32_t first = rows, last = -1;
        for (int32_t k = 0; k < reach.kernel; ++k) {
            const int32_t row =
                floor_divide(q * reach.stride - reach.pad + k * reach.dilation, reach.divisor);
            if (row < 0 || row >= rows) continue;
            first = std::min(first, row), last = std::max(last, row);
        }
        if (last < 0) continue;  // all of it is padding
        const int32_t from = first_row(rate, q, rows), until = rows_until(rate, q, rows);
        if (from > first || until <= last) return false;
        // Between the taps of a dilated window, a row may count that none of them reads.
        if (reach.dilation == 1 && (from != first || until != last + 1)) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("an output row needs the rows under its window, as far as they exist") {
    test::random_numbers random(17);
    for (int i = 0; i < 1000; ++i) {
        const ops::row_reach reach{.kernel = random.between(1, 4),
                                   .stride = random.between(1, 3),
                                   .dilation = random.between(1, 2),
                                   .pad = random.between(0, 3),
                                   .divisor = random.chance(3) ? 2 : 1};
        CAPTURE(i);
        CHECK(has_rows_of(reach, 12, 6));
    }
}

TEST_CASE("a window of 3 with padding") {
    constexpr row_rate r = rate_of(ops::row_reach{.kernel = 3, .stride = 2, .pad = 1});
    static_assert(r == row_rate{2, -1, 1, 1});
    static_assert(first_row(r, 0, 9) == 0 && rows_until(r, 0, 9) == 2);
    static_assert(first_row(r, 4, 9) == 7 && rows_until(r, 4, 9) == 9);
    static_assert(!is_one_by_one(r) && is_one_by_one(rate_of(ops::row_reach{})));
    constexpr row_rate all = all_rows(9);
    static_assert(first_row(all, 3, 9) == 0 && rows_until(all, 3, 9) == 9);
    CHECK(true);
}

TEST_CASE("seen from the bottom, the same rows are needed") {
    test::random_numbers random(18);
    for (int i = 0; i < 300; ++i) {
        const row_rate r{random.between(0, 3), random.between(-3, 0), random.between(0, 3),
                         random.between(1, 2)};
        const int32_t in = 15, out = random.between(1, 8);
        const row_rate m = mirrored(r, in, out);
        for (int32_t q = 0; q < out; ++q) {
            CHECK(rows_until(m, q, in) == in - first_row(r, out - 1 - q, in));
            CHECK(first_row(m, q, in) == in - rows_until(r, out - 1 - q, in));
        }
    }
}

TEST_CASE("strips lie side by side, and differ by one column at most") {
    for (int32_t width = 1; width < 40; ++width)
        for (int strips = 1; strips <= 8; ++strips) {
            int32_t end = 0;
            for (int s = 0; s < strips; ++s) {
                const column_range c = strip_of(width, strips, s);
                CHECK(c.first == end);
                CHECK(c.count() >= width / strips);
                CHECK(c.count() <= (width + strips - 1) / strips);
                end = c.last;
            }
            CHECK(end == width);
        }
}

TEST_CASE("ranges cover each other, and nothing covers nothing") {
    row_range r{};
    r.cover({});
    CHECK(r == row_range{});
    r.cover({3, 5});
    CHECK(r == row_range{3, 5});
    r.cover({8, 8});
    CHECK(r == row_range{3, 5});
    r.cover({1, 4});
    CHECK(r == row_range{1, 5});
    CHECK(rows_needed({2, -1, 1, 1}, {1, 3}, 9) == row_range{1, 6});
}
