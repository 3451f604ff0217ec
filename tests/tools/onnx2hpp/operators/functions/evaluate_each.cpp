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

reals of_integers(const std::string& op_type, const reals& a, const reals& b,
                  dtype type = dtype::i64, attributes held = {}) {
    const extents dims{static_cast<std::int64_t>(std::max(a.size(), b.size()))};
    return numbers_computed(op_type, {integers_given(a), integers_given(b)}, dims, type,
                            std::move(held));
}

}  // namespace

TEST_CASE("integers are divided toward zero, and never by zero") {
    CHECK(of_integers("Div", {7, -7, 7, -7}, {2, 2, -2, -2}) == reals{3, -3, -3, 3});
    CHECK(!computed("Div", {integers_given({1}), integers_given({0})}, {1}, dtype::i64));
    CHECK(!computed("Mod", {integers_given({1}), integers_given({0})}, {1}, dtype::i64));
    CHECK(divided(std::numeric_limits<std::int64_t>::min(), std::int64_t{-1}) ==
          std::numeric_limits<std::int64_t>::min());
}

TEST_CASE("remainders have the sign of the divisor, with fmod that of the dividend") {
    CHECK(of_integers("Mod", {7, -7, 7, -7}, {3, 3, -3, -3}) == reals{1, 2, -2, -1});
    CHECK(of_integers("Mod", {7, -7, 7, -7}, {3, 3, -3, -3}, dtype::i64,
                      {{"fmod", std::int64_t{1}}}) == reals{1, -1, 1, -1});
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
    CHECK(numbers_computed("Sub", {column, row}, {2, 3}, dtype::f32) == reals{9, 8, 7, 19, 18, 17});
    CHECK(numbers_computed("Sum", {column, row, one}, {2, 3}, dtype::f32) ==
          reals{111, 112, 113, 121, 122, 123});
    CHECK(numbers_computed("Min", {row, column}, {2, 3}, dtype::f32) == reals{1, 2, 3, 1, 2, 3});
}

TEST_CASE("NaN wins in Min and Max") {
    const float nan = std::nanf("");
    CHECK(std::isnan(smaller(1.0f, nan)));
    CHECK(std::isnan(larger(nan, 1.0f)));
}

TEST_CASE("comparisons and logic make booleans") {
    CHECK(of_integers("Less", {1, 2, 3}, {2}, dtype::boolean) == reals{1, 0, 0});
    CHECK(of_integers("GreaterOrEqual", {1, 2, 3}, {2}, dtype::boolean) == reals{0, 1, 1});
    const given a{{4}, {0, 0, 1, 1}, dtype::boolean}, b{{4}, {0, 1, 0, 1}, dtype::boolean};
    CHECK(numbers_computed("And", {a, b}, {4}, dtype::boolean) == reals{0, 0, 0, 1});
    CHECK(numbers_computed("Xor", {a, b}, {4}, dtype::boolean) == reals{0, 1, 1, 0});
    CHECK(numbers_computed("Not", {a}, {4}, dtype::boolean) == reals{1, 1, 0, 0});
    CHECK(computed("Less", {integers_given({1}), integers_given({2})}, {1}, dtype::boolean)->type ==
          dtype::boolean);
}

TEST_CASE("Where takes elements whole") {
    const given chosen{{2, 1}, {1, 0}, dtype::boolean};
    const given x = integers_given({1, 2}), y{{}, {9}, dtype::i64};
    CHECK(numbers_computed("Where", {chosen, x, y}, {2, 2}, dtype::i64) == reals{1, 2, 9, 9});
}

TEST_CASE("casts cut floats off, and leave what does not fit to the kernel") {
    const given x{{4}, {1.9, -1.9, 0.5, 0}};
    CHECK(numbers_computed("Cast", {x}, {4}, dtype::i64) == reals{1, -1, 0, 0});
    CHECK(numbers_computed("Cast", {x}, {4}, dtype::boolean) == reals{1, 1, 1, 0});
    CHECK(numbers_computed("Cast", {integers_given({300, -1})}, {2}, dtype::u8) == reals{44, 255});
    CHECK(!computed("Cast", {{{1}, {300}}}, {1}, dtype::u8));
    CHECK(!computed("Cast", {{{1}, {1e30}}}, {1}, dtype::i64));
}

