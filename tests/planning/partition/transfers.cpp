// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/partition/transfers.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace tigris;
using namespace tigris::planning;

/// A chain of tasks. Each is a segment, and what it makes is spilled and reloaded.
struct chain {
    std::vector<task> tasks;
    std::vector<row_read> reads;
    std::vector<row_tensor> tensors;
    std::vector<lifetime> lifetimes;

    explicit chain(int length) {
        for (int t = 0; t <= length; ++t) {
            tensors.push_back({.rows = 1, .row_bytes = 4, .tensor = int16_t(t)});
            lifetimes.push_back({.producer = int16_t(t - 1),
                                 .first_reader = int16_t(t),
                                 .last_reader = int16_t(t < length ? t : -1),
                                 .readers = 1});
        }
        for (int k = 0; k < length; ++k) {
            reads.push_back({.tensor = int16_t(k)});
            tasks.push_back({.output = int16_t(k + 1), .first_read = int16_t(k), .reads = 1});
        }
    }
    int length() const { return int(tasks.size()); }
    row_network network() const {
        return {{tasks.data(), int(tasks.size())},
                {reads.data(), int(reads.size())},
                {tensors.data(), int(tensors.size())}};
    }
};

/// What is written of a chain, until 16 bits are not enough.
struct written_chain {
    std::vector<task> tasks;
    std::vector<row_read> reads;
    std::vector<row_tensor> tensors;
    std::vector<int16_t> copy;
    row_network_builder out;
    int segments = 0;

    explicit written_chain(const chain& from) {
        const row_network n = from.network();
        const row_network_size room =
            size_with_transfers({n.tasks.size, n.reads.size, n.tensors.size}, true);
        tasks.resize(std::size_t(room.tasks));
        reads.resize(std::size_t(room.reads));
        tensors.resize(std::size_t(room.tensors));
        copy.resize(std::size_t(n.tensors.size));
        out = {
            {tasks.data(), room.tasks}, {reads.data(), room.reads}, {tensors.data(), room.tensors}};
        transfer_writer writer(n, {from.lifetimes.data(), n.tensors.size},
                               {copy.data(), n.tensors.size}, out);
        for (; segments < from.length(); ++segments) {
            const segment_tasks s{.begin = int16_t(segments), .end = int16_t(segments + 1)};
            if (!writer.has_numbers_for(s)) break;
            writer.write(s, true);
        }
    }
};

}  // namespace

TEST_CASE("a spilled chain has a task for each transfer") {
    const written_chain made{chain(100)};
    CHECK(made.segments == 100);
    CHECK(made.out.task_count == 3 * 100 - 2);  // the input is not reloaded, the result not spilled
    CHECK(made.out.read_count == made.out.task_count);
}

TEST_CASE("transfers that 16 bits cannot number are not written") {
    const written_chain made{chain(6000)};
    CHECK(made.segments > 5000);
    CHECK(made.segments < 6000);
    CHECK(made.out.task_count + made.out.tensor_count <= INT16_MAX);
    for (int k = 0; k < made.out.task_count; ++k) {
        REQUIRE(made.tasks[std::size_t(k)].output >= 0);
        REQUIRE(made.tasks[std::size_t(k)].first_read >= 0);
    }
}
