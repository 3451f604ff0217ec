// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <helpers/receptive_field.hpp>

#include <helpers/check.hpp>
#include <helpers/random.hpp>

#include <doctest/doctest.h>

namespace {

using namespace tigris;
using namespace tigris::test;

constexpr int32_t longest_chain = 4;
constexpr int32_t highest = 96;

struct random_chain {
    ops::row_reach reaches[longest_chain]{};
    int32_t heights[longest_chain + 1]{};
    int size = 0;

    constexpr view<const ops::row_reach> chain() const { return {reaches, size}; }
    constexpr view<const int32_t> rows() const { return {heights, size + 1}; }
    constexpr int32_t result() const { return heights[size]; }
};

constexpr ops::row_reach random_window(test::random_numbers& random) {
    ops::row_reach r{.kernel = random.between(1, 4),
                     .stride = random.between(1, 3),
                     .dilation = random.between(1, 3)};
    r.pad = random.between(0, (r.kernel - 1) * r.dilation);
    r.pad_end = random.between(0, (r.kernel - 1) * r.dilation);
    return r;
}

/// Nearest or linear interpolation by a factor, in rows.
constexpr ops::row_reach random_resize(test::random_numbers& random) {
    const int32_t factor = random.between(2, 4);
    if (random.chance(2)) return {.divisor = factor};
    return {.kernel = 2,
            .stride = 2,
            .dilation = 2 * factor,
            .pad = factor - 1,
            .pad_end = factor,
            .divisor = 2 * factor};
}

constexpr int32_t height_behind(const ops::row_reach& r, int32_t height) {
    if (r.divisor != 1) return height * r.divisor / r.stride;
    const int32_t room = height + r.pad + r.pad_end - (r.kernel - 1) * r.dilation - 1;
    return room < 0 ? 0 : room / r.stride + 1;
}

/// Windows and, where `resizes`, interpolations, as long as rows remain.
constexpr random_chain make_chain(int seed, bool resizes) {
    test::random_numbers random{uint64_t(seed)};
    random_chain made{};
    made.heights[0] = random.between(1, highest);
    const int wanted = random.between(1, longest_chain);
    while (made.size < wanted) {
        const ops::row_reach r =
            resizes && random.chance(3) ? random_resize(random) : random_window(random);
        const int32_t height = height_behind(r, made.result());
        if (height < 1 || height > 4 * highest) break;
        made.reaches[made.size++] = r;
        made.heights[made.size] = height;
    }
    return made;
}

/// Rows of one tensor, those of the padding too, each marked or not.
struct marks {
    static constexpr int32_t before = 200;
    bool at[800 + 2 * before]{};

