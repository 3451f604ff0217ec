// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The planner's tile heights beside those of the documents, which recompute their halo.
#include <helpers/receptive_field.hpp>

#include <helpers/random.hpp>
#include <helpers/seeds.hpp>
#include <helpers/synthetic_network.hpp>
#include <onnx2hpp/plan/planner.hpp>

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using namespace tigris;
using namespace tigris::planning;
using onnx2hpp::planner;
using test::random_numbers;

/// Windows one after the other, over 8 columns.
struct chain {
    test::network_builder b;
    std::vector<ops::row_reach> steps;
    std::vector<std::int32_t> heights;
    std::vector<std::int32_t> row_bytes;

    chain(random_numbers& random, int operators) {
        int t = b.input({1, random.between(40, 96), 8, random.between(1, 8)});
        note(t);
        for (int i = 0; i < operators; ++i) {
            const ops::row_reach r = window(random);
            const int channels = random.between(1, 8);
            t = b.conv(t, r, channels);
            steps.push_back(r);
            note(t);
        }
        b.keep(t);
    }

    view<const ops::row_reach> reaches() const { return {steps.data(), int(steps.size())}; }
    view<const std::int32_t> rows() const { return {heights.data(), int(heights.size())}; }
    std::int64_t bytes(int i) const {
        return std::int64_t(heights[std::size_t(i)]) * row_bytes[std::size_t(i)];
    }

private:
    static ops::row_reach window(random_numbers& random) {
        ops::row_reach r{.kernel = random.between(1, 4), .stride = random.between(1, 2)};
        r.pad = random.between(0, r.kernel - 1);
        r.pad_end = random.between(0, r.kernel - 1);
        return r;
    }
    void note(int t) {
        heights.push_back(b.extents(t).rows);
        row_bytes.push_back(b.extents(t).row_elements());
    }
};

/// All tensors' rows for a tile of so many rows of the result.
std::int64_t bytes_of_tile(const chain& c, std::int32_t tile) {
    std::vector<std::int32_t> rows(c.heights.size());
    test::back_propagate(c.reaches(), c.rows(), tile, {rows.data(), int(rows.size())});
    std::int64_t bytes = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) bytes += std::int64_t(rows[i]) * c.row_bytes[i];
    return bytes;
}

/// Rows that are made again, by tiles of so many rows.
bool recomputes(const chain& c, std::int32_t tile) {
    std::vector<row_range> ranges(c.heights.size());
    std::vector<std::int64_t> extra(c.heights.size());
    test::find_recomputed_rows(c.reaches(), c.rows(), tile, {ranges.data(), int(ranges.size())},
                               {extra.data(), int(extra.size())});
    return std::any_of(extra.begin() + 1, extra.end(), [](std::int64_t rows) { return rows > 0; });
}

/// The bytes of input and output of one operator that makes `tile` rows a call, the one over the
/// other, from the first row on or from the last.
std::int64_t bytes_over_input(const chain& c, std::int32_t tile) {
    const ops::row_reach& down = c.steps[0];
    ops::row_reach up = down;
    const std::int32_t in = c.heights[0], out = c.heights[1];
    const std::int32_t reach = (down.kernel - 1) * down.dilation;
    up.pad = (out - 1) * down.stride - down.pad + reach + 1 - in;
    std::int64_t least = INT64_MAX;
    for (const ops::row_reach& r : {down, up}) {
        std::int64_t ahead = 0;
        for (std::int32_t q = 0; q < out; q += tile) {
            const std::int32_t until = std::min(q + tile, out);
            const std::int64_t read = std::clamp(q * r.stride - r.pad, 0, in);
            ahead = std::max(ahead, until * std::int64_t(c.row_bytes[1]) - read * c.row_bytes[0]);
        }
        least = std::min(least, std::max(ahead + c.bytes(0), c.bytes(1)));
    }
    return least;
}

}  // namespace

TEST_CASE("a chain keeps the rows under its windows and recomputes none, in less than any tile") {
    int chains = 0, saved = 0;
    for (int seed = 0; seed < test::seeds(500); ++seed) {
        CAPTURE(seed);
        random_numbers random{std::uint64_t(seed)};
        const chain c(random, random.between(2, 5));
        planner plans(c.b.made.view(), {.input = io::rows, .output = io::rows, .alignment = 1});
        const std::int64_t smallest = plans.smallest_fast_bytes(false);
        const auto p = plans.plan(std::uint64_t(smallest), 0);
        REQUIRE(p.has_value());
        if (p->segments.size() != 1 || p->recomputed_macs > 0 || p->segments[0].parts > 1) continue;
        CHECK(p->segments[0].tile_height == 1);
        CHECK(p->segments[0].halo == test::halo_of(c.reaches()));
        for (std::size_t i = 0; i < c.steps.size(); ++i)
            CHECK(p->buffers[i].rows == std::min(test::rows_needed(c.steps[i], 1), c.heights[i]));
        CHECK(smallest <= bytes_of_tile(c, 1));
        ++chains;
        saved += recomputes(c, 1);
    }
    CHECK(chains * 2 > test::seeds(500));
    CHECK(saved * 2 > chains);
}

TEST_CASE("one operator's tile is what the documents' search finds in the same memory") {
    int tried = 0, equal = 0;
    for (int seed = 0; seed < test::seeds(500); ++seed) {
        CAPTURE(seed);
        random_numbers random{std::uint64_t(seed)};
        const chain c(random, 1);
        const std::int32_t height = c.heights[1];
        const auto bytes = [&](std::int32_t tile) { return bytes_over_input(c, tile); };
        planner plans(c.b.made.view(), {.input = io::arena, .output = io::arena, .alignment = 1});
        const std::int64_t smallest = plans.smallest_fast_bytes(false);
        CHECK(smallest >= bytes(1));
        if (smallest >= bytes(height)) continue;
        const int budget = random.between(int(smallest), int(bytes(height)) - 1);
        const auto p = plans.plan(std::uint64_t(budget), 0);
        REQUIRE(p.has_value());
        const std::int32_t tile = p->tasks[0].tile;
        CHECK(bytes(tile) <= p->fast_peak_bytes);
        const std::int32_t guess = test::estimated_tile_height(
            p->fast_peak_bytes, height, bytes(height), test::halo_of(c.reaches()));
        ++tried;
        equal += tile == test::largest_tile_height(height, p->fast_peak_bytes, bytes, guess);
    }
    MESSAGE(equal, " of ", tried, " are equal");
    CHECK(equal * 3 > tried * 2);
}
