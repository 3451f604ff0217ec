// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Memories that know of every byte what it means, and steps that notice when it means another.

#include <helpers/synthetic_network.hpp>
#include <tigris/planning/segments/strips.hpp>

#include <string>

namespace tigris::test {

constexpr std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    const std::uint64_t x = (a ^ b) * 0x9e3779b97f4a7c15u;
    return x ^ x >> 29;
}

/// What a byte is: that of a tensor at a place, or nothing that may be read.
using meaning = std::uint32_t;
constexpr meaning meaning_of(int tensor, std::int64_t place) {
    return meaning(tensor + 1) << 20 | meaning(place);
}
constexpr meaning working_memory_of(int step) { return 0xfff00000u | meaning(step); }

struct shadow_memory {
    std::vector<std::uint8_t> bytes;
    std::vector<meaning> means;

    explicit shadow_memory(std::int64_t size = 0)
        : bytes(std::size_t(size), 0xa5), means(std::size_t(size)) {}
};

/// All memories of a run. The first mistake is kept as a sentence.
class shadow_machine {
public:
    std::vector<shadow_memory> memories;
    std::string mistake;

    void fail(const std::string& what) {
        if (mistake.empty()) mistake = what;
    }

    std::uint8_t read(int memory, std::int64_t at, meaning expected) {
        if (!is_inside(memory, at, "read")) return 0;
        const shadow_memory& m = memories[std::size_t(memory)];
        if (m.means[std::size_t(at)] != expected)
            fail("byte " + std::to_string(at) + " of memory " + std::to_string(memory) + " is " +
                 name_of(m.means[std::size_t(at)]) + ", not " + name_of(expected));
        return m.bytes[std::size_t(at)];
    }

    void write(int memory, std::int64_t at, std::uint8_t byte, meaning what) {
        if (!is_inside(memory, at, "write")) return;
        memories[std::size_t(memory)].bytes[std::size_t(at)] = byte;
        memories[std::size_t(memory)].means[std::size_t(at)] = what;
    }

    /// A byte with what it means.
    void move(int memory, std::int64_t from, std::int64_t to) {
        if (!is_inside(memory, from, "read") || !is_inside(memory, to, "write")) return;
        shadow_memory& m = memories[std::size_t(memory)];
        m.bytes[std::size_t(to)] = m.bytes[std::size_t(from)];
        m.means[std::size_t(to)] = m.means[std::size_t(from)];
    }

private:
    bool is_inside(int memory, std::int64_t at, const char* verb) {
        if (at >= 0 && at < std::int64_t(memories[std::size_t(memory)].bytes.size())) return true;
        fail(std::string(verb) + " outside of memory " + std::to_string(memory) + ": byte " +
             std::to_string(at));
        return false;
    }

    static std::string name_of(meaning m) {
        if (m == 0) return "nothing";
        if (m >= 0xfff00000u) return "working memory of step " + std::to_string(m & 0xfffff);
        return "tensor " + std::to_string((m >> 20) - 1) + " at " + std::to_string(m & 0xfffff);
    }
};

/// Rows of an operand as kernels::row_window has them, in bytes: row k begins `offset + k * pitch`
/// behind `base`, from `wrap` on `ring` less, and is row `image_row + k` of an image that begins at
/// byte `image` of tensor `tensor`. Pixels of `dense_pixel` bytes lie `pixel` bytes apart, unless
/// 0. `memory` -1: a constant.
struct shadow_window {
    int memory = -1;
    int tensor = 0;
    std::int64_t base = 0;
    std::int64_t offset = 0;
    std::int64_t pitch = 0;
    std::int64_t ring = 0;
    std::int64_t image = 0;
    std::int32_t wrap = INT32_MAX;
    std::int32_t image_row = 0;
    std::int32_t row_bytes = 0;
    std::int32_t pixel = 0;
    std::int32_t dense_pixel = 1;
    std::int32_t origin = 0;
    planning::column_range columns{0, INT32_MAX};

    /// Byte i of row k.
    std::uint8_t read(shadow_machine& m, std::int32_t k, std::int32_t i) const {
        const std::int64_t place = image + std::int64_t(image_row + k) * row_bytes + i;
        if (memory < 0)
            return std::uint8_t(mixed(std::uint64_t(tensor), std::uint64_t(place)) >> 7);
        const std::int32_t local = i - origin;
        const std::int64_t column =
            pixel ? local / dense_pixel * pixel + local % dense_pixel : local;
        return m.read(memory, base + offset + k * pitch - (k >= wrap ? ring : 0) + column,
                      meaning_of(tensor, place));
    }
    /// Byte i of all rows as one span.
    std::uint8_t read_span(shadow_machine& m, std::int64_t i) const {
        const std::int64_t place = image + std::int64_t(image_row) * row_bytes + i;
        if (memory < 0) return read(m, 0, std::int32_t(i));
        return m.read(memory, base + offset + i - origin, meaning_of(tensor, place));
    }
};

/// Rows of a result: `count` of them from row `image_row` on, one behind the other; `columns` of
/// them.
struct shadow_rows {
    int memory = 0;
    int tensor = 0;
    std::int64_t base = 0;
    std::int64_t image = 0;
    std::int32_t image_row = 0;
    std::int32_t count = 0;
    std::int32_t row_bytes = 0;
    std::int32_t pixel = 0;
    std::int32_t dense_pixel = 1;
    std::int32_t origin = 0;
    planning::column_range columns{};

    /// Where byte i lies.
    std::int64_t place(std::int64_t i) const {
        i -= origin;
        return base + (pixel ? i / dense_pixel * pixel + i % dense_pixel : i);
    }
    meaning meaning_at(std::int64_t i) const {
        return meaning_of(tensor, image + std::int64_t(image_row) * row_bytes + i);
    }
    void write(shadow_machine& m, std::int64_t i, std::uint64_t value) const {
        m.write(memory, place(i), std::uint8_t(value >> 9), meaning_at(i));
    }
    /// Bytes of a row, first and behind the last.
    std::int32_t begin() const { return columns.first * dense_pixel; }
    std::int32_t end() const { return columns.last * dense_pixel; }
    /// Notices what was overwritten since.
    void check(shadow_machine& m) const {
        for (std::int32_t y = 0; y < count; ++y)
            for (std::int32_t b = begin(); b < end(); ++b) {
                const std::int64_t i = std::int64_t(y) * row_bytes + b;
                m.read(memory, place(i), meaning_at(i));
            }
    }
};

}  // namespace tigris::test
