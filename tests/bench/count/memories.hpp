// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A board's memories: address ranges, and what accesses of data cost there.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace count {

/// Costs are thousandths of a cycle for a byte, beyond what the instruction takes.
struct memory {
    std::string name;
    uint64_t first = 0;
    uint64_t bytes = 0;
    uint64_t read_cost = 0;
    uint64_t write_cost = 0;
    uint64_t read_bytes = 0;
    uint64_t written_bytes = 0;

    bool contains(uint64_t address) const { return address - first < bytes; }
    /// Thousandths of a cycle for all accesses so far.
    uint64_t charge() const { return read_bytes * read_cost + written_bytes * write_cost; }
};

/// An access of n bytes costs n times what a byte costs, in the memory of its first byte. Accesses
/// outside of all memories cost nothing.
class memory_map {
public:
    /// Adds NAME:FIRST:BYTES:READ:WRITE. Returns what is wrong with it, or nothing.
    std::string add(std::string_view text);

    void access(uint64_t address, uint64_t bytes, bool is_write);

    const std::vector<memory>& memories() const { return all; }

private:
    std::vector<memory> all;
};

}  // namespace count
