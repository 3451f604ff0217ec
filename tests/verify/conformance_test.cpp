// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conformance.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace verify;
using tigris::dtype;

namespace {

template <class T>
array make(dtype type, const std::vector<T>& elements) {
    const auto* bytes = reinterpret_cast<const std::byte*>(elements.data());
    return {
        "y", type, {std::int64_t(elements.size())}, {bytes, bytes + elements.size() * sizeof(T)}};
}

/// What is said of computing `b` where `a` is expected.
template <class T>
std::string said(dtype type, T a, T b) {
    return mismatch(make<T>(type, {1, a}), make<T>(type, {1, b}), {});
}

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr std::uint16_t half_infinity = 0x7c00, half_nan = 0x7e00, half_one = 0x3c00;

}  // namespace

TEST_CASE("floats may be off by a thousandth of the reference and a little") {
    CHECK(said(dtype::f32, 2.0f, 2.0019f) == "");
    CHECK(said(dtype::f32, 2.0f, 1.9981f) == "");
    CHECK(said(dtype::f32, 0.0f, 0.9e-7f) == "");
    CHECK(said(dtype::f32, 2.0f, 2.0021f) ==
          "1 of 2 elements of y differ, the first is number 1: 2.00209999, expected 2");
    CHECK(said(dtype::f32, 0.0f, 1.1e-7f) != "");
    CHECK(said(dtype::f32, 1.0f, -1.0f) != "");
}

TEST_CASE("the absolute tolerance is the caller's") {
    const array zero = make<float>(dtype::f32, {0}), near = make<float>(dtype::f32, {0.9e-4f});
    CHECK(mismatch(zero, near, {.absolute = 1e-4}) == "");
    CHECK(mismatch(zero, near, {.absolute = 1e-5}) != "");
}

TEST_CASE("no number is no number, and an infinity is itself alone") {
    CHECK(said(dtype::f32, NAN, -NAN) == "");
    CHECK(said(dtype::f32, infinity, infinity) == "");
    CHECK(said(dtype::f32, infinity, -infinity) != "");
    CHECK(said(dtype::f32, infinity, 3e38f) != "");
    CHECK(said(dtype::f32, 3e38f, infinity) != "");
    CHECK(said(dtype::f32, NAN, 1.0f) != "");
    CHECK(said(dtype::f32, 1.0f, NAN) != "");
}

TEST_CASE("half floats are compared as numbers") {
    CHECK(said<std::uint16_t>(dtype::f16, half_one, half_one + 1) == "");
    CHECK(said<std::uint16_t>(dtype::f16, half_one, half_one + 2) != "");
    CHECK(said<std::uint16_t>(dtype::f16, half_nan, half_nan + 1) == "");
    CHECK(said<std::uint16_t>(dtype::f16, half_infinity, half_infinity - 1) != "");
    CHECK(said<std::uint16_t>(dtype::f16, 0, 0x8000) == "");
    CHECK(said<std::uint16_t>(dtype::f16, 0, 1) == "");
    CHECK(said<std::uint16_t>(dtype::f16, 0, 2) != "");
    CHECK(said<std::uint16_t>(dtype::bf16, 0x3f80, 0x3f80) == "");
    CHECK(said<std::uint16_t>(dtype::bf16, 0x3f80, 0x3f81) != "");
}

TEST_CASE("a reference of half floats judges floats") {
    const array one = make<std::uint16_t>(dtype::f16, {half_one});
    CHECK(mismatch(one, make<float>(dtype::f32, {1.0009f}), {}) == "");
    CHECK(mismatch(one, make<float>(dtype::f32, {1.0011f}), {}) != "");
    CHECK(mismatch(make<float>(dtype::f32, {1}), one, {}) != "");
}

TEST_CASE("integers are exact, also where a double is not") {
    CHECK(said<std::int64_t>(dtype::i64, 1LL << 60, 1LL << 60) == "");
    CHECK(said<std::int64_t>(dtype::i64, 1LL << 60, (1LL << 60) + 1) ==
          "1 of 2 elements of y differ, the first is number 1: 1152921504606846977, expected "
          "1152921504606846976");
    CHECK(said<std::uint64_t>(dtype::u64, UINT64_MAX, UINT64_MAX - 1) ==
          "1 of 2 elements of y differ, the first is number 1: 18446744073709551614, expected "
          "18446744073709551615");
    CHECK(said<std::uint32_t>(dtype::u32, UINT32_MAX, UINT32_MAX - 1) != "");
    CHECK(said<std::int32_t>(dtype::i32, 10000, 10001) != "");
    CHECK(said<std::uint16_t>(dtype::u16, 10000, 10001) != "");
    CHECK(said<std::int16_t>(dtype::i16, -10000, -10001) != "");
    CHECK(said<std::uint8_t>(dtype::boolean, 1, 0) != "");
}

TEST_CASE("type and shape must be the same") {
    const array four = make<std::int8_t>(dtype::i8, {1, 2, 3, 4});
    array other = four;
    other.type = dtype::u8;
    CHECK(mismatch(four, other, {}) == "y has another element type than its reference");
    other = four;
    other.dims = {2, 2};
    CHECK(mismatch(four, other, {}) == "y has shape [2, 2], expected [4]");
}
