// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Memories as planners see them: two spaces of addresses, and which part of a space belongs to
// which region.

#include <tigris/planning/target/target.hpp>
#include <tigris/support/is_set.hpp>

namespace tigris::planning {

/// Kernels read and write tensors in the fast space. Tensors for which it has no room are streamed
/// from and to the slow space, row by row.
inline constexpr int fast_space = 0;
inline constexpr int slow_space = 1;
inline constexpr int space_count = 2;

constexpr int64_t signed_bytes(uint64_t bytes) {
    return bytes > uint64_t(INT64_MAX) ? INT64_MAX : int64_t(bytes);
}

/// Addresses [begin, end) of a space are those of a region from its first byte on.
struct bank {
    int64_t begin = 0;
    int64_t end = INT64_MAX;
    int8_t region = 0;
    uint32_t cost = 0;
};

/// Bytes of the banks of a space. One arena holds as much as its budget allows.
struct bank_bytes {
    int64_t all = INT64_MAX;      // bytes of all banks
    int64_t largest = INT64_MAX;  // bytes of the largest bank
    int64_t second = INT64_MAX;   // bytes of the second largest bank: only the largest holds more

    constexpr void take(int64_t bank) {
        if (bank > largest)
            second = largest, largest = bank;
        else if (bank > second)
            second = bank;
    }
    /// Whether two blocks of `a` and `b` bytes that share no byte have room: in two banks, or side
    /// by side in the largest one.
    constexpr bool hold(int64_t a, int64_t b) const {
        return a <= second || b <= second || b <= largest - a;
    }
};

/// The banks of a space; banks that cost least come first. No block straddles two banks.
struct space {
    bank banks[memory_map::capacity]{};
    int count = 1;

    constexpr int64_t bytes() const { return count > 0 ? banks[count - 1].end : 0; }
    /// The bank of an address. Addresses after the last bank count as that bank's.
    constexpr const bank& at(int64_t address) const {
        int b = 0;
        while (b + 1 < count && banks[b].end <= address) ++b;
        return banks[b];
    }
    constexpr bank_bytes sizes() const {
        if (count < 2) return {};
        bank_bytes made{bytes(), 0, 0};
        for (int b = 0; b < count; ++b) made.take(banks[b].end - banks[b].begin);
        return made;
    }
    /// Whether the banks differ in cost.
    constexpr bool has_costs() const { return count > 1 && banks[0].cost != banks[count - 1].cost; }
};

/// Cost of a byte (thousandths of a cycle to write and read it) from which on a memory is slow
/// memory.
inline constexpr uint32_t streamed_from = 2000;

constexpr bool is_streamed(const memory_map& map, const memory_region& region) {
    if (region.cost() < streamed_from) return false;
    for (int i = 0; i < map.size(); ++i)
        if (map[i].holds_activations() && map[i].cost() < region.cost()) return true;
    return false;  // there is nothing faster
}

constexpr bool lies_in(const memory_map& map, const memory_region& region, int number) {
    return region.holds_activations() && is_streamed(map, region) == (number == slow_space);
}

/// The cheapest region of a space that is not among `taken`, one bit for each region.
constexpr int find_cheapest(const memory_map& map, int number, uint32_t taken) {
    int cheapest = -1;
    for (int i = 0; i < map.size(); ++i) {
        const bool is_free = lies_in(map, map[i], number) && !(taken >> i & 1);
        if (is_free && (cheapest < 0 || map[i].cost() < map[cheapest].cost())) cheapest = i;
    }
    return cheapest;
}

/// A budget of fast memory without the prefix of packed constants, and with it.
constexpr uint64_t without_prefix(uint64_t bytes, int64_t prefix) {
    if (bytes == unlimited) return bytes;
    return bytes > uint64_t(prefix) ? bytes - uint64_t(prefix) : 0;
}
constexpr uint64_t with_prefix(uint64_t bytes, int64_t prefix) {
    return bytes == unlimited ? bytes : bytes + uint64_t(prefix);
}

/// The address where a bank ends that begins at `begin`. After an unlimited bank there is room for
/// blocks that do not fit.
constexpr int64_t end_of_bank(int64_t begin, uint64_t bytes, int64_t alignment) {
    constexpr int64_t most = INT64_MAX / 2;
    const int64_t usable = signed_bytes(bytes) / alignment * alignment;
    return usable > most - begin ? most / alignment * alignment : begin + usable;
}

/// A space of a target. `alignment` is that of all blocks.
constexpr space space_of(const target& t, int number, int64_t alignment) {
    space s{};
    if (!is_set(t.memories)) {
        s.banks[0].region = int8_t(number);
        return s;
    }
    const memory_map& map = *t.memories;
    s.count = 0;
    uint32_t taken = 0;
    int64_t begin = 0;
    for (int r = find_cheapest(map, number, 0); r >= 0; r = find_cheapest(map, number, taken)) {
        taken |= uint32_t(1) << r;
        const int64_t end = end_of_bank(begin, map[r].bytes, alignment);
        s.banks[s.count++] = {begin, end, int8_t(r), map[r].cost()};
        begin = end;
    }
    return s;
}

/// Whether fast memory has several regions.
constexpr bool has_banks(const target& t) { return space_of(t, fast_space, 1).count > 1; }

/// Regions of a target's plans.
constexpr int count_regions(const target& t) {
    return is_set(t.memories) ? t.memories->size() : space_count;
}

/// The target with the budgets and the cost of a slow byte that its memories give. `fast` and
/// `slow` limit what may be used of them (`slow` of 0: no limit).
constexpr target resolve(target t, int64_t alignment) {
    if (!is_set(t.memories)) return t;
    const space fast = space_of(t, fast_space, alignment),
                slow = space_of(t, slow_space, alignment);
    if (uint64_t(fast.bytes()) < t.fast) t.fast = uint64_t(fast.bytes());
    if (t.slow == 0 || uint64_t(slow.bytes()) < t.slow) t.slow = uint64_t(slow.bytes());
    if (slow.count > 0) t.costs.slow_byte = slow.banks[0].cost / 2;
    return t;
}

}  // namespace tigris::planning
