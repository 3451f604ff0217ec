// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/model/dtype.hpp>

#include <helpers/check.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <type_traits>

using namespace tigris;

namespace {

template <dtype D>
constexpr bool holds_itself = dtype_of<element_t<D>> == D && 8 * sizeof(element_t<D>) == bits_of(D);

template <dtype D>
constexpr bool has_codes_of_its_type = lowest_of(D) == std::numeric_limits<element_t<D>>::min() &&
                                       highest_of(D) == std::numeric_limits<element_t<D>>::max();

}  // namespace

TEST_CASE("each type with kernels has a C++ type of its size, and back") {
    static_assert(holds_itself<dtype::f32> && holds_itself<dtype::f16>);
    static_assert(holds_itself<dtype::i8> && holds_itself<dtype::u8>);
    static_assert(holds_itself<dtype::i16> && holds_itself<dtype::u16>);
    static_assert(holds_itself<dtype::i32> && holds_itself<dtype::u32>);
    static_assert(holds_itself<dtype::i64> && holds_itself<dtype::u64>);
    static_assert(holds_itself<dtype::boolean>);
    CHECK(true);
}

TEST_CASE("elements of 4 bits are packed by two, the last one alone") {
    TIGRIS_HOLDS(bytes_of(dtype::i4, 0) == 0);
    TIGRIS_HOLDS(bytes_of(dtype::i4, 1) == 1);
    TIGRIS_HOLDS(bytes_of(dtype::u4, 7) == 4);
    TIGRIS_HOLDS(bytes_of(dtype::f16, 7) == 14);
    TIGRIS_HOLDS(bytes_of(dtype::f64, 3) == 24);
    CHECK(bytes_of(dtype::i64, int64_t(1) << 40) == int64_t(1) << 43);
}

TEST_CASE("codes have the range of their bits") {
    static_assert(has_codes_of_its_type<dtype::i8> && has_codes_of_its_type<dtype::u8>);
    static_assert(has_codes_of_its_type<dtype::i16> && has_codes_of_its_type<dtype::u16>);
    static_assert(lowest_of(dtype::i4) == -8 && highest_of(dtype::i4) == 7);
    static_assert(lowest_of(dtype::u4) == 0 && highest_of(dtype::u4) == 15);
    CHECK(true);
}

TEST_CASE("bytes and 16-bit integers can be codes") {
    for (int i = 0; i <= int(dtype::f64); ++i) {
        const auto type = dtype(i);
        CHECK(is_byte(type) == (type == dtype::i8 || type == dtype::u8));
        CHECK(is_quantizable(type) == (is_byte(type) || type == dtype::i16));
    }
}

TEST_CASE("floats of 16 bits take two bytes") {
    TIGRIS_HOLDS(bits_of(dtype::f16) == 16 && bits_of(dtype::bf16) == 16);
    TIGRIS_HOLDS(bytes_of(dtype::bf16, 3) == 6);
}
