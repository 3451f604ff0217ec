// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

namespace onnx2hpp {

std::optional<std::int64_t> count_elements(const extents& dims) {
    std::int64_t count = 1;
    bool empty = false;
    for (const std::int64_t extent : dims) {
        if (extent < 0 || extent > max_elements / count) return std::nullopt;
        empty |= extent == 0;
        if (extent > 0) count *= extent;
    }
    return empty ? 0 : count;
}

namespace {

constexpr std::size_t most_listed = 16;

/// For messages: the first numbers, and how many there are if not all are listed.
template <class Spell>
std::string listed(const extents& numbers, Spell spell_number) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size() && i < most_listed; ++i)
        text += (text.empty() ? "" : ", ") + spell_number(numbers[i]);
    if (numbers.size() > most_listed) text += fmt::format(", ... ({} numbers)", numbers.size());
    return "[" + text + "]";
}

}  // namespace

std::int64_t count_between(const extents& dims, std::size_t first, std::size_t last) {
    std::int64_t count = 1;
    for (std::size_t axis = first; axis < last; ++axis) count *= dims[axis];
    return count;
}

std::string to_text(const extents& numbers) {
    return listed(numbers, [](std::int64_t number) { return std::to_string(number); });
}

std::string declared_to_text(const extents& dims) {
    return listed(dims, [](std::int64_t extent) {
        return extent == -1 ? std::string("?") : std::to_string(extent);
    });
}

std::optional<extents> broadcast(const extents& a, const extents& b) {
    if (a.size() < b.size()) return broadcast(b, a);
    extents common = a;
    const std::size_t shift = a.size() - b.size();
    for (std::size_t axis = 0; axis < b.size(); ++axis) {
        std::int64_t& extent = common[shift + axis];
        if (extent != b[axis] && extent != 1 && b[axis] != 1) return std::nullopt;
        if (extent == 1) extent = b[axis];
    }
    return common;
}

}  // namespace onnx2hpp
