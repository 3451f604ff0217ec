// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/segments/halo.hpp>

#include <helpers/random_network.hpp>
#include <helpers/seeds.hpp>
#include <helpers/synthetic_rows.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

namespace {

using namespace tigris;
using namespace tigris::planning;
using test::network_builder;
using test::synthetic_rows;

constexpr row_extents image{1, 32, 32, 3};

constexpr ops::row_reach window(std::int32_t kernel, std::int32_t stride = 1) {
    return {.kernel = kernel, .stride = stride, .pad = kernel / 2, .pad_end = kernel / 2};
}

std::int32_t halo_of(const synthetic_rows& rows, const segment_tasks& s) {
    return planning::halo_of(rows.network(), {rows.lifetimes.data(), int(rows.lifetimes.size())},
                             s);
}

/// Of all tasks in one segment.
std::int32_t halo_of(const network_builder& b, const io_modes& inputs = io::caller) {
    const synthetic_rows rows(b.made, inputs);
    return halo_of(rows, {0, std::int16_t(rows.tasks.size())});
}

/// x halved by a 3x3 window before another, beside a 1x1 window that halves it.
int halving_block(network_builder& b, int x, std::int32_t channels) {
    const int half = b.conv(x, window(3, 2), channels), beside = b.conv(x, window(1, 2), channels);
    return b.add(b.conv(half, window(3), channels), beside);
}

/// MLPerf Tiny's ResNet-8 but for its last layer.
network_builder resnet8() {
    network_builder b;
    const int stem = b.conv(b.input(image), window(3), 16);
    const int first = b.add(b.conv(b.conv(stem, window(3), 16), window(3), 16), stem);
    b.keep(b.global_average(halving_block(b, halving_block(b, first, 32), 64)));
    return b;
}

/// The rows of each input that single rows of a segment's output depend on, found row by row.
struct rows_found {
    const synthetic_rows& rows;
    segment_tasks s;
    std::map<int, row_range> inputs;
    std::map<std::pair<int, std::int32_t>, bool> seen;

    void follow(int k, std::int32_t q) {
        if (seen[{k, q}]) return;
        seen[{k, q}] = true;
        for (const row_read& r : rows.network().reads_of(k))
            if (r.tensor >= 0)
                for (std::int32_t tap = r.rate.first; tap <= r.rate.last; ++tap)
                    read(r.tensor, floor_divide(q * r.rate.stride + tap, r.rate.divisor));
    }
    void read(int t, std::int32_t row) {
        const int producer = rows.life(t).producer;
        if (producer >= s.begin)
            follow(producer, row);
        else
            inputs[t].cover({row, row + 1});
    }
    std::int32_t halo() const {
        std::int32_t most = 1;
        for (const auto& [input, rows] : inputs) most = std::max(most, rows.count());
        return most - 1;
    }
};

/// Whether rows of all tasks lie under windows, up to those of the last task.
bool has_only_windows(const synthetic_rows& rows, const segment_tasks& s) {
    for (int k = s.begin; k < s.end; ++k) {
        const task& t = rows.tasks[std::size_t(k)];
        const int reader = rows.life(t.output).first_reader;
        if (t.contract != ops::contract::rows || (k < s.end - 1 && (reader < 0 || reader >= s.end)))
            return false;
        for (const row_read& r : rows.network().reads_of(k))
            if (r.tensor >= 0 && r.rate.stride == 0) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("a chain's halo is its receptive field less the row itself") {
    const auto chain = [](std::initializer_list<ops::row_reach> windows) {
        network_builder b;
        int t = b.input(image);
        for (const ops::row_reach& w : windows) t = b.conv(t, w, 4);
        b.keep(t);
        return halo_of(b);
    };
    CHECK(chain({window(1)}) == 0);
    CHECK(chain({window(5)}) == 4);
    CHECK(chain({window(3, 2), window(3)}) == 6);
    CHECK(chain({window(3), window(3, 2)}) == 4);
    CHECK(chain({window(3, 2), window(3), window(1), window(3, 2)}) == 10);
    CHECK(chain({{.kernel = 3, .dilation = 2, .pad = 2, .pad_end = 2}}) == 4);
}

TEST_CASE("branches are beside each other, not behind each other") {
    network_builder b;
    b.keep(halving_block(b, b.input(image), 4));
    CHECK(halo_of(b) == 6);
}

TEST_CASE("windows of branches that lie apart count with the rows between them") {
    network_builder b;
    const int x = b.input(image);
    const int above = b.conv(x, {.kernel = 1, .pad = 4}, 4);
    const int below = b.conv(x, {.kernel = 1, .pad_end = 4}, 4);
    b.keep(b.add(above, below));
    CHECK(halo_of(b) == 4);
}

TEST_CASE("a whole residual network has the halo of its deepest path") {
    CHECK(halo_of(resnet8()) == 24);
}

TEST_CASE("a row source is the segment's input") {
    network_builder b;
    b.keep(halving_block(b, b.input(image), 4));
    CHECK(halo_of(b, io::rows) == 6);
}

TEST_CASE("of several inputs, the one that needs most rows counts") {
    network_builder b;
    const int x = b.input(image), y = b.input(image);
    b.keep(b.add(b.conv(x, window(5), 3), y));
    CHECK(halo_of(b) == 4);
}

TEST_CASE("interpolated rows have the halo of the position that needs most") {
    network_builder b;
    const int up = b.resize(b.input(image), 3);
    b.keep(b.conv(up, window(3), 4));
    CHECK(halo_of(b) == 1);  // every third window lies in one row of the input
}

TEST_CASE("what is added up row by row is a result of its own") {
    network_builder b;
    const int x = b.input(image), narrow = b.conv(x, window(3), 3);
    const int mean = b.global_average(b.conv(x, window(5), 3));
    b.keep(b.add(narrow, mean));
    CHECK(halo_of(b) == 4);
}

TEST_CASE("a step that reads all rows has no halo") {
    network_builder b;
    b.keep(b.transpose(b.input(image)));
    CHECK(halo_of(b) == 0);
}

TEST_CASE("the halo is what following each row by itself finds") {
    int branched = 0, tried = 0;
    for (int seed = 0; seed < test::seeds(500); ++seed) {
        CAPTURE(seed);
        test::random_numbers random{std::uint64_t(seed)};
        const synthetic_rows rows(test::random_network(std::uint64_t(seed)).make(6));
        const int tasks = int(rows.tasks.size());
        for (int tries = 0; tries < 20; ++tries) {
            const int begin = random.between(0, tasks - 1);
            const segment_tasks s{
                std::int16_t(begin),
                std::int16_t(begin + random.between(1, std::min(8, tasks - begin)))};
            if (!has_only_windows(rows, s)) continue;
            std::int32_t most = 0;
            for (std::int32_t q = 0;
                 q < rows.tensors[std::size_t(rows.tasks[std::size_t(s.end - 1)].output)].rows;
                 ++q) {
                rows_found found{rows, s, {}, {}};
                found.follow(s.end - 1, q);
                most = std::max(most, found.halo());
            }
            CHECK(halo_of(rows, s) == most);
            ++tried;
            branched += std::any_of(rows.tasks.begin() + s.begin, rows.tasks.begin() + s.end,
                                    [&](const task& t) { return t.reads > 1; });
        }
    }
    CHECK(tried > 4 * test::seeds(500));
    CHECK(branched > test::seeds(500) / 4);
}
