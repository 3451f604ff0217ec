// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Values as bytes and back: one function, exchange, says for both which members there are.

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/reflection.hpp>
#include <tigris/support/sized_array.hpp>

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace onnx2hpp {

/// Writes values as bytes, one after the other. Numbers take a byte for each 7 bits (LEB128).
class byte_writer {
public:
    static constexpr bool reads = false;

    void number(std::uint64_t value) {
        for (; value > 0x7f; value >>= 7) bytes_ += char(value | 0x80);
        bytes_ += char(value);
    }
    void text(std::string_view text) {
        number(text.size());
        bytes_ += text;
    }
    const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_;
};

/// Takes values off bytes. Throws failure(bad_input) where these end early or mean nothing.
class byte_reader {
public:
    static constexpr bool reads = true;

    explicit byte_reader(std::string_view bytes) : left_(bytes) {}

    std::uint64_t number() {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const auto byte = std::uint8_t(take(1)[0]);
            value |= std::uint64_t(byte & 0x7f) << shift;
            if (byte < 0x80) return value;
        }
        fail();
    }
    std::string_view text() { return take(count()); }

    /// The number of items that follow. Each takes a byte at least.
    std::size_t count() {
        const std::uint64_t count = number();
        if (count > left_.size()) fail();
        return std::size_t(count);
    }
    bool is_at_end() const { return left_.empty(); }

    [[noreturn]] static void fail() { fail_bad_input("the planner's input is damaged"); }

private:
    std::string_view take(std::size_t count) {
        if (count > left_.size()) fail();
        const std::string_view taken = left_.substr(0, count);
        left_.remove_prefix(count);
        return taken;
    }

    std::string_view left_;
};

template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;

template <class T>
inline constexpr bool is_array = std::is_array_v<T>;
template <class T, int N>
inline constexpr bool is_array<tigris::sized_array<T, N>> = true;

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
inline constexpr bool is_variant = false;
template <class... Types>
inline constexpr bool is_variant<std::variant<Types...>> = true;

/// Small negative numbers take few bytes, too.
constexpr std::uint64_t to_zigzag(std::int64_t value) {
    return std::uint64_t(value) << 1 ^ std::uint64_t(value >> 63);
}
constexpr std::int64_t from_zigzag(std::uint64_t value) {
    return std::int64_t(value >> 1) ^ -std::int64_t(value & 1);
}

template <class Archive, class T>
void exchange(Archive& with, T& value);

template <class Archive, class T>
void exchange_integer(Archive& with, T& value) {
    if constexpr (Archive::reads && std::is_unsigned_v<T>)
        value = T(with.number());
    else if constexpr (Archive::reads)
        value = T(from_zigzag(with.number()));
    else if constexpr (std::is_unsigned_v<T>)
        with.number(value);
    else
        with.number(to_zigzag(value));
}

template <class Archive, class T>
void exchange_float(Archive& with, T& value) {
    if constexpr (Archive::reads)
        value = std::bit_cast<float>(std::uint32_t(with.number()));
    else
        with.number(std::bit_cast<std::uint32_t>(value));
}

template <class Archive, class Enum>
void exchange_enumerator(Archive& with, Enum& value) {
    auto number = std::underlying_type_t<Enum>(value);
    exchange_integer(with, number);
    value = Enum(number);
}

template <class Archive, class T>
void exchange_list(Archive& with, T& values) {
    if constexpr (Archive::reads)
        values.resize(with.count());
    else
        with.number(values.size());
    for (auto& value : values) exchange(with, value);
}

template <class Archive, class T>
void exchange_optional(Archive& with, T& value) {
    bool has_value = value.has_value();
    exchange(with, has_value);
    if constexpr (Archive::reads)
        if (has_value) value.emplace();
    if (has_value) exchange(with, *value);
}

/// The alternative of that number.
template <class Variant, std::size_t Number = 0>
void emplace(Variant& value, std::uint64_t number) {
    if constexpr (Number == std::variant_size_v<Variant>) {
        byte_reader::fail();
    } else {
        if (number == Number)
            value.template emplace<Number>();
        else
            emplace<Variant, Number + 1>(value, number);
    }
}

template <class Archive, class Variant>
void exchange_variant(Archive& with, Variant& value) {
    if constexpr (Archive::reads)
        emplace(value, with.number());
    else
        with.number(value.index());
    std::visit([&](auto& of) { exchange(with, of); }, value);
}

/// Writes or reads one value. A type that is not handled here has a function exchange_members(with,
/// value).
template <class Archive, class T>
void exchange(Archive& with, T& value) {
    if constexpr (std::is_integral_v<T>)
        exchange_integer(with, value);
    else if constexpr (std::is_same_v<T, float>)
        exchange_float(with, value);
    else if constexpr (std::is_enum_v<T>)
        exchange_enumerator(with, value);
    else if constexpr (is_list<T>)
        exchange_list(with, value);
    else if constexpr (is_array<T>)
        for (auto& item : value) exchange(with, item);
    else if constexpr (is_optional<T>)
        exchange_optional(with, value);
    else if constexpr (is_variant<T>)
        exchange_variant(with, value);
    else if constexpr (std::is_same_v<T, std::string> && Archive::reads)
        value = with.text();
    else if constexpr (std::is_same_v<T, std::string>)
        with.text(value);
    else if constexpr (requires { T::member_names; })
        with_members(value, [&](auto&... members) { (exchange(with, members), ...); });
    else
        exchange_members(with, value);
}

/// Writes or reads several values in turn.
template <class Archive, class... Values>
void exchange_all(Archive& with, Values&... values) {
    (exchange(with, values), ...);
}

}  // namespace onnx2hpp
