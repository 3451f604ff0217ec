// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/walks/broadcast_rows.hpp>

#include <helpers/check.hpp>
#include <tigris/kernels/contract/row_window.hpp>

using namespace tigris;
using namespace tigris::kernels;

namespace {

struct key {
    uint16_t broadcast = 0;
    int32_t out_pixel_stride = 0;
};

constexpr shape output{4, {1, 2, 3, 4}};

/// The bits of two operands of a step whose output is that.
constexpr uint16_t bits_of_shapes(const shape& a, const shape& b) {
    const tensor tensors[]{{.dims = a}, {.dims = b}, {.dims = output}};
    const int16_t inputs[]{0, 1}, outputs[]{2};
    return broadcast_bits({{tensors, 3}, inputs, outputs, 2, 1}, 2);
}

/// The element of an operand of rank 4 for row y, pixel x, channel c of the output.
constexpr int element_for(const shape& dims, int y, int x, int c) {
    const int row = dims[1] == 1 ? 0 : y, pixel = dims[2] == 1 ? 0 : x;
    return (row * dims[2] + pixel) * dims[3] + (dims[3] == 1 ? 0 : c);
}

constexpr row_window<int> rows_of_operand(const int* numbers, const shape& dims) {
    return whole_window(numbers, 0, dims[1], dims[2] * dims[3]);
}

constexpr int combine(int a, int b) { return a * 100 + b; }

/// Two operands [1, rows, pixels, channels] combined into slices of pixels, or into dense ones.
template <int... B>
struct combined_with {
    static constexpr shape a = output, b{4, {1, B...}};

    template <int Stride>
    static constexpr bool is_right(int untouched) {
        constexpr key Key{bits_of_shapes(a, b), Stride};
        constexpr int step = Stride ? Stride : 4;
        int numbers[24]{}, out[6 * step]{};
        for (int i = 0; i < 24; ++i) numbers[i] = i + 1;
        for (int& element : out) element = untouched;
        combine_rows<Key>(3, 4, out, 2, combine, rows_of_operand(numbers, a),
                          rows_of_operand(numbers, b));
        for (int i = 0; i < 6 * step; ++i) {
            const int y = i / (3 * step), x = i / step % 3, c = i % step;
            const int expected =
                c < 4 ? combine(element_for(a, y, x, c) + 1, element_for(b, y, x, c) + 1)
                      : untouched;
            if (out[i] != expected) return false;
        }
        return true;
    }
};

template <class Case>
void check_combined() {
    TIGRIS_CHECK(Case::template is_right<0>, -1);
    TIGRIS_CHECK(Case::template is_right<7>, -1);
}

}  // namespace

TEST_CASE("rows meet what ONNX's rule names, whatever repeats") {
    check_combined<combined_with<2, 3, 4>>();
    check_combined<combined_with<1, 3, 4>>();
    check_combined<combined_with<2, 1, 4>>();
    check_combined<combined_with<2, 3, 1>>();
    check_combined<combined_with<2, 1, 1>>();
    check_combined<combined_with<1, 1, 4>>();
    check_combined<combined_with<1, 3, 1>>();
    check_combined<combined_with<1, 1, 1>>();
}

TEST_CASE("each operand has three bits") {
    constexpr uint16_t bits = bits_of_shapes({4, {1, 1, 1, 4}}, {4, {1, 2, 3, 1}});
    TIGRIS_HOLDS(pattern_of(bits, 0) == ops::row_pattern::channels && is_fixed(bits, 0));
    TIGRIS_HOLDS(pattern_of(bits, 1) == ops::row_pattern::pixels && !is_fixed(bits, 1));
    TIGRIS_HOLDS(bits < 64);
}

TEST_CASE("rows are one span of elements unless pixels or channels repeat, or are slices") {
    constexpr uint16_t plain = bits_of_shapes(output, {1, {1}});
    constexpr uint16_t by_channel = bits_of_shapes(output, {1, {4}});
    TIGRIS_HOLDS(has_plain_rows(plain, 0, 2) && !has_plain_rows(plain, 8, 2));
    TIGRIS_HOLDS(!has_plain_rows(by_channel, 0, 2) && has_plain_rows(by_channel, 0, 1));
}

TEST_CASE("a constant's rows are read like an activation's") {
    constexpr int8_t offsets[]{10, 20, 30, 40};
    constexpr key Key{bits_of_shapes(output, {1, {4}})};
    int numbers[24]{}, out[24]{};
    for (int i = 0; i < 24; ++i) numbers[i] = 100 * i;
    combine_rows<Key>(
        3, 4, out, 2, [](int a, int b) { return a + b; }, rows_of_operand(numbers, output),
        whole_window(constant_pointer<int8_t>{offsets}, 0, 1, 4));
    for (int i = 0; i < 24; ++i) CHECK(out[i] == 100 * i + offsets[i % 4]);
}

TEST_CASE("operands with an element for each channel vary in a pixel") {
    TIGRIS_HOLDS(varies_in_pixel(ops::row_pattern::full));
    TIGRIS_HOLDS(varies_in_pixel(ops::row_pattern::channels));
    TIGRIS_HOLDS(!varies_in_pixel(ops::row_pattern::pixels));
    TIGRIS_HOLDS(!varies_in_pixel(ops::row_pattern::single));
}
