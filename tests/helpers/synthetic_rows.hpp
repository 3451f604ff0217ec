// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A synthetic network as rows, with the lifetimes of its tensors.

#include <helpers/synthetic_network.hpp>
#include <tigris/planning/rows/find_rows.hpp>
#include <tigris/planning/segments/replay.hpp>

namespace tigris::test {

/// What planning::replay finds, with room of its own.
template <int Tasks>
struct replayed : planning::overlap {
    std::int32_t ring[Tasks]{};
    planning::local_set ring_conflicts[Tasks]{};
    planning::local_set scratch_conflicts[Tasks]{};
};

/// What planning finds first of a network.
struct synthetic_rows {
    std::vector<std::int16_t> storage;
    std::vector<planning::task> tasks;
    std::vector<planning::row_read> reads;
    std::vector<planning::row_tensor> tensors;
    std::vector<planning::lifetime> lifetimes;

    explicit synthetic_rows(const owned_network& n, const io_modes& in = io::caller,
                            const io_modes& out = io::caller)
        : storage(n.tensors.size()) {
        const planning::row_network_size size = planning::size_of_rows(n.view(), in, out);
        tasks.resize(std::size_t(size.tasks));
        reads.resize(std::size_t(size.reads));
        tensors.resize(std::size_t(size.tensors));
        planning::row_network_builder rows{all(tasks), all(reads), all(tensors)};
        planning::find_rows(n.view(), in, out, all(storage), rows);
        tasks.resize(std::size_t(rows.task_count));
        reads.resize(std::size_t(rows.read_count));
        tensors.resize(std::size_t(rows.tensor_count));
        lifetimes.resize(tensors.size());
        planning::find_lifetimes(network(), all(lifetimes));
    }

    planning::row_network network() const {
        return {{tasks.data(), int(tasks.size())},
                {reads.data(), int(reads.size())},
                {tensors.data(), int(tensors.size())}};
    }
    const planning::lifetime& life(int t) const { return lifetimes[std::size_t(t)]; }

    /// The replay of one segment, in rows of one.
    template <int Tasks>
    replayed<Tasks> replay(const planning::segment_tasks& s) const {
        const std::vector<std::int32_t> tiles(tasks.size(), 1);
        replayed<Tasks> made;
        planning::replay_result out{
            {}, view_of(made.ring), view_of(made.ring_conflicts), view_of(made.scratch_conflicts)};
        planning::replay_room room;
        planning::replay(network(), {lifetimes.data(), int(lifetimes.size())},
                         {tiles.data(), int(tiles.size())}, s, room, out);
        static_cast<planning::overlap&>(made) = out;
        return made;
    }

private:
    template <class T>
    static view<T> all(std::vector<T>& items) {
        return {items.data(), int(items.size())};
    }
};

}  // namespace tigris::test
