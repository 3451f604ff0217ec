// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/boards/units.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string>
#include <utility>

namespace onnx2hpp {
namespace {

template <class Number>
std::optional<Number> whole_number(std::string_view text, int base = 10) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto found = std::from_chars(text.data(), end, number, base);
    if (found.ec != std::errc{} || found.ptr != end) return {};
    return number;
}

/// Digits, at most `decimals` of them after a point, as a multiple of that decimal place.
std::optional<std::uint64_t> decimal(std::string_view text, std::size_t decimals) {
    const std::size_t point = text.find('.');
    std::string digits(text.substr(0, point));
    if (digits.empty()) return {};
    if (point != std::string_view::npos) {
        const std::string_view fraction = text.substr(point + 1);
        if (fraction.empty() || fraction.size() > decimals) return {};
        digits += fraction;
        decimals -= fraction.size();
    }
    digits.append(decimals, '0');
    return whole_number<std::uint64_t>(digits);
}

constexpr std::pair<std::string_view, std::size_t> clock_units[]{
    {"GHz", 9}, {"MHz", 6}, {"kHz", 3}, {"Hz", 0}};

std::string_view without_spaces_behind(std::string_view text) {
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

}  // namespace

std::uint64_t parse_clock(std::string_view text) {
    for (const auto& [unit, decimals] : clock_units) {
        if (!text.ends_with(unit)) continue;
        const auto hz =
            decimal(without_spaces_behind(text.substr(0, text.size() - unit.size())), decimals);
        if (hz && *hz > 0) return *hz;
        break;
    }
    fail_bad_input(
        fmt::format("clock {} is not understood; write a number and its unit, such as 240 MHz",
                    in_quotes(text)));
}

std::uint32_t parse_cycles(std::string_view text) {
    constexpr std::uint64_t most = 1'000'000;
    const auto thousandths = decimal(text, 3);
    if (!thousandths || *thousandths > most)
        fail_bad_input(
            fmt::format("{} is no number of cycles; write one from 0 to 1000, with at "
                        "most three decimals and no unit",
                        in_quotes(text)));
    return std::uint32_t(*thousandths);
}

std::uint64_t parse_address(std::string_view text) {
    const auto address =
        text.starts_with("0x") ? whole_number<std::uint64_t>(text.substr(2), 16) : std::nullopt;
    if (!address)
        fail_bad_input(
            fmt::format("address {} is not understood; write it as 0x20000000", in_quotes(text)));
    return *address;
}

std::uint32_t parse_power_of_two(std::string_view text, std::uint32_t least) {
    const auto number = whole_number<std::uint32_t>(text);
    if (!number || *number < least || *number > 65536 || (*number & (*number - 1)) != 0)
        fail_bad_input(
            fmt::format("alignment {} is not understood; write a power of two from {} to 65536",
                        in_quotes(text), least));
    return *number;
}

std::uint32_t parse_percent(std::string_view text) {
    const auto number = text.ends_with('%')
                            ? whole_number<std::uint32_t>(text.substr(0, text.size() - 1))
                            : std::nullopt;
    if (!number || *number > 100)
        fail_bad_input(
            fmt::format("{} is not understood; write a number from 0% to 100%", in_quotes(text)));
    return *number;
}

}  // namespace onnx2hpp
