// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/layout/schedule_layout.hpp>

#include <helpers/random.hpp>
#include <helpers/random_network.hpp>
#include <helpers/synthetic_rows.hpp>
#include <onnx2hpp/plan/plan_memory.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace tigris;
using namespace tigris::planning;

namespace {

constexpr row_extents image{1, 8, 4, 4};
constexpr ops::row_reach three_rows{.kernel = 3, .pad = 1, .pad_end = 1};

/// A network that runs in these segments, at these tile heights.
class laid_out {
public:
    laid_out(const test::owned_network& n, const std::vector<segment_hint>& segments,
             const io_modes& modes = io::arena, const std::vector<std::int32_t>& tiles = {})
        : schedule(scheduled(n, segments, modes)),
          tasks(schedule.made(), {.tiles = onnx2hpp::const_view(tiles)}),
          replays(schedule.made(), tasks),
          layout(schedule.made(), tasks, replays) {}

    const planned& p() const { return layout.p; }
    block of_tensor(int t, std::int64_t alignment = 1) const {
        return block_of_tensor(p(), t, alignment);
    }
    /// The blocks of a space.
    std::vector<block> blocks(int number, std::int64_t alignment = 1) const {
        std::vector<block> made(std::size_t(p().n.tensors.size + p().n.tasks.size));
        made.resize(
            std::size_t(collect_blocks(p(), number, alignment, {made.data(), int(made.size())})));
        return made;
    }

private:
    static onnx2hpp::owned_schedule scheduled(const test::owned_network& n,
                                              const std::vector<segment_hint>& segments,
                                              const io_modes& modes) {
        const row_network_size size = size_of_rows(n.view(), modes, modes);
        onnx2hpp::owned_rows rows(size);
        std::vector<std::int16_t> storage(n.tensors.size()), copy(n.tensors.size());
        find_facts(n.view(), modes, modes, onnx2hpp::all_of(storage), rows.view());
        onnx2hpp::owned_schedule made(size_with_transfers(size, true));
        find_hinted_schedule(rows.view().network(), rows.view().used_lifetimes(),
                             {.segments = onnx2hpp::const_view(segments)}, onnx2hpp::all_of(copy),
                             made.room());
        return made;
    }

    onnx2hpp::owned_schedule schedule;
    onnx2hpp::owned_tasks tasks;
    onnx2hpp::owned_replays replays;
    onnx2hpp::owned_layout layout;
};

/// x (0) -> window (1) -> window (2) -> their sum (3), as two segments of two tasks and one.
laid_out sum_behind_windows(const std::vector<std::int32_t>& tiles = {}) {
    test::network_builder b;
    const int first = b.conv(b.input(image), three_rows, 4), second = b.conv(first, three_rows, 4);
    b.keep(b.add(second, first));
    return {b.made, {{2}, {3}}, io::arena, tiles};
}

/// A random network between slow memories, of which every third result is spilled.
laid_out layer_by_layer(int seed) {
    const test::owned_network n = test::random_network(std::uint64_t(seed)).make(6);
    const int tasks = int(test::synthetic_rows(n, io::slow, io::slow).tasks.size());
    std::vector<segment_hint> segments;
    for (std::int16_t k = 1; k <= tasks; ++k) segments.push_back({k, true, k % 3 == 0});
    return {n, segments, io::slow};
}

/// A window over an input that dies under it, both in blocks of 16 bytes.
struct overlapping {
    laid_out made;
    block in, out;

