// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/units.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace onnx2hpp {
namespace {

/// Three digits, and one after the point at least where there are fewer before it.
std::string three_digits(double number) {
    const int decimals = number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
    return fmt::format("{:.{}f}", number, decimals);
}

}  // namespace

std::string spell_bytes(std::int64_t bytes) {
    if (bytes < 1024) return fmt::format("{} B", bytes);
    const double kilobytes = double(bytes) / 1024;
    return fmt::format("{:.{}f} KB", kilobytes, kilobytes < 99.95 ? 1 : 0);
}

std::string spell_count(std::int64_t count) {
    constexpr const char* units[] = {"k", "M", "G", "T", "P"};
    if (count < 1000) return std::to_string(count);
    double number = double(count) / 1000;
    int unit = 0;
    for (; number >= 999.5 && unit < 4; ++unit) number /= 1000;
    return three_digits(number) + " " + units[unit];
}

std::string spell_lacking(std::int64_t bytes) {
    return fmt::format("{} byte{} lacking", bytes, bytes == 1 ? "" : "s");
}

std::string spell_step_count(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " step" : " steps");
}

std::string spell_more_steps(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " more step" : " more steps");
}

std::string spell_percent(double part, double whole) {
    const double percent = whole > 0 ? 100 * part / whole : 0;
    if (percent <= 0) return "0 %";
    if (percent < 0.1) return "<0.1 %";
    return fmt::format("{:.{}f} %", percent, percent < 9.95 ? 1 : 0);
}

std::string spell_extents(const tigris::shape& dims) {
    return fmt::format("{}", fmt::join(dims.extent, dims.extent + dims.rank, "x"));
}

std::string draw_bar(std::int64_t part, std::int64_t whole, int width) {
    const double share =
        whole > 0 ? std::clamp(double(part) / double(whole), 0.0, 1.0) : double(part > 0);
    int filled = int(std::lround(share * width));
    if (part > 0) filled = std::max(filled, 1);
    if (part < whole) filled = std::min(filled, width - 1);
    return "[" + std::string(std::size_t(filled), '#') +
           std::string(std::size_t(width - filled), '-') + "]";
}

}  // namespace onnx2hpp
