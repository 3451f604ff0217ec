// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/partition/schedule.hpp>

#include <helpers/partition_rows.hpp>
#include <helpers/random_network.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace tigris;
using namespace tigris::planning;

namespace {

/// Pointwise layers of 2, 8 and 3 channels, whose input and output are in the arena. A call takes
/// so many cycles.
test::owned_network three_layers(std::int32_t call_cycles = 50) {
    test::network_builder b;
    int at = b.input({1, 8, 4, 1});
    for (const int channels : {2, 8, 3}) {
        b.kernel.call_cycles = call_cycles;
        at = b.pointwise(at, channels);
    }
    b.keep(at);
    return b.made;
}

std::int64_t least_carried(const test::partition_rows& rows) {
    return carried_by_cheapest(rows.network(), onnx2hpp::const_view(rows.sums));
}

/// A network cut at random, of whose segments some spill, as a schedule.
struct cut_at_random {
    test::partition_rows rows;
    std::vector<bool> spills;
    onnx2hpp::owned_schedule made;

    cut_at_random(const test::owned_network& n, const io_modes& modes, int seed, int longest,
                  int spill_one_in)
        : rows(n, modes, modes),
          made(size_with_transfers(size_of_rows(n.view(), modes, modes), true)) {
        test::random_numbers random{std::uint64_t(seed)};
        for (std::int16_t begin = 0; begin < rows.tasks();) {
            const int end = begin + random.between(1, longest);
            made.segments[spills.size()] = {begin, std::int16_t(std::min(end, rows.tasks()))};
            begin = made.segments[spills.size()].end;
            spills.push_back(spill_one_in > 0 && random.chance(spill_one_in));
        }
        made.result = {.found = true, .segments = int(spills.size()), .work = 77};
        std::vector<std::int16_t> copy(rows.rows.tensors.size());
        write_schedule(
            rows.network(), rows.lifetimes(), [&](int s) { return spills[std::size_t(s)]; },
            onnx2hpp::all_of(copy), made.room());
    }

    row_network network() { return made.made().n; }
    const lifetime& life(int t) { return made.made().lifetimes[t]; }
    bool is_slow(int t) {
        const row_tensor& r = network().tensors[t];
        return r.home == home::arena && r.space == slow_space;
    }
    static bool moves(const task& t) { return t.does == action::spill || t.does == action::reload; }
    int transfers() {
        return int(std::count_if(network().tasks.begin(), network().tasks.end(), moves));
    }
    /// The first segment after which some of what spills is still in fast memory, or -1.
    int first_that_keeps() {
        for (std::size_t s = 0; s < spills.size(); ++s)
            for (int k = made.segments[s].begin; spills[s] && k < made.segments[s].end; ++k) {
                const int t = network().tasks[k].output;
                const bool is_fast = network().tensors[t].home == home::arena && !is_slow(t);
                if (is_fast && life(t).last_reader >= made.segments[s].end) return int(s);
            }
        return -1;
    }
    /// Tensors that tasks read or make in slow memory, but for transfers.
    int touched_in_slow() {
        int touched = 0;
        for (int k = 0; k < network().tasks.size; ++k) {
            if (moves(network().tasks[k])) continue;
            touched += is_slow(network().tasks[k].output);
            for (const row_read& r : network().reads_of(k))
                touched += r.tensor >= 0 && is_slow(r.tensor);
        }
        return touched;
    }
};

cut_at_random random_cut(int seed, const io_modes& modes, int spill_one_in) {
    return {test::random_network(std::uint64_t(seed)).make(8), modes, seed, 4, spill_one_in};
}

/// Steps of the tasks that are no transfers between memories, -1 for rows received and sent.
std::vector<int> steps_of(const row_network& n) {
    std::vector<int> steps;
    for (const task& t : n.tasks)
        if (!cut_at_random::moves(t)) steps.push_back(t.step);
    return steps;
}

}  // namespace