    explicit overlapping(int seed) : made(random_window(seed)) {
        in = made.of_tensor(0, 16);
        out = made.of_tensor(1, 16);
        in.offset = 1024;
    }
    static laid_out random_window(int seed) {
        test::random_numbers random{std::uint64_t(seed)};
        test::network_builder b;
        const int x = b.input({1, random.between(3, 9), 1, random.between(1, 9)});
        const int kernel = random.between(1, 3), pad = random.between(0, kernel - 1);
        const ops::row_reach reach{.kernel = kernel, .pad = pad, .pad_end = kernel - 1 - pad};
        b.keep(random.chance(4) ? b.recurrent(x, random.between(1, 9))
                                : b.conv(x, reach, random.between(1, 9)));
        return {b.made, {{1}}};
    }
    /// Whether no byte of the input is overwritten that is still read, as the replay has it.
    bool is_right(std::int64_t offset) const {
        const replay_facts& r = made.p().replays[0];
        const std::int64_t end_in = in.offset + made.p().n.tensors[0].bytes();
        const std::int64_t end_out = offset + made.p().n.tensors[1].bytes();
        const bool is_apart = offset + out.bytes <= in.offset || offset >= in.offset + in.bytes;
        return is_apart || offset + r.down <= in.offset ||
               (r.may_go_up && end_out >= end_in + r.up);
    }
};

/// What a task reads of a tensor, window by window, with the rows and columns of its padding.
std::int64_t read_by_windows(const row_network& n, const task& reader, const row_read& r) {
    const row_tensor &in = n.tensors[r.tensor], &out = n.tensors[reader.output];
    std::int64_t pixels = 0;
    for (std::int32_t y = 0; y < out.rows; ++y)
        for (std::int32_t x = 0; x < out.width(); ++x)
            pixels += std::int64_t(r.rate.last - r.rate.first + 1) *
                      (r.columns.last - r.columns.first + 1);
    return pixels * in.pixel_bytes;
}

/// A task whose call for a row takes so much.
planned with_scratch(const task& t, std::int32_t tile) {
    static task only;
    static std::int32_t rows;
    only = t, rows = tile;
    return {.n = {{&only, 1}, {}, {}},
            .lifetimes = {},
            .segments = {},
            .tiles = {&rows, 1},
            .replays = {},
            .segment_at = {},
            .row_bytes = {}};
}

}  // namespace

TEST_CASE("a tensor is needed from the segment that makes it to the last that reads it") {
    const laid_out made = sum_behind_windows();
    CHECK(made.p().first_segment(0) == 0);  // given
    CHECK(made.p().last_segment(0) == 0);
    CHECK(made.p().first_segment(1) == 0);
    CHECK(made.p().last_segment(1) == 1);
    CHECK(made.p().first_segment(3) == 1);
    CHECK(made.p().last_segment(3) == 1);  // kept
    test::network_builder b;
    const int x = b.input(image), kept = b.pointwise(x, 4);
    b.keep(kept);
    b.keep(b.pointwise(kept, 4));
    CHECK(laid_out(b.made, {{1}, {2}}).p().last_segment(kept) == 1);
}

TEST_CASE("a tensor whose readers are all in the segment that makes it is a ring") {
    test::network_builder b;
    b.keep(b.pointwise(b.conv(b.conv(b.input(image), three_rows, 4), three_rows, 4), 4));
    const laid_out one(b.made, {{3}}), two(b.made, {{2}, {3}});
    CHECK_FALSE(one.p().is_ring(0));
    CHECK(one.p().is_ring(1));
    CHECK(one.p().is_ring(2));
    CHECK(two.p().is_ring(1));
    CHECK_FALSE(two.p().is_ring(2));
    CHECK_FALSE(one.p().is_ring(3));
    CHECK(one.p().rows_kept(1) == 3);
    CHECK(one.p().bytes_kept(1) == 3 * 16);
    CHECK(two.p().bytes_kept(2) == 8 * 16);
}

TEST_CASE("rows of a ring are a multiple of those that a call makes, and no more than there are") {
    const auto rows_at = [](std::int32_t tile, std::int32_t rows) {
        test::network_builder b;
        b.keep(b.conv(b.conv(b.input({1, rows, 4, 4}), three_rows, 4), three_rows, 4));
        return laid_out(b.made, {{2}}, io::arena, {tile, 1}).p().rows_kept(1);
    };
    CHECK(rows_at(1, 9) == 3);
    CHECK(rows_at(2, 9) == 4);
    // The second call makes rows 4 to 7 while rows 2 and 3 are still read: six, in fours.
    CHECK(rows_at(4, 9) == 8);
    CHECK(rows_at(4, 7) == 7);
}

TEST_CASE("a ring has room for the rows of all who write there") {
    test::network_builder b;
    const int x = b.input(image), left = b.pointwise(x, 2), right = b.pointwise(x, 2);
    b.keep(b.conv(b.concat({left, right}), three_rows, 4));
    const laid_out made(b.made, {{4}}, io::arena, {4, 1, 1, 1});
    REQUIRE(made.p().lifetimes[left].merges);
    CHECK(made.p().rows_kept(3) == 8);
    CHECK_FALSE(made.p().owns_memory(left));
    CHECK(laid_out(b.made, {{1}, {4}}).p().owns_memory(left));  // it is whole there
    CHECK(holder_of(made.p(), std::int16_t(left)) == 3);
    CHECK(holder_of(made.p(), 3) == 3);
}

