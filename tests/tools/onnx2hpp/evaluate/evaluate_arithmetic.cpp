// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/arithmetic.hpp>

#include <tools/onnx2hpp/evaluate/computed.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;

namespace {

numbers of_integers(const std::string& op_type, const numbers& a, const numbers& b,
                    dtype type = dtype::i64, attributes held = {}) {
    const extents dims{static_cast<std::int64_t>(std::max(a.size(), b.size()))};
    return numbers_computed(op_type, {integers_given(a), integers_given(b)}, dims, type,
                            std::move(held));
}

}  // namespace

TEST_CASE("integers are divided toward zero, and never by zero") {
    CHECK(of_integers("Div", {7, -7, 7, -7}, {2, 2, -2, -2}) == numbers{3, -3, -3, 3});
    CHECK(!computed("Div", {integers_given({1}), integers_given({0})}, {1}, dtype::i64));
    CHECK(!computed("Mod", {integers_given({1}), integers_given({0})}, {1}, dtype::i64));
    CHECK(divided(std::numeric_limits<std::int64_t>::min(), std::int64_t{-1}) ==
          std::numeric_limits<std::int64_t>::min());
}

TEST_CASE("remainders have the sign of the divisor, with fmod that of the dividend") {
    CHECK(of_integers("Mod", {7, -7, 7, -7}, {3, 3, -3, -3}) == numbers{1, 2, -2, -1});
    CHECK(of_integers("Mod", {7, -7, 7, -7}, {3, 3, -3, -3}, dtype::i64,
                      {{"fmod", std::int64_t{1}}}) == numbers{1, -1, 1, -1});
}

TEST_CASE("integers wrap around in their own type") {
    CHECK(added(std::int8_t{127}, std::int8_t{1}) == -128);
    CHECK(multiplied(std::uint8_t{16}, std::uint8_t{17}) == 16);
    CHECK(subtracted(std::uint32_t{0}, std::uint32_t{1}) == 0xffffffffu);
    CHECK(raised(std::int64_t{3}, 4) == 81);
    CHECK(raised(std::int64_t{2}, 64) == 0);
    CHECK(raised(std::int64_t{-1}, -3) == -1);
}

TEST_CASE("shapes broadcast, and several operands are folded") {
    const given column{{2, 1}, {10, 20}}, row{{3}, {1, 2, 3}}, one{{}, {100}};
    CHECK(numbers_computed("Sub", {column, row}, {2, 3}, dtype::f32) ==
          numbers{9, 8, 7, 19, 18, 17});
    CHECK(numbers_computed("Sum", {column, row, one}, {2, 3}, dtype::f32) ==
          numbers{111, 112, 113, 121, 122, 123});
    CHECK(numbers_computed("Min", {row, column}, {2, 3}, dtype::f32) == numbers{1, 2, 3, 1, 2, 3});
}

TEST_CASE("NaN wins in Min and Max") {
    const float nan = std::nanf("");
    CHECK(std::isnan(smaller(1.0f, nan)));
    CHECK(std::isnan(larger(nan, 1.0f)));
}

TEST_CASE("comparisons and logic make booleans") {
    CHECK(of_integers("Less", {1, 2, 3}, {2}, dtype::boolean) == numbers{1, 0, 0});
    CHECK(of_integers("GreaterOrEqual", {1, 2, 3}, {2}, dtype::boolean) == numbers{0, 1, 1});
    const given a{{4}, {0, 0, 1, 1}, dtype::boolean}, b{{4}, {0, 1, 0, 1}, dtype::boolean};
    CHECK(numbers_computed("And", {a, b}, {4}, dtype::boolean) == numbers{0, 0, 0, 1});
    CHECK(numbers_computed("Xor", {a, b}, {4}, dtype::boolean) == numbers{0, 1, 1, 0});
    CHECK(numbers_computed("Not", {a}, {4}, dtype::boolean) == numbers{1, 1, 0, 0});
    CHECK(computed("Less", {integers_given({1}), integers_given({2})}, {1}, dtype::boolean)->type ==
          dtype::boolean);
}

TEST_CASE("Where takes elements whole") {
    const given chosen{{2, 1}, {1, 0}, dtype::boolean};
    const given x = integers_given({1, 2}), y{{}, {9}, dtype::i64};
    CHECK(numbers_computed("Where", {chosen, x, y}, {2, 2}, dtype::i64) == numbers{1, 2, 9, 9});
}

TEST_CASE("casts cut floats off, and leave what does not fit to the kernel") {
    const given x{{4}, {1.9, -1.9, 0.5, 0}};
    CHECK(numbers_computed("Cast", {x}, {4}, dtype::i64) == numbers{1, -1, 0, 0});
    CHECK(numbers_computed("Cast", {x}, {4}, dtype::boolean) == numbers{1, 1, 1, 0});
    CHECK(numbers_computed("Cast", {integers_given({300, -1})}, {2}, dtype::u8) ==
          numbers{44, 255});
    CHECK(!computed("Cast", {{{1}, {300}}}, {1}, dtype::u8));
    CHECK(!computed("Cast", {{{1}, {1e30}}}, {1}, dtype::i64));
}

TEST_CASE("functions of one number") {
    const given x{{3}, {-2.5, 2.25, 0.5}};
    CHECK(numbers_computed("Abs", {x}, {3}, dtype::f32) == numbers{2.5, 2.25, 0.5});
    CHECK(numbers_computed("Neg", {integers_given({3, -4})}, {2}, dtype::i64) == numbers{-3, 4});
    CHECK(numbers_computed("Floor", {x}, {3}, dtype::f32) == numbers{-3, 2, 0});
    CHECK(numbers_computed("Ceil", {x}, {3}, dtype::f32) == numbers{-2, 3, 1});
    CHECK(numbers_computed("Round", {x}, {3}, dtype::f32) == numbers{-2, 2, 0});
    CHECK(numbers_computed("Sqrt", {{{1}, {2.25}}}, {1}, dtype::f32) == numbers{1.5});
    CHECK(numbers_computed("Pow", {{{2}, {3, 2}}, integers_given({2, -1})}, {2}, dtype::f32) ==
          numbers{9, 0.5});
}