TEST_CASE("facts of a model are its rows, their lifetimes and rings") {
    const test::owned_network n = three_layers();
    const test::partition_rows rows(n, io::rows, io::arena);
    constexpr row_network_size size{.tasks = 4, .reads = 3, .tensors = 4};
    REQUIRE(size_of_rows(n.view(), io::rows, io::arena) == size);
    row_facts<size> made;
    std::int16_t storage[4]{};
    find_facts(n.view(), io::rows, io::arena, view_of(storage), view_of(made));
    CHECK(made.used == size);
    CHECK(steps_of(network_of(made)) == std::vector{-1, 0, 1, 2});
    CHECK(network_of(made).reads.size == 3);
    for (int t = 0; t < 4; ++t) {
        CHECK(network_of(made).tensors[t].row_bytes == rows.network().tensors[t].row_bytes);
        CHECK(lifetimes_of(made)[t].producer == t);
        CHECK(lifetimes_of(made)[t].last_reader == t + 1);
        CHECK(made.ring[t] == (t < 3 ? 1 : 8));  // the output has no reader: it is kept whole
    }
}

TEST_CASE("tensors are pinned where the target has memories") {
    const test::owned_network n = three_layers();
    const std::int8_t wanted[]{-1, 1, -1, 0};
    network model = n.view();
    model.regions = view_of(wanted);
    const memory_map two{{{.name = "slow", .bytes = 1000, .read_cost = 4000, .write_cost = 4000},
                          {.name = "fast", .bytes = 1000}}};
    const auto found = [&](const memory_map* memories) {
        onnx2hpp::owned_rows made({.tasks = 3, .reads = 3, .tensors = 4});
        std::vector<std::int16_t> storage(4);
        find_facts(model, io::arena, io::arena, onnx2hpp::all_of(storage), made.view(), memories);
        return made;
    };
    const std::vector<row_tensor> pinned = found(&two).tensors;
    CHECK(pinned[1].region == 1);
    CHECK(pinned[1].space == fast_space);
    CHECK(pinned[2].region == -1);
    CHECK(pinned[3].region == 0);
    CHECK(pinned[3].space == slow_space);
    CHECK(found(nullptr).tensors[3].region == -1);
}

TEST_CASE("a network uses slow memory if a tensor of an arena lies there") {
    const test::owned_network n = three_layers();
    CHECK_FALSE(uses_slow(test::synthetic_rows(n, io::caller, io::caller).network()));
    CHECK_FALSE(uses_slow(test::synthetic_rows(n, io::arena, io::arena).network()));
    CHECK(uses_slow(test::synthetic_rows(n, io::arena, io::slow).network()));
    CHECK(uses_slow(test::synthetic_rows(n, io::slow, io::caller).network()));
}

TEST_CASE("what is cheaper in one call is cut off, and what lives around it crosses cuts") {
    const test::partition_rows rows(three_layers(), io::arena, io::arena);
    CHECK(least_carried(rows) == 8 * 4 * 8);  // the second layer's output
    const test::partition_rows free(three_layers(0), io::arena, io::arena);
    CHECK(least_carried(free) == 0);
    const test::partition_rows slow(three_layers(), io::arena, io::slow);
    CHECK(least_carried(slow) == 0);
}

TEST_CASE("every cheapest partition carries at least what is known before the search") {
    int known = 0;
    for (int seed = 0; seed < 200; ++seed) {
        CAPTURE(seed);
        const io_modes modes = seed % 2 ? io::arena : io::caller;
        test::partition_rows rows(test::random_network(std::uint64_t(seed)).make(6), modes, modes);
        std::vector<segment_tasks> segments(std::size_t(rows.tasks()));
        const partition_result cheapest =
            partition(rows.input(), {}, onnx2hpp::all_of(segments), rows.room.spills);
        CHECK(cheapest.carried >= least_carried(rows));
        known += least_carried(rows) > 0;
    }
    CHECK(known > 150);
}