TEST_CASE("tensors own memory that lie in an arena and that somebody needs") {
    test::network_builder b;
    const int x = b.input(image), unread = b.pointwise(x, 4), made = b.pointwise(x, 4);
    b.keep(made);
    const laid_out arena(b.made, {{2}}), caller(b.made, {{2}}, io::caller);
    CHECK(arena.p().owns_memory(x));
    CHECK(arena.p().owns_memory(made));
    CHECK_FALSE(arena.p().owns_memory(unread));
    CHECK_FALSE(caller.p().owns_memory(x));
    CHECK_FALSE(caller.p().owns_memory(made));
}

TEST_CASE("each worker has scratch at an address of its own, behind the sums") {
    const task sums{.kernel = {.accumulator_bytes = 20}};
    const task scratch{.kernel = {.scratch_bytes = 10, .scratch_row_bytes = 3}};
    task both = scratch, shared = both;
    both.kernel.accumulator_bytes = 20;
    shared.shared_from = 4;
    CHECK(with_scratch(sums, 1).scratch_bytes(0, 16) == 32);
    CHECK(with_scratch(scratch, 1).scratch_bytes(0, 16) == 16);
    CHECK(with_scratch(scratch, 4).scratch_bytes(0, 16) == 32);  // of 22
    CHECK(with_scratch(both, 1).scratch_bytes(0, 16) == 32 + 16);
    CHECK(with_scratch(shared, 4).scratch_bytes(0, 64) == 2 * 64);  // of 16 for two rows each
    CHECK(with_scratch({}, 1).scratch_bytes(0, 16) == 0);
}

TEST_CASE("windows that are kept hold whole rows, and of the newest one part") {
    test::network_builder b;
    const int wide = b.pointwise(b.input({1, 10, 9, 4}), 4);
    b.keep(b.pointwise(b.conv(wide, three_rows, 16), 4));
    const laid_out whole(b.made, {{3}});
    const laid_out kept(b.made, {{3, false, false, 1, 3, false, true}});
    CHECK(whole.p().bytes_kept(wide) == 3 * 9 * 4);
    // Three columns of nine, and one on either side.
    CHECK(kept.p().bytes_kept(wide) == 2 * 9 * 4 + 5 * 4);
    CHECK(kept.p().rows_kept(wide) == 2);
    CHECK(kept.p().window_kept(wide).stride == 1);
    CHECK(whole.p().window_kept(wide).kept == 0);
}

TEST_CASE("blocks say until when they are needed, and what their bytes conflict with") {
    const laid_out made = sum_behind_windows();
    const block first = made.of_tensor(1, 64), second = made.of_tensor(2, 64);
    CHECK(first.bytes == 128);
    CHECK(first.id == 1);
    CHECK(first.first_segment == 0);
    CHECK(first.last_segment == 1);
    CHECK(first.bit == 0);  // it outlives the segment: apart from all blocks
    CHECK(first.partner == -1);
    CHECK(second.partner == -1);  // two results: neither may lie where the input dies
    const block sum = made.of_tensor(3, 64);
    CHECK((sum.partner == 1 || sum.partner == 2));
}

TEST_CASE("an output is kept off the input that dies just as far as the replay says") {
    int closer = 0, different = 0;
    for (int seed = 0; seed < 300; ++seed) {
        const overlapping o(seed);
        REQUIRE(o.out.partner == 0);
        for (std::int64_t offset = 0; offset < 2048; offset += 16) {
            const bool is_forbidden = forbidden_for(o.out, o.in).contain(offset);
            different += is_forbidden == o.is_right(offset);
            closer += !is_forbidden && offset + o.out.bytes > 1024 && offset < 1024 + o.in.bytes;
        }
    }
    CHECK(different == 0);
    CHECK(closer > 300);
}

TEST_CASE("rings and scratch have the conflicts of the replay, with numbers of their own") {
    test::network_builder b;
    const int x = b.input(image), first = b.pointwise(x, 4);
    b.kernel.scratch_bytes = 30;
    const int second = b.conv(first, three_rows, 4);
    b.keep(b.transpose(second));
    const laid_out made(b.made, {{2}, {3, true}}, io::caller);
    const std::vector<block> fast = made.blocks(fast_space, 16);
    REQUIRE(fast.size() == 3);
    CHECK(fast[0].id == first);
    CHECK(fast[0].bit == ring_bit(0));
    CHECK(fast[1].id == second);
    CHECK(fast[1].last_segment == 1);
    CHECK(fast[2].id == made.p().n.tensors.size + 1);  // behind all tensors, task 1's scratch
    CHECK(fast[2].bit == scratch_bit(1));
    CHECK(fast[2].bytes == 32);
    CHECK(fast[2].last_segment == 0);
    CHECK(live_together(fast[0], fast[2]));
    CHECK(live_together(fast[1], fast[2]));
}

