// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memories.hpp"

#include <algorithm>
#include <charconv>

namespace count {
namespace {

/// Whether `text` is a whole decimal number.
bool parse(std::string_view text, uint64_t& number) {
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc{} && stop == end;
}

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> fields;
    for (size_t colon; (colon = text.find(':')) != text.npos; text.remove_prefix(colon + 1))
        fields.push_back(text.substr(0, colon));
    fields.push_back(text);
    return fields;
}

bool parse(std::string_view text, memory& m) {
    const auto fields = split(text);
    if (fields.size() != 5 || fields[0].empty()) return false;
    m.name = fields[0];
    return parse(fields[1], m.first) && parse(fields[2], m.bytes) &&
           parse(fields[3], m.read_cost) && parse(fields[4], m.write_cost);
}

bool overlap(const memory& a, const memory& b) {
    return a.contains(b.first) || b.contains(a.first);
}

}  // namespace

std::string memory_map::add(std::string_view text) {
    const std::string it = "memory '" + std::string(text) + "'";
    memory added;
    if (!parse(text, added))
        return it +
               " is not understood; write NAME:FIRST:BYTES:READ:WRITE, the costs in thousandths "
               "of a cycle for a byte";
    if (added.bytes == 0) return it + " has no bytes";
    if (added.first + (added.bytes - 1) < added.first) return it + " ends beyond the last address";
    for (const memory& other : all)
        if (overlap(added, other)) return it + " overlaps memory '" + other.name + "'";
    all.push_back(added);
    return {};
}

void memory_map::access(uint64_t address, uint64_t bytes, bool is_write) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const memory& m) { return m.contains(address); });
    if (found != all.end()) (is_write ? found->written_bytes : found->read_bytes) += bytes;
}

}  // namespace count
