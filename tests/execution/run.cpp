// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/run.hpp>

#include <helpers/two_by_two.hpp>
#include <helpers/two_layers.hpp>
#include <tigris/names.hpp>

#include <doctest/doctest.h>

#include <array>
#include <span>
#include <vector>

namespace {

using namespace tigris::literals;
using two_by_two::model;

constexpr float a[6]{1, 2, 3, -4, -5, -6};
constexpr float b[6]{1, 1, 1, 1, 1, 10};

template <class Values>
bool is_sum(const Values& v) {
    return v[0] == 2 && v[3] == -3 && v[5] == 4;
}
template <class Values>
bool is_kept(const Values& v) {
    return v[0] == 2 && v[3] == 0 && v[5] == 4;
}

}  // namespace

TEST_CASE("buffers bind in ONNX order") {
    float sum[6], kept[6];
    tigris::run(model, tigris::inputs(a, b), tigris::outputs(sum, kept));
    CHECK(is_sum(sum));
    CHECK(is_kept(kept));
}

TEST_CASE("buffers bind by name, in any order") {
    float sum[6], kept[6];
    tigris::run(model, tigris::inputs("b"_t = b, "a"_t = a),
                tigris::outputs("kept"_t = kept, "sum"_t = sum));
    CHECK(is_sum(sum));
    CHECK(is_kept(kept));
}

TEST_CASE("edge buffers, std::array and std::span of a fixed extent are buffers") {
    tigris::input_buffer<model, 0> left{{1, 2, 3, -4, -5, -6}};
    std::array<float, 6> right{1, 1, 1, 1, 1, 10};
    tigris::output_buffer<model, 0> sum;
    std::vector<float> memory(6);
    const std::span<float, 6> kept(memory.data(), 6);
    tigris::run(model, tigris::inputs(left, right), tigris::outputs(sum, kept));
    CHECK(is_sum(sum));
    CHECK(is_kept(memory));
}

TEST_CASE("a workspace of one's own holds what its plan says") {
    constexpr tigris::target board{.fast = 1_KiB, .alignment = 16};
    tigris::workspace<model, board> memory;
    static_assert(memory.bytes == tigris::plan_of<model, board>.fast_peak_bytes);
    float sum[6], kept[6];
    tigris::run(model, memory, tigris::inputs(a, b), tigris::outputs(sum, kept));
    CHECK(is_kept(kept));
}

TEST_CASE("edges tell names, scales and extents") {
    constexpr auto edge = model["kept"_t];
    static_assert(edge.extent == 6);
    static_assert(edge.dims == tigris::shape{2, {2, 3}});
    static_assert(edge.scale == 0);
    using rows = tigris::input_buffer<two_layers::model>;
    static_assert(rows::scale == 0.5f && rows::zero_point == 3 && rows::size() == 6000);
    CHECK(true);
}

TEST_CASE("fits is a quiet question") {
    static_assert(tigris::fits<model, tigris::target{.fast = 0}>);  // both results are the caller's
    CHECK(true);
}