TEST_CASE("each space has the blocks of its own tensors, in the order of their numbers") {
    for (int seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        const laid_out made = layer_by_layer(seed);
        int owners = 0, found = 0;
        for (int t = 0; t < made.p().n.tensors.size; ++t)
            owners += made.p().owns_memory(t) && made.p().n.tensors[t].bytes() > 0;
        for (const int number : {fast_space, slow_space}) {
            int last = -1;
            for (const block& each : made.blocks(number)) {
                CHECK(each.id > last);
                last = each.id;
                if (each.id >= made.p().n.tensors.size) continue;
                CHECK(made.p().n.tensors[each.id].space == number);
                ++found;
            }
        }
        CHECK(found == owners);
    }
}

TEST_CASE("a block is found by its number, as a look at each finds it") {
    test::random_numbers random{5};
    for (int count = 0; count < 12; ++count) {
        std::vector<block> blocks;
        for (int id = 0; int(blocks.size()) < count; ++id)
            if (random.chance(2)) blocks.push_back({.id = std::int16_t(id)});
        for (int id = 0; id < 30; ++id) {
            int first = 0;
            while (first < count && blocks[std::size_t(first)].id < id) ++first;
            CHECK(find_block({blocks.data(), count}, id) == first);
        }
    }
}

TEST_CASE("bytes that a task reads are those under each of its windows") {
    test::network_builder b;
    const int x = b.input({1, 12, 9, 3});
    b.keep(b.conv(x, {.kernel = 3, .stride = 2, .pad = 1}, 4));
    b.keep(b.pointwise(x, 2));
    const test::synthetic_rows rows(b.made);
    const row_network n = rows.network();
    for (int k = 0; k < 2; ++k) {
        const row_read& r = n.reads_of(k)[0];
        CHECK(bytes_read(n, n.tasks[k], r) == read_by_windows(n, n.tasks[k], r));
    }
    CHECK(bytes_read(n, n.tasks[1], n.reads_of(1)[0]) == 12 * 9 * 3);
}

TEST_CASE("what all rows read alike is read once, and a task in one call reads each byte once") {
    test::network_builder b;
    const int x = b.input({1, 12, 9, 3});
    b.keep(b.add(x, b.pointwise(b.global_average(x), 3)));
    b.keep(b.transpose(x));
    const test::synthetic_rows rows(b.made);
    const row_network n = rows.network();
    const auto bytes = [&](int k, int read) {
        return bytes_read(n, n.tasks[k], n.reads_of(k)[read]);
    };
    CHECK(bytes(2, 0) == 12 * 9 * 3);
    CHECK(bytes(2, 1) == 3);
    CHECK(bytes(3, 0) == 12 * 9 * 3);
    CHECK(lines_read({.stride = 2, .first = -1, .last = 1}, 5, 100) == 5 * 3);
    CHECK(lines_read({.stride = 1, .first = 0, .last = 3, .divisor = 2}, 5, 100) == 5 * 2);
}

TEST_CASE("accesses of a block are what is written there, what is read, and twice its scratch") {
    test::network_builder b;
    const int first = b.pointwise(b.input(image), 2);
    b.kernel.scratch_bytes = 30;
    b.keep(b.conv(first, three_rows, 3));
    const laid_out made(b.made, {{1, true}, {2}});
    std::vector<block> blocks = made.blocks(fast_space, 16);
    count_accesses(made.p(), {blocks.data(), int(blocks.size())});
    REQUIRE(blocks.size() == 4);
    CHECK(blocks[0].accesses == 8 * 4 * 4);                  // read once
    CHECK(blocks[1].accesses == 8 * 4 * 2 + 8 * 4 * 9 * 2);  // written, and read under windows
    CHECK(blocks[2].accesses == 8 * 4 * 3);
    CHECK(blocks[3].accesses == 2 * 32 * 8);  // in each of 8 calls
}

TEST_CASE("what is written into another tensor's slots is counted there") {
    test::network_builder b;
    const int x = b.input(image), left = b.pointwise(x, 2), right = b.pointwise(x, 2);
    b.keep(b.pointwise(b.concat({left, right}), 4));
    const laid_out made(b.made, {{4}}, io::caller);
    std::vector<block> blocks = made.blocks(fast_space);
    count_accesses(made.p(), {blocks.data(), int(blocks.size())});
    REQUIRE(blocks.size() == 1);
    CHECK(blocks[0].id == 3);
    // Each half is written and read where the whole is, which is written and read, too.
    CHECK(blocks[0].accesses == 2 * (8 * 4 * 4) + 2 * (8 * 4 * 4));
}
