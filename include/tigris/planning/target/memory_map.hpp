// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The memories of a board.

#include <stdint.h>
#include <tigris/support/equal_text.hpp>
#include <tigris/support/power_of_two.hpp>

namespace tigris {

/// A memory of a board. A memory that is not addressable, such as flash on a serial bus, can only
/// be copied from.
struct memory_region {
    const char* name = "";       // letters, digits and underlines
    uint64_t bytes = 0;          // bytes that firmware may use
    uint32_t alignment = 1;      // addresses of blocks are multiples of this number of bytes
    uint32_t read_cost = 0;      // thousandths of a cycle for each byte that is read
    uint32_t write_cost = 0;     // thousandths of a cycle for each byte that is written
    bool is_writable = true;     // firmware may write to it
    bool is_addressable = true;  // cores read it by address
    /// Linker section of the region's arena; ".bss." at its start: no flash.
    const char* section = "";

    /// Whether activations may lie in this region.
    constexpr bool holds_activations() const { return is_writable && is_addressable && bytes > 0; }
    /// Thousandths of a cycle for a byte written and read again.
    constexpr uint32_t cost() const { return read_cost + write_cost; }
};

/// All memories of a board; a plan's regions have the numbers of this map. Objects need static
/// storage duration, because targets point to them.
struct memory_map {
    static constexpr int capacity = 16;

    memory_region regions[capacity]{};

    /// The number of regions: those with a name.
    constexpr int size() const {
        int count = 0;
        while (count < capacity && regions[count].name[0] != '\0') ++count;
        return count;
    }
    constexpr const memory_region& operator[](int i) const { return regions[i]; }
};

constexpr bool operator==(const memory_region& a, const memory_region& b) {
    return equal_text(a.name, b.name) && a.bytes == b.bytes && a.alignment == b.alignment &&
           a.read_cost == b.read_cost && a.write_cost == b.write_cost &&
           a.is_writable == b.is_writable && a.is_addressable == b.is_addressable &&
           equal_text(a.section, b.section);
}
constexpr bool operator==(const memory_map& a, const memory_map& b) {
    for (int i = 0; i < memory_map::capacity; ++i)
        if (!(a.regions[i] == b.regions[i])) return false;
    return true;
}

/// The number of the region called `name`, or -1.
constexpr int find_region(const memory_map& map, const char* name) {
    for (int i = 0; i < map.size(); ++i)
        if (equal_text(map[i].name, name)) return i;
    return -1;
}

/// Whether each region has a name of its own and an alignment that is a power of two.
constexpr bool is_sound(const memory_map& map) {
    for (int i = 0; i < map.size(); ++i) {
        const bool has_own_name = find_region(map, map[i].name) == i;
        if (!has_own_name || !is_power_of_two(map[i].alignment)) return false;
    }
    return true;
}

}  // namespace tigris
