// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/tigris.hpp>

#include <conv_int8.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

using namespace tigris;
using tigris::execution::buffer_fault;

namespace {

/// An image of 6 rows and 4 columns of 3 channels, in ONNX [1, 3, 6, 4].
constexpr tensor image{.type = dtype::f32, .dims = {4, {1, 6, 4, 3}}, .onnx_axis = {0, 2, 3, 1}};
/// The same in both orders but for its numbers: 5 by 5 of 5 channels.
constexpr tensor cube{.type = dtype::f32, .dims = {4, {1, 5, 5, 5}}, .onnx_axis = {0, 2, 3, 1}};
/// One channel: the bytes lie alike in both orders.
constexpr tensor gray{.type = dtype::f32, .dims = {4, {1, 6, 4, 1}}, .onnx_axis = {0, 2, 3, 1}};
/// A signal of 9 samples of 2 channels.
constexpr tensor signal{.type = dtype::f32, .dims = {3, {1, 9, 2}}, .onnx_axis = {0, 2, 1}};
constexpr tensor vector{.type = dtype::f32, .dims = {2, {1, 12}}};
constexpr tensor number{.type = dtype::f32, .dims = {0, {}}};

template <const tensor& Info>
struct described_edge {
    using type = element_t<Info.type>;
    static constexpr tensor info = Info;
    static constexpr shape dims = Info.dims;
    static constexpr int extent = int(element_count(Info));
};

template <const tensor& Info, class B>
constexpr buffer_fault fault = execution::fault_of_buffer<described_edge<Info>, B>();

template <class T>
using ordered = ordered_buffer<T>;

/// Twelve elements that lie elsewhere, with as many bytes of its own.
struct pointing_to_twelve {
    float* first;
    std::size_t count;
    float others[12 - (sizeof(float*) + sizeof(std::size_t)) / sizeof(float)];

    float* data() const { return first; }
    constexpr std::size_t size() const { return count; }
};
static_assert(sizeof(pointing_to_twelve) == 12 * sizeof(float));

template <int Count>
struct holding {
    float elements[Count];

    float* data() { return elements; }
    constexpr int size() const { return Count; }
};

/// A view that does not say how its elements lie.
struct mdspan_without_mapping {
    float* data_handle() const { return nullptr; }
    static constexpr std::size_t rank() { return 1; }
    static constexpr std::size_t static_extent(std::size_t) { return 12; }
};

/// As std::mdspan: fixed extents, row after row or column after column.
template <bool ByRows, std::size_t... Extents>
struct mdspan {
    static constexpr std::size_t extents[sizeof...(Extents)]{Extents...};
    struct mapping_type {
        constexpr std::size_t stride(std::size_t axis) const {
            std::size_t stride = 1;
            for (std::size_t k = 0; k < sizeof...(Extents); ++k)
                if (ByRows ? k > axis : k < axis) stride *= extents[k];
            return stride;
        }
    };
    float* data_handle() const { return nullptr; }
    static constexpr std::size_t rank() { return sizeof...(Extents); }
    static constexpr std::size_t static_extent(std::size_t axis) { return extents[axis]; }
};

}  // namespace

TEST_CASE("extents in memory order bind, with or without those of one element") {
    static_assert(fault<image, float[6][4][3]> == buffer_fault::none);
    static_assert(fault<image, float[1][6][4][3]> == buffer_fault::none);
    static_assert(fault<gray, float[6][4]> == buffer_fault::none);
    static_assert(fault<gray, float[6][4][1]> == buffer_fault::none);
    static_assert(fault<gray, float[1][6][4]> == buffer_fault::none);
    static_assert(fault<signal, float[9][2]> == buffer_fault::none);
    static_assert(fault<vector, float[12]> == buffer_fault::none);
    static_assert(fault<vector, float[1][12]> == buffer_fault::none);
    static_assert(fault<number, float[1]> == buffer_fault::none);
    static_assert(fault<number, float[1][1]> == buffer_fault::none);
}

TEST_CASE("other extents do not, ONNX's among them") {
    static_assert(fault<image, float[3][6][4]> == buffer_fault::extents);
    static_assert(fault<image, float[1][3][6][4]> == buffer_fault::extents);
    static_assert(fault<image, float[6][12]> == buffer_fault::extents);
    static_assert(fault<image, float[4][6][3]> == buffer_fault::extents);
    static_assert(fault<image, float[71]> == buffer_fault::extents);
    static_assert(fault<signal, float[2][9]> == buffer_fault::extents);
    static_assert(fault<gray, float[4][6]> == buffer_fault::extents);
    static_assert(fault<vector, float[3][4]> == buffer_fault::extents);
    static_assert(fault<number, float[2]> == buffer_fault::extents);
}

