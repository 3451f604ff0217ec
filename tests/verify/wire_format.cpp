// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wire_format.hpp"

#include <stdexcept>

namespace verify {
namespace {

enum wire_type : unsigned { varint = 0, fixed_64 = 1, length_delimited = 2, fixed_32 = 5 };

std::string_view take_bytes(std::string_view& rest, std::uint64_t count) {
    if (count > rest.size()) throw std::runtime_error("a message ends early");
    const std::string_view result = rest.substr(0, count);
    rest.remove_prefix(count);
    return result;
}

/// Seven bits a byte, the lowest first; all but the last byte have their highest bit set.
std::uint64_t take_varint(std::string_view& rest) {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const auto byte = static_cast<unsigned char>(take_bytes(rest, 1)[0]);
        value |= std::uint64_t(byte & 127) << shift;
        if (byte < 128) return value;
    }
    throw std::runtime_error("a number has no end");
}

wire_field take_field(std::string_view& rest) {
    const std::uint64_t key = take_varint(rest), id = key >> 3;
    switch (key & 7) {
        case varint: return {id, false, take_varint(rest), {}};
        case fixed_64: return {id, true, 0, take_bytes(rest, 8)};
        case length_delimited: return {id, true, 0, take_bytes(rest, take_varint(rest))};
        case fixed_32: return {id, true, 0, take_bytes(rest, 4)};
        default: throw std::runtime_error("a field has no known type");
    }
}

void write_varint(std::string& message, std::uint64_t value) {
    for (; value >= 128; value >>= 7) message += char(value | 128);
    message += char(value);
}

}  // namespace

std::vector<wire_field> wire_fields(std::string_view message) {
    std::vector<wire_field> fields;
    while (!message.empty()) fields.push_back(take_field(message));
    return fields;
}

void append_integers(const wire_field& field, std::vector<std::uint64_t>& numbers) {
    if (!field.is_bytes) numbers.push_back(field.value);
    for (std::string_view rest = field.bytes; !rest.empty();) numbers.push_back(take_varint(rest));
}

void write_number(std::string& message, unsigned id, std::uint64_t value) {
    write_varint(message, id << 3 | varint);
    write_varint(message, value);
}

void write_bytes(std::string& message, unsigned id, std::string_view bytes) {
    write_varint(message, id << 3 | length_delimited);
    write_varint(message, bytes.size());
    message += bytes;
}

}  // namespace verify
