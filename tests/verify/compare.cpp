// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compare.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace verify {
namespace {

using tigris::dtype;

/// Reference and computed values as numbers of one unit, and what they may differ by.
struct pair_of_values {
    std::vector<double> reference;
    std::vector<double> computed;
    double limit = 0;
    bool in_lsb = false;
};

std::vector<double> numbers(const array& values, double unit) {
    std::vector<double> result(std::size_t(values.size()));
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = number_at(values, std::int64_t(i)) / unit;
    return result;
}

double largest_magnitude(const std::vector<double>& values) {
    double largest = 0;
    for (const double value : values)
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    return largest;
}

pair_of_values codes(const array& reference, const array& computed, double limit) {
    return {numbers(reference, 1), numbers(computed, 1), limit, true};
}

/// Floats that stand for codes are whole numbers of LSB, up to float rounding.
pair_of_values reals_of_codes(const array& reference, const array& computed,
                              tigris::quantization quant, double limit) {
    const double unit = quant.scale;
    return {numbers(as_type(reference, dtype::f32, quant), unit),
            numbers(as_type(computed, dtype::f32, quant), unit), limit, true};
}

pair_of_values floats(const array& reference, const array& computed, const bound& allowed) {
    pair_of_values both{numbers(reference, 1), numbers(computed, 1)};
    const bool are_halves = reference.type == dtype::f16 || allowed.halves;
    const double share = are_halves ? share_of_halves : 1e-5;
    both.limit = allowed.absolute.value_or(share * largest_magnitude(both.reference) + 1e-6);
    return both;
}

pair_of_values values_of(const array& reference, const array& computed, tigris::quantization quant,
                         const bound& allowed) {
    if (reference.dims != computed.dims)
        throw std::runtime_error(reference.name + ": has shape " + spell(computed.dims) +
                                 ", expected " + spell(reference.dims));
    if (quant.scale > 0) {
        const double limit = allowed.absolute ? *allowed.absolute / quant.scale : allowed.lsb;
        const bool both_codes = reference.type == computed.type && reference.type != dtype::f32;
        return both_codes ? codes(reference, computed, limit)
                          : reals_of_codes(reference, computed, quant, limit);
    }
    const bool is_wider = reference.type == dtype::f16 || reference.type == dtype::f64;
    if (is_wider && computed.type == dtype::f32) return floats(reference, computed, allowed);
    if (reference.type != computed.type)
        throw std::runtime_error(reference.name + ": has another element type than the reference");
    if (reference.type == dtype::f32) return floats(reference, computed, allowed);
    return {numbers(reference, 1), numbers(computed, 1)};
}

/// Infinite where one of the two is no number or another infinity.
double difference(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    const double d = std::abs(a - b);
    return std::isfinite(d) ? d : std::numeric_limits<double>::infinity();
}

/// Elements of one classification: the extent of the last axis that has more than one place.
std::int64_t class_count(std::vector<std::int64_t> dims) {
    while (!dims.empty() && dims.back() == 1) dims.pop_back();
    return dims.empty() ? 1 : dims.back();
}

bool decides(const double* row, std::int64_t count, double limit) {
    const double* top = std::max_element(row, row + count);
    double second = -std::numeric_limits<double>::infinity();
    for (const double* at = row; at != row + count; ++at)
        if (at != top) second = std::max(second, *at);
    return *top - second > 2 * limit;
}

}  // namespace

comparison compare(const array& reference, const array& computed, tigris::quantization quant,
                   const bound& allowed) {
    const pair_of_values both = values_of(reference, computed, quant, allowed);
    comparison result{.limit = both.limit, .in_lsb = both.in_lsb};
    result.values = std::int64_t(both.reference.size());
    double squares = 0;
    for (std::size_t i = 0; i < both.reference.size(); ++i) {
        const double d = difference(both.reference[i], both.computed[i]);
        result.largest = std::max(result.largest, d);
        squares += d * d;
        result.equal += both.in_lsb ? d < rounding_of_floats_in_lsb : d == 0;
    }
    if (result.values > 0) result.root_mean_square = std::sqrt(squares / double(result.values));
    return result;
}

top1_agreement compare_top1(const array& reference, const array& computed,
                            tigris::quantization quant, const bound& allowed) {
    const pair_of_values both = values_of(reference, computed, quant, allowed);
    const std::int64_t count = class_count(reference.dims);
    top1_agreement result;
    for (std::int64_t at = 0; at < reference.size(); at += count) {
        const double* expected = both.reference.data() + at;
        const double* got = both.computed.data() + at;
        if (!decides(expected, count, both.limit)) continue;
        ++result.decided;
        result.agreed += std::max_element(expected, expected + count) - expected ==
                         std::max_element(got, got + count) - got;
    }
    return result;
}

}  // namespace verify
