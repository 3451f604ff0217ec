// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/adapters/library_rows.hpp>

#include <helpers/node_case.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using namespace tigris;
using namespace tigris::kernels;
using ops::binary_function;

namespace {

constexpr binary_key key(binary_function f, dtype type = dtype::i8) {
    return {.function = f, .in_a = type, .in_b = type, .out = type, .quantized = true};
}
constexpr uint16_t fixed_a = 4, fixed_b = 4 << 3, single_b = 3 << 3;

template <binary_function F>
bool stay(std::int8_t a, std::int8_t b, std::int8_t sum) {
    return stay_in_range<key(F)>(binary_layer<std::int8_t>{.shifts = {a, b, sum}});
}

/// Sums of two rows of three elements, by a call a row, of operands that repeat as `Broadcast`
/// says.
template <uint16_t Broadcast, class B>
std::vector<int> combined(const B& window_b) {
    constexpr binary_key G{.broadcast = Broadcast};
    const std::int8_t a[6]{1, 2, 3, 4, 5, 6};
    std::int8_t out[6]{};
    combine_by_rows<G>(binary_layer<std::int8_t>{.width = 3, .channels = 1}, out, 2,
                       whole_window(a, 0, 2, 3), window_b,
                       [](const auto&, const std::int8_t* x, const std::int8_t* y, std::int8_t* to,
                          std::int32_t count) {
                           for (int i = 0; i < count; ++i) to[i] = std::int8_t(x[i] + y[i]);
                       });
    return {out, out + 6};
}
constexpr std::int8_t tens[6]{10, 20, 30, 40, 50, 60};

/// A softmax from codes to codes with this quantization.
bool is_librarys(dtype in, dtype out, quantization to, bool logarithm = false) {
    test::node_case n;
    n.add_input({.type = in, .dims = {2, {1, 4}}, .quant = {0.1f, 0}});
    n.set_output({.type = out, .dims = {2, {1, 4}}, .quant = to});
    return has_library_softmax({.logarithm = logarithm}, n.all(), dtype::i8);
}

}  // namespace

TEST_CASE("libraries combine codes of one type by sums and products") {
    CHECK(combines_codes(key(binary_function::add), dtype::i8));
    CHECK(combines_codes(key(binary_function::subtract, dtype::i16), dtype::i16));
    CHECK(combines_codes(key(binary_function::multiply), dtype::i8));
    CHECK_FALSE(combines_codes(key(binary_function::add), dtype::i16));
    CHECK_FALSE(combines_codes(key(binary_function::maximum), dtype::i8));
    binary_key numbers = key(binary_function::add), slices = numbers, repeated = numbers;
    numbers.quantized = false, slices.out_pixel_stride = 5, repeated.broadcast = single_b;
    CHECK_FALSE(combines_codes(numbers, dtype::i8));
    CHECK_FALSE(combines_codes(slices, dtype::i8));
    CHECK_FALSE(combines_codes(repeated, dtype::i8));
}

TEST_CASE("a span is compiled for its patterns, and not for the rows that they repeat in") {
    constexpr binary_key full{
        .function = binary_function::multiply, .in_a = dtype::i8, .broadcast = fixed_a | single_b};
    CHECK(combined_key(full) ==
          binary_key{.function = binary_function::multiply, .broadcast = single_b});
}

TEST_CASE("libraries shift to the right by at most 30 bits") {
    CHECK((is_shift_to_right(0) && is_shift_to_right(-30)));
    CHECK_FALSE((is_shift_to_right(1) || is_shift_to_right(-31)));
    CHECK(stay<binary_function::add>(0, -1, -30));
    CHECK_FALSE(stay<binary_function::add>(0, -1, 1));
    CHECK_FALSE(stay<binary_function::subtract>(0, 1, 0));
    CHECK(stay<binary_function::multiply>(0, 1, 1));  // has one shift
    CHECK_FALSE(stay<binary_function::multiply>(1, 0, 0));
}

TEST_CASE("each row is combined with its own, or with one row for all") {
    const auto rows = whole_window<std::int8_t>(tens, 0, 2, 3);
    CHECK(combined<0>(rows) == std::vector{11, 22, 33, 44, 55, 66});
    CHECK(combined<fixed_b>(rows) == std::vector{11, 22, 33, 14, 25, 36});
    CHECK(combined<fixed_a>(rows) == std::vector{11, 22, 33, 41, 52, 63});
}

TEST_CASE("rows of a constant are combined as those of an activation") {
    const auto rows = whole_window(constant_pointer<std::int8_t>{tens}, 0, 2, 3);
    CHECK(combined<0>(rows) == std::vector{11, 22, 33, 44, 55, 66});
}

TEST_CASE("libraries have TFLite's softmax of codes, and no other") {
    constexpr quantization probabilities{1.0f / 256, -128};
    CHECK(is_librarys(dtype::i8, dtype::i8, probabilities));
    CHECK_FALSE(is_librarys(dtype::i8, dtype::i8, {1.0f / 256, 0}));
    CHECK_FALSE(is_librarys(dtype::i8, dtype::i8, probabilities, true));
    CHECK_FALSE(is_librarys(dtype::i16, dtype::i8, probabilities));
    CHECK_FALSE(is_librarys(dtype::i8, dtype::i16, {1.0f / 32768, 0}));
    CHECK_FALSE(has_library_softmax(softmax_key{.rounds = rounding::nearest}));
}

TEST_CASE("differences beyond the lowest one have an exponential of nothing") {
    constexpr softmax_key G{.rounds = rounding::tflite,
                            .scale_bits = __builtin_bit_cast(std::uint32_t, 0.125f)};
    constexpr int lowest = softmax_lowest_difference<G>;
    CHECK(tflite_exponential_of(softmax_differences<G>, -lowest) > 0);
    CHECK(tflite_exponential_of(softmax_differences<G>, -lowest + 1) == 0);
    CHECK(lowest == -31 * 4);  // 31 * 2^26, shifted by 24: the scale is 0.5 * 2^24 in 2^-26
}
