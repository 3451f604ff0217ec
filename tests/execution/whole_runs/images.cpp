// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/run.hpp>

#include <doctest/doctest.h>

namespace images {

/// The average over windows of one element, with a row of padding behind each of two images.
inline constexpr struct padded_images : tigris::model_interface<padded_images> {
    enum class op : uint16_t { pool };
    static constexpr tigris::target default_target{};
    static constexpr tigris::sized_array<int, 1> inputs{{0}};
    static constexpr tigris::sized_array<int, 1> outputs{{1}};
    static constexpr tigris::sized_array<const char*, 2> tensor_names{{"x", "y"}};
    static constexpr tigris::sized_array<const char*, 1> step_names{{"pool"}};
    static constexpr tigris::graph<2, 1, 2> graph{
        .tensors = {{.kind = tigris::tensor_kind::input, .index = 0, .dims = {4, {2, 2, 1, 1}}},
                    {.kind = tigris::tensor_kind::output, .index = 0, .dims = {4, {2, 3, 1, 1}}}},
        .nodes = {{tigris::ops::kind_of<tigris::ops::pool>, 0, 0, 1, 1, 1}},
        .edges = {0, 1}};
    static constexpr tigris::attribute_tables<tigris::table<tigris::ops::pool, 1>> attributes{
        {{{.function = tigris::ops::pool_function::average, .window = {.pad_bottom = 1}}}}};
    static constexpr tigris::sized_array<tigris::constant, 0> constants{};
} model{};

}  // namespace images

TEST_CASE("padding behind an image is no row of the next") {
    const float x[4]{1, 2, 3, 4};
    float y[6];
    tigris::run(images::model, x, y);
    const float expected[6]{1, 2, 0, 3, 4, 0};
    for (int i = 0; i < 6; ++i) CHECK(y[i] == expected[i]);
}