TEST_CASE("what may be in either order needs a word, unless both are the same bytes") {
    static_assert(fault<image, float[72]> == buffer_fault::order);
    static_assert(fault<signal, float[18]> == buffer_fault::order);
    static_assert(fault<cube, float[5][5][5]> == buffer_fault::order);
    static_assert(fault<cube, float[125]> == buffer_fault::order);
    static_assert(fault<gray, float[24]> == buffer_fault::none);
    static_assert(fault<image, ordered<float[72]>> == buffer_fault::none);
    static_assert(fault<image, ordered<float[6][12]>> == buffer_fault::none);
    static_assert(fault<gray, ordered<float[1][6][4]>> == buffer_fault::none);
    static_assert(fault<cube, ordered<const float[5][5][5]>> == buffer_fault::none);
    static_assert(fault<image, ordered<float[71]>> == buffer_fault::extents);
    static_assert(fault<image, ordered<std::int8_t[72]>> == buffer_fault::bytes_for_floats);
}

TEST_CASE("the word for memory order does not turn ONNX's extents into it") {
    static_assert(fault<image, ordered<float[3][6][4]>> == buffer_fault::extents);
    static_assert(fault<image, ordered<float[1][3][6][4]>> == buffer_fault::extents);
    static_assert(fault<signal, ordered<std::array<float[9], 2>>> == buffer_fault::extents);
}

TEST_CASE("nested std::array, std::span and views of fixed extents state theirs") {
    using row = std::array<float, 3>;
    static_assert(fault<image, std::array<std::array<row, 4>, 6>> == buffer_fault::none);
    static_assert(fault<image, std::array<row, 24>> == buffer_fault::extents);
    static_assert(fault<image, std::array<row[4], 6>> == buffer_fault::none);
    static_assert(fault<image, std::span<const float[4][3], 6>> == buffer_fault::none);
    static_assert(fault<image, std::span<float, 72>> == buffer_fault::order);
    static_assert(fault<vector, std::span<const float, 12>> == buffer_fault::none);
    static_assert(fault<image, mdspan<true, 6, 4, 3>> == buffer_fault::none);
    static_assert(fault<image, mdspan<true, 3, 6, 4>> == buffer_fault::extents);
    static_assert(fault<image, mdspan<false, 6, 4, 3>> == buffer_fault::not_a_buffer);
    static_assert(fault<image, mdspan<true, std::size_t(-1), 4, 3>> == buffer_fault::not_a_buffer);
}

TEST_CASE("what states no extents is no buffer") {
    static_assert(fault<vector, std::span<float>> == buffer_fault::not_a_buffer);
    static_assert(fault<vector, std::vector<float>> == buffer_fault::not_a_buffer);
    static_assert(fault<vector, pointing_to_twelve> == buffer_fault::not_a_buffer);
    static_assert(fault<vector, mdspan_without_mapping> == buffer_fault::not_a_buffer);
    static_assert(fault<number, float> == buffer_fault::not_a_buffer);
    static_assert(fault<vector, float*> == buffer_fault::not_a_buffer);
}

TEST_CASE("a class that holds its elements and nothing else is like std::array") {
    static_assert(fault<vector, holding<12>> == buffer_fault::none);
    static_assert(fault<vector, holding<11>> == buffer_fault::extents);
}

TEST_CASE("elements are of the edge's type") {
    static_assert(fault<vector, double[12]> == buffer_fault::type);
    static_assert(fault<vector, std::uint8_t[12]> == buffer_fault::bytes_for_floats);
    static_assert(fault<image, std::int8_t[6][4][3]> == buffer_fault::bytes_for_floats);
}

TEST_CASE("buffers of one edge do not bind to another") {
    using in = input_edge<conv_int8::model>;
    static_assert(execution::fault_of_buffer<in, in::buffer>() == buffer_fault::none);
    static_assert(execution::fault_of_buffer<in, output_buffer<conv_int8::model>>() ==
                  buffer_fault::of_another_edge);
}

TEST_CASE("buffers of every kind give the same bytes") {
    input_buffer<conv_int8::model> in;
    for (int i = 0; i < in.size(); ++i) in[i] = std::int8_t(i * 37 % 101 - 50);
    output_buffer<conv_int8::model> expected;
    run(conv_int8::model, in, expected);

    const auto check = [&](const auto& buffer) {
        std::int8_t out[3]{};
        run(conv_int8::model, buffer, out);
        CHECK(std::equal(out, out + 3, expected.items));
    };
    std::int8_t nested[6][6][2];
    std::array<std::array<std::array<std::int8_t, 2>, 6>, 6> array;
    for (int i = 0; i < 72; ++i) {
        nested[i / 12][i / 2 % 6][i % 2] = in[i];
        array[std::size_t(i / 12)][std::size_t(i / 2 % 6)][std::size_t(i % 2)] = in[i];
    }
    check(nested);
    check(array);
    check(std::span<const std::int8_t[6][2], 6>(nested));
    check(in_memory_order(in.items));
    check(in_memory_order(array));
    check(in_memory_order(std::span(array)));
}
