// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conformance.hpp"

#include <cmath>
#include <cstdio>
#include <cstring>

namespace verify {
namespace {

using tigris::dtype;

bool is_float(dtype type) {
    return type == dtype::f32 || type == dtype::f16 || type == dtype::bf16;
}

bool is_close(double reference, double computed, const tolerance& allowed) {
    if (reference == computed || (std::isnan(reference) && std::isnan(computed))) return true;
    if (!std::isfinite(reference) || !std::isfinite(computed)) return false;
    return std::abs(reference - computed) <=
           allowed.absolute + allowed.relative * std::abs(reference);
}

bool has_equal_bytes(const array& a, const array& b, std::int64_t i) {
    const std::size_t size = std::size_t(tigris::bits_of(a.type)) / 8, at = std::size_t(i) * size;
    return std::memcmp(a.bytes.data() + at, b.bytes.data() + at, size) == 0;
}

bool agrees(const array& reference, const array& computed, std::int64_t i,
            const tolerance& allowed) {
    if (!is_float(reference.type)) return has_equal_bytes(reference, computed, i);
    return is_close(number_at(reference, i), number_at(computed, i), allowed);
}

/// All digits of an integer, which a double may not have.
std::string spell_element(const array& values, std::int64_t i) {
    std::int64_t number = 0;
    const std::byte* at = values.bytes.data() + i * std::int64_t(sizeof number);
    if (values.type == dtype::i64 || values.type == dtype::u64)
        std::memcpy(&number, at, sizeof number);
    if (values.type == dtype::i64) return std::to_string(number);
    if (values.type == dtype::u64) return std::to_string(std::uint64_t(number));
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", number_at(values, i));
    return text;
}

std::string sentence(const array& reference, const array& computed, std::int64_t wrong,
                     std::int64_t first) {
    return std::to_string(wrong) + " of " + std::to_string(reference.size()) + " elements of " +
           computed.name + " differ, the first is number " + std::to_string(first) + ": " +
           spell_element(computed, first) + ", expected " + spell_element(reference, first);
}

}  // namespace

std::string mismatch(const array& reference, const array& computed, const tolerance& allowed) {
    if ((reference.type == dtype::f16 || reference.type == dtype::f64) &&
        computed.type == dtype::f32)
        return mismatch(as_type(reference, dtype::f32, {}), computed, allowed);
    if (reference.type != computed.type)
        return computed.name + " has another element type than its reference";
    if (reference.dims != computed.dims)
        return computed.name + " has shape " + spell(computed.dims) + ", expected " +
               spell(reference.dims);
    std::int64_t wrong = 0, first = 0;
    for (std::int64_t i = 0; i < reference.size(); ++i)
        if (!agrees(reference, computed, i, allowed) && wrong++ == 0) first = i;
    return wrong == 0 ? "" : sentence(reference, computed, wrong, first);
}

}  // namespace verify