TEST_CASE("functions of one number") {
    const given x{{3}, {-2.5, 2.25, 0.5}};
    CHECK(numbers_computed("Abs", {x}, {3}, dtype::f32) == reals{2.5, 2.25, 0.5});
    CHECK(numbers_computed("Neg", {integers_given({3, -4})}, {2}, dtype::i64) == reals{-3, 4});
    CHECK(numbers_computed("Floor", {x}, {3}, dtype::f32) == reals{-3, 2, 0});
    CHECK(numbers_computed("Ceil", {x}, {3}, dtype::f32) == reals{-2, 3, 1});
    CHECK(numbers_computed("Round", {x}, {3}, dtype::f32) == reals{-2, 2, 0});
    CHECK(numbers_computed("Sqrt", {{{1}, {2.25}}}, {1}, dtype::f32) == reals{1.5});
    CHECK(numbers_computed("Pow", {{{2}, {3, 2}}, integers_given({2, -1})}, {2}, dtype::f32) ==
          reals{9, 0.5});
}

TEST_CASE("doubles are computed as doubles") {
    const auto of = [](const std::string& op_type, const reals& a, const reals& b) {
        const extents dims{static_cast<std::int64_t>(a.size())};
        return numbers_computed(op_type, {{dims, a, dtype::f64}, {dims, b, dtype::f64}}, dims,
                                dtype::f64);
    };
    CHECK(of("Add", {1}, {0x1p-40}) == reals{1 + 0x1p-40});
    CHECK(of("Div", {1}, {3}) == reals{1.0 / 3});
    CHECK(of("Div", {1}, {0}) == reals{INFINITY});
    CHECK(of("Pow", {2}, {0.5}) == reals{std::sqrt(2.0)});
    const auto each = [](const std::string& op_type, double x) {
        return numbers_computed(op_type, {{{}, {x}, dtype::f64}}, {}, dtype::f64)[0];
    };
    CHECK(each("Sqrt", 3) == std::sqrt(3.0));
    CHECK(each("Exp", 0.1) == std::exp(0.1));
    CHECK(each("Floor", 1 - 0x1p-40) == 0);
    CHECK(each("Neg", 0.1) == -0.1);
}

TEST_CASE("doubles are cast as they are, and rounded once to float") {
    const auto cast = [](double x, dtype from, dtype to) {
        return numbers_computed("Cast", {{{}, {x}, from}}, {}, to)[0];
    };
    CHECK(cast(0.1, dtype::f64, dtype::f32) == double(0.1f));
    CHECK(cast(3.9, dtype::f64, dtype::i64) == 3);
    CHECK(cast(1e-300, dtype::f64, dtype::boolean) == 1);
    CHECK(cast(16777217, dtype::i32, dtype::f64) == 16777217);
    CHECK(cast(0x1p63, dtype::u64, dtype::f64) == 0x1p63);
    CHECK(computed("Cast", {{{}, {1e300}, dtype::f64}}, {}, dtype::i64) == nullptr);
}

TEST_CASE("bits of integers") {
    const auto of = [](const std::string& op_type, double a, double b, dtype type) {
        return numbers_computed(op_type, {{{}, {a}, type}, {{}, {b}, type}}, {}, type)[0];
    };
    CHECK(of("BitwiseAnd", -3, 15, dtype::i8) == 13);
    CHECK(of("BitwiseXor", -3, 15, dtype::i8) == -14);
    CHECK(of("BitwiseOr", 8, 5, dtype::u16) == 13);
}

TEST_CASE("Clip has bounds, of which the upper may be absent") {
    const given x{{4}, {-3, 0.5, 2, NAN}}, low{{}, {-1}}, high{{}, {1}};
    CHECK(numbers_computed("Clip", {x, low, high}, {4}, dtype::f32)[0] == -1);
    CHECK(numbers_computed("Clip", {x, low, high}, {4}, dtype::f32)[1] == 0.5);
    CHECK(numbers_computed("Clip", {x, low, high}, {4}, dtype::f32)[2] == 1);
    CHECK(std::isnan(numbers_computed("Clip", {x, low, high}, {4}, dtype::f32)[3]));
    CHECK(numbers_computed("Clip", {x, low}, {4}, dtype::f32)[2] == 2);
    const given scalar{{}, {-3}}, low_of_one{{1}, {-1}}, high_of_one{{1}, {1}};
    CHECK(numbers_computed("Clip", {scalar, low_of_one, high_of_one}, {}, dtype::f32)[0] == -1);
}