    constexpr void mark(int32_t row) { at[row + before] = true; }
    constexpr bool operator[](int32_t row) const { return at[row + before]; }
};

/// Floor by counting, another computation than the planner's.
constexpr int32_t floor_of(int32_t a, int32_t b) {
    int32_t q = a / b;
    while (q * b > a) --q;
    return q;
}

/// The definition of row_reach, tap by tap, for the rows [first, last) that are marked.
constexpr marks read_by(const ops::row_reach& r, const marks& out, row_range rows) {
    marks in{};
    for (int32_t y = rows.first; y < rows.last; ++y)
        for (int32_t k = 0; out[y] && k < r.kernel; ++k)
            in.mark(floor_of(y * r.stride - r.pad + k * r.dilation, r.divisor));
    return in;
}

constexpr marks all_of(row_range rows) {
    marks all{};
    for (int32_t y = rows.first; y < rows.last; ++y) all.mark(y);
    return all;
}

constexpr row_range hull_of(const marks& rows) {
    row_range hull{INT32_MAX, INT32_MIN};
    for (int32_t y = -marks::before; y < 800; ++y) {
        if (!rows[y]) continue;
        if (y < hull.first) hull.first = y;
        hull.last = y + 1;
    }
    return hull;
}

constexpr row_range cut(row_range rows, int32_t height) {
    return {rows.first < 0        ? 0
            : rows.first < height ? rows.first
                                  : height,
            rows.last < 0        ? 0
            : rows.last < height ? rows.last
                                 : height};
}

constexpr row_range marked_rows(const ops::row_reach& r, row_range out, int32_t height) {
    if (out.count() == 0) return {};
    return cut(hull_of(read_by(r, all_of(out), out)), height);
}

constexpr row_range random_rows(test::random_numbers& random, int32_t height) {
    const int32_t first = random.between(0, height - 1);
    return {first, random.between(first + 1, height)};
}

constexpr ops::row_reach window(int32_t kernel, int32_t stride = 1, int32_t dilation = 1) {
    const int32_t pad = (kernel - 1) * dilation / 2;
    return {.kernel = kernel, .stride = stride, .dilation = dilation, .pad = pad, .pad_end = pad};
}

template <int N>
constexpr bool has_field(const ops::row_reach (&chain)[N], int32_t rows, int32_t halo) {
    const view<const ops::row_reach> all{chain, N};
    return receptive_rows(all) == rows && halo_of(all) == halo;
}

// docs/explanation/tiling.md, "Receptive field and halo".
static_assert(has_field({window(3)}, 3, 2));
static_assert(has_field({window(5)}, 5, 4));
static_assert(has_field({window(3, 2)}, 3, 2));
static_assert(has_field({window(3), window(3)}, 5, 4));
static_assert(has_field({window(3, 1, 2)}, 5, 4));
static_assert(has_field({window(3, 2), window(3)}, 7, 6));
static_assert(has_field({window(3), window(3, 2)}, 5, 4));
static_assert(has_field({window(3, 2), window(3), window(1), window(3, 2)}, 11, 10));
static_assert(has_field({window(1)}, 1, 0));

// The same, "The height of every tensor": three operators, 48 rows of result.
constexpr ops::row_reach shrinking[]{window(3, 2), window(3), window(1)};
constexpr int32_t shrinking_heights[]{96, 48, 48, 48};

struct tile_row {
    int32_t tile;
    int32_t tiles;
    int32_t rows[4];
    int64_t extra[4];
};

constexpr bool tile_row_holds(const tile_row& expected) {
    const view<const ops::row_reach> chain = view_of(shrinking);
    const view<const int32_t> heights = view_of(shrinking_heights);
    int32_t rows[4]{};
    row_range ranges[4]{};
    int64_t extra[4]{};
    back_propagate(chain, heights, expected.tile, view_of(rows));
    find_recomputed_rows(chain, heights, expected.tile, view_of(ranges), view_of(extra));
    bool equal = tiles_of(48, expected.tile) == expected.tiles;
    for (int i = 0; i < 4; ++i)
        equal = equal && rows[i] == expected.rows[i] && extra[i] == expected.extra[i];
    return equal;
}

static_assert(tile_row_holds({1, 48, {7, 3, 1, 1}, {234, 94, 0, 0}}));
static_assert(tile_row_holds({4, 12, {13, 6, 4, 4}, {55, 22, 0, 0}}));
static_assert(tile_row_holds({5, 10, {15, 7, 5, 5}, {45, 18, 0, 0}}));
static_assert(tile_row_holds({16, 3, {37, 18, 16, 16}, {10, 4, 0, 0}}));
static_assert(tile_row_holds({24, 2, {53, 26, 24, 24}, {5, 2, 0, 0}}));
static_assert(tile_row_holds({48, 1, {96, 48, 48, 48}, {0, 0, 0, 0}}));

/// Bytes of all four tensors' rows for a tile: 96 x 3, 48 x 16, 48 x 16 and 48 x 8 codes a row.
constexpr int64_t shrinking_bytes(int32_t tile) {
    constexpr int32_t row_bytes[]{288, 768, 768, 384};
    int32_t rows[4]{};
    back_propagate(view_of(shrinking), view_of(shrinking_heights), tile, view_of(rows));
    int64_t bytes = 0;
    for (int i = 0; i < 4; ++i) bytes += rows[i] * row_bytes[i];
    return bytes;
}

// The same, "Tile height".
static_assert(shrinking_bytes(4) == 12960 && shrinking_bytes(5) == 15456 &&
              shrinking_bytes(6) == 17952);
static_assert(estimated_tile_height(16384, 48, 73728, halo_of(view_of(shrinking))) == 4);
static_assert(largest_tile_height(48, 16384, shrinking_bytes, 4) == 5);
// Rings of one row of result, "Rings".
static_assert(rows_needed(shrinking[0], 1) * 288 + rows_needed(shrinking[1], 1) * 768 +
                  rows_needed(shrinking[2], 1) * 768 + 384 ==
              4320);
static_assert(largest_tile_height(48, 5471, shrinking_bytes, 1) == 0);
static_assert(largest_tile_height(48, 5472, shrinking_bytes, 1) == 1);

TEST_CASE("the rows needed are those that the taps touch, cut at the edges") {
    TIGRIS_CHECK_SEEDS(3000, [](int seed) {
        test::random_numbers random{uint64_t(seed) + 7};
        const random_chain made = make_chain(seed, true);
        if (made.size == 0) return true;
        const row_range out = random_rows(random, made.heights[1]);
        const ops::row_reach& r = made.reaches[0];
        return rows_needed(r, out, made.heights[0]) == marked_rows(r, out, made.heights[0]);
    });
}

TEST_CASE("a whole chain, tensor by tensor, is what the marks say") {
    TIGRIS_CHECK_SEEDS(2000, [](int seed) {
        test::random_numbers random{uint64_t(seed) + 7};
        const random_chain made = make_chain(seed, true);
        row_range ranges[longest_chain + 1]{}, expected = random_rows(random, made.result());
        back_propagate(made.chain(), made.rows(), expected, {ranges, made.size + 1});
        for (int i = made.size - 1; i >= 0; --i) {
            expected = marked_rows(made.reaches[i], expected, made.heights[i]);
            if (!(ranges[i] == expected)) return false;
        }
        return true;
    });
}

TEST_CASE("no row that exists and is read lies outside of the rows needed") {
    for (int seed = 10; seed < 2000; ++seed) {
        test::random_numbers random{uint64_t(seed) + 7};
        const random_chain made = make_chain(seed, true);
        const row_range tile = random_rows(random, made.result());
        row_range ranges[longest_chain + 1]{};
        back_propagate(made.chain(), made.rows(), tile, {ranges, made.size + 1});
        marks read = all_of(tile);
        for (int i = made.size - 1; i >= 0; --i) {
            read = read_by(made.reaches[i], read, {0, made.heights[i + 1]});
            for (int32_t y = 0; y < made.heights[i]; ++y)
                if (read[y]) CHECK_MESSAGE((y >= ranges[i].first && y < ranges[i].last), seed);
        }
    }
}

/// Rows that `rows` rows of the result, from row `first` on, read of an image without edges.
constexpr int32_t marked_field(const random_chain& made, int32_t first, int32_t rows) {
    row_range range{first, first + rows};
    for (int i = made.size - 1; i >= 0; --i)
        range = hull_of(read_by(made.reaches[i], all_of(range), range));
    return range.count();
}

TEST_CASE("the receptive field is exact without edges and divisors") {
    TIGRIS_CHECK_SEEDS(1000, [](int seed) {
        random_chain made = make_chain(seed, false);
        if (made.size > 3) made.size = 3;  // so that the marks suffice
        for (int32_t rows = 1; rows <= 4; ++rows)
            if (receptive_rows(made.chain(), rows) != marked_field(made, 2, rows)) return false;
        return true;
    });
}

TEST_CASE("with a divisor the rows are those of the worst position") {
    for (int seed = 10; seed < 300; ++seed) {
        test::random_numbers random{uint64_t(seed)};
        random_chain made{.reaches = {random_resize(random)}, .size = 1};
        const int32_t rows = random.between(1, 9);
        int32_t most = 0;
        for (int32_t first = 0; first < made.reaches[0].divisor; ++first) {
            const int32_t read = marked_field(made, first, rows);
            if (read > most) most = read;
        }
        CHECK_MESSAGE(receptive_rows(made.chain(), rows) == most, seed);
    }
}

TEST_CASE("no tile needs more rows than back-propagation reserves") {
    TIGRIS_CHECK_SEEDS(500, [](int seed) {
        test::random_numbers random{uint64_t(seed) + 7};
        const random_chain made = make_chain(seed, true);
        const int32_t tile = random.between(1, made.result());
        int32_t most[longest_chain + 1]{};
        row_range ranges[longest_chain + 1]{};
        back_propagate(made.chain(), made.rows(), tile, {most, made.size + 1});
        for (int32_t first = 0; first + tile <= made.result(); ++first) {
            back_propagate(made.chain(), made.rows(), row_range{first, first + tile},
                           {ranges, made.size + 1});
            for (int i = 0; i <= made.size; ++i)
                if (ranges[i].count() > most[i]) return false;
        }
        return true;
    });
}

TEST_CASE("recomputed rows are the rows that tiles make, counted one by one") {
    TIGRIS_CHECK_SEEDS(500, [](int seed) {
        test::random_numbers random{uint64_t(seed) + 7};
        const random_chain made = make_chain(seed, true);
        const int32_t tile = random.between(1, made.result());
        int64_t extra[longest_chain + 1]{}, made_rows[longest_chain + 1]{};
        row_range ranges[longest_chain + 1]{};
        find_recomputed_rows(made.chain(), made.rows(), tile, {ranges, made.size + 1},
                             {extra, made.size + 1});
        for (int32_t first = 0; first < made.result(); first += tile) {
            row_range range = cut({first, first + tile}, made.result());
            made_rows[made.size] += range.count();
            for (int i = made.size - 1; i >= 0; --i) {
                range = marked_rows(made.reaches[i], range, made.heights[i]);
                made_rows[i] += range.count();
            }
        }
        for (int i = 0; i <= made.size; ++i)
            if (extra[i] != made_rows[i] - made.heights[i]) return false;
        return extra[made.size] == 0;
    });
}

TEST_CASE("rows of padding alone need nothing; one row serves all") {
    CHECK(rows_needed({.pad = 3, .pad_end = 3}, {0, 2}, 5).count() == 0);
    CHECK(rows_needed({.pad = 3, .pad_end = 3}, {9, 11}, 5).count() == 0);
    CHECK(rows_needed(window(3), {4, 4}, 9).count() == 0);
    CHECK(rows_needed(ops::row_reach{}, {6, 8}, 1) == row_range{0, 1});
    CHECK(rows_needed(ops::row_reach{}, {6, 8}, 9) == row_range{6, 8});
}

TEST_CASE("a receptive field beyond 32 bits saturates") {
    ops::row_reach strided[40];
    for (ops::row_reach& r : strided) r = window(3, 2);
    CHECK(receptive_rows({strided, 40}) == INT32_MAX);
    CHECK(receptive_rows({strided, 10}) == 2047);
}

TEST_CASE("the estimate is the budget's share of the height less the halo") {
    CHECK(estimated_tile_height(40000, 96, 98304, 2) == 37);
    CHECK(estimated_tile_height(98304, 96, 98304, 2) == 96);
    CHECK(estimated_tile_height(100, 96, 98304, 2) == 1);
}

TEST_CASE("the search finds the largest tile that fits, wherever it begins") {
    TIGRIS_CHECK_SEEDS(1000, [](int seed) {
        test::random_numbers random{uint64_t(seed)};
        const int32_t height = random.between(1, 64), guess = random.between(-1, 66);
        const int32_t fixed = random.between(0, 300), each = random.between(0, 30);
        const int64_t budget = random.between(0, 1500);
        const auto bytes = [=](int32_t tile) { return int64_t(fixed) + tile * each; };
        int32_t expected = 0;
        for (int32_t tile = 1; tile <= height; ++tile)
            if (bytes(tile) <= budget) expected = tile;
        return largest_tile_height(height, budget, bytes, guess) == expected;
    });
}

TEST_CASE("the last tile may be lower") {
    CHECK(tiles_of(48, 16) == 3);
    CHECK(tiles_of(48, 17) == 3);
    CHECK(tiles_of(48, 15) == 4);
    CHECK(tiles_of(1, 1) == 1);
}

}  // namespace