TEST_CASE("without transfers a schedule is the network as it was") {
    for (int seed = 0; seed < 50; ++seed) {
        CAPTURE(seed);
        cut_at_random cut = random_cut(seed, io::rows, 0);
        CHECK(cut.made.rows.used == row_network_size{cut.rows.tasks(),
                                                     cut.rows.network().reads.size,
                                                     cut.rows.network().tensors.size});
        CHECK(steps_of(cut.network()) == steps_of(cut.rows.network()));
        for (int t = 0; t < cut.network().tensors.size; ++t) {
            CHECK(cut.network().tensors[t].bytes() == cut.rows.network().tensors[t].bytes());
            CHECK(cut.life(t).last_reader == cut.rows.lifetimes()[t].last_reader);
        }
        for (int r = 0; r < cut.network().reads.size; ++r)
            CHECK(cut.network().reads[r].tensor == cut.rows.network().reads[r].tensor);
    }
}

TEST_CASE("steps of a schedule keep their order, and only transfers touch slow memory") {
    int transfers = 0;
    for (int seed = 0; seed < 200; ++seed) {
        CAPTURE(seed);
        cut_at_random cut =
            random_cut(seed, seed % 2 ? io::slow : io::caller, seed % 3 == 0 ? 0 : 2);
        REQUIRE(cut.made.result.found);
        CHECK(steps_of(cut.network()) == steps_of(cut.rows.network()));
        CHECK(cut.touched_in_slow() == 0);
        const std::size_t last = std::size_t(cut.made.result.segments - 1);
        CHECK(cut.made.segments[last].end == cut.network().tasks.size);
        transfers += cut.transfers();
    }
    CHECK(transfers > 1000);
}

TEST_CASE("nothing of what a segment spills stays in fast memory") {
    int spilling = 0;
    for (int seed = 0; seed < 200; ++seed) {
        CAPTURE(seed);
        cut_at_random cut = random_cut(seed, io::caller, 2);
        CHECK(cut.first_that_keeps() == -1);
        spilling += cut.transfers() > 0;
    }
    CHECK(spilling > 100);
}

TEST_CASE("a schedule whose transfers 16 bits cannot number is not found") {
    test::network_builder b;
    int at = b.input({1, 1, 1, 1});
    for (int layer = 0; layer < 6000; ++layer) at = b.pointwise(at, 1);
    b.keep(at);
    const cut_at_random all(b.made, io::caller, 1, 1, 1);
    CHECK_FALSE(all.made.result.found);
    CHECK(all.made.result.segments == 0);
    CHECK(all.made.result.work == 77);
    cut_at_random none(b.made, io::caller, 1, 1, 0);
    CHECK(none.made.result.found);
    CHECK(none.network().tasks.size == 6000);
}

TEST_CASE("a schedule has the transfers of its partition, and none where nothing is found") {
    test::network_builder b;
    const int x = b.input({1, 8, 4, 4}), kept = b.transpose(x), turned = b.transpose(kept);
    b.keep(b.add(b.transpose(turned), kept));
    const attempt small{.limit = 256, .may_spill = true};
    test::partition_rows rows(b.made, io::caller, io::caller, {}, small);
    std::vector<std::int16_t> copy(rows.rows.tensors.size());
    const auto find = [&](const attempt& how) {
        onnx2hpp::owned_schedule made(
            size_with_transfers(size_of_rows(b.made.view(), io::caller, io::caller), true));
        find_schedule(rows.input(), how, rows.room.spills, onnx2hpp::all_of(copy), made.room());
        return made;
    };
    // Two tensors of 128 bytes fit beside each other, and the sum reads one that waits.
    CHECK(find(small).rows.used.tasks > 4);
    CHECK(find({.may_spill = true}).rows.used.tasks == 4);
    CHECK_FALSE(find({.limit = 100, .may_spill = true}).result.found);
    CHECK(find({.limit = 100, .may_spill = true}).rows.used.tasks == 0);
}
