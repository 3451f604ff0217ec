// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/fast_int8/moved_pixels.hpp>

#include <helpers/counted_copies.hpp>
#include <helpers/node_case.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using namespace tigris;
using namespace tigris::kernels;
using test::counted_copies;

namespace {

constexpr ops::resize doubling{.coordinates = ops::resize_coordinates::asymmetric,
                               .nearest = ops::nearest_rounding::floor};

/// Two rows of three pixels of two elements become four rows of six.
template <dtype Type>
constexpr test::node_case doubled() {
    test::node_case n;
    n.add_input({.type = Type, .dims = {4, {1, 2, 3, 2}}});
    n.set_output({.type = Type, .dims = {4, {1, 4, 6, 2}}});
    return n;
}
template <dtype Type, int32_t OutPixelStride>
constexpr resize_key key_with = [] {
    resize_key made = key_of(doubling, doubled<Type>().all(), rounding::nearest);
    made.out_pixel_stride = OutPixelStride;
    return made;
}();

template <class T>
struct small_image {
    T at[12]{1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60};
};

/// Rows [first, first + count) of the doubled image; elements after them are 77.
template <class T, int32_t OutPixelStride = 0>
std::vector<T> moved(int32_t first, int32_t count) {
    constexpr int32_t step = OutPixelStride ? OutPixelStride : 2;
    const small_image<T> image;
    const auto layer = layer_of<T>(doubling, doubled<dtype_of<T>>().all(), {}, rounding::nearest);
    std::vector<T> out(std::size_t(count * 6 * step + 1), T(77));
    counted_copies::calls = 0;
    move_pixels<key_with<dtype_of<T>, OutPixelStride>, counted_copies>(
        layer, out.data(), first, count,
        whole_window<T>(image.at, window_begin(layer, first), 2, 6));
    return out;
}

}  // namespace

TEST_CASE_TEMPLATE("pixels come from the nearest column and row", T, std::int8_t, float) {
    CHECK(moved<T>(1, 2) == std::vector<T>{1,  2,  1,  2,  3,  4,  3,  4,  5,  6,  5,  6, 10,
                                           20, 10, 20, 30, 40, 30, 40, 50, 60, 50, 60, 77});
    CHECK(counted_copies::calls == 2 * 6);
}

TEST_CASE("a row that is like the row before is copied as a whole") {
    const std::vector<std::int8_t> all = moved<std::int8_t>(0, 4);
    CHECK(counted_copies::calls == 6 + 1 + 6 + 1);
    CHECK(std::vector(all.begin(), all.begin() + 12) ==
          std::vector(all.begin() + 12, all.begin() + 24));
    CHECK(all[24] == 10);
    CHECK(all[47] == 60);
    CHECK(all[48] == 77);
}

TEST_CASE("a call begins at any row, and its window at the row that is nearest") {
    CHECK(moved<std::int8_t>(2, 1)[0] == 10);
    CHECK(moved<std::int8_t>(3, 1)[11] == 60);
}

TEST_CASE("no row is copied as a whole if its pixels are slices of wider ones") {
    const std::vector<std::int16_t> all = moved<std::int16_t, 3>(0, 2);
    CHECK(counted_copies::calls == 2 * 6);
    CHECK(std::vector(all.begin(), all.begin() + 9) ==
          std::vector<std::int16_t>{1, 2, 77, 1, 2, 77, 3, 4, 77});
    CHECK(all[18] == 1);
}
