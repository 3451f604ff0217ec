// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/plans/smallest.hpp>
#include <tigris/execution/run.hpp>

#include <doctest/doctest.h>

// In the smallest plan the product is made where the joined output has it: behind the rows.
namespace joined {

/// 1, 2, 3, -1, -2, -3
alignas(16) inline constexpr int8_t weights[24]{0, 0, -128, 63,  0, 0, 0, 64,  0, 0, 64, 64,
                                                0, 0, -128, -65, 0, 0, 0, -64, 0, 0, 64, -64};

/// joined [4, 5] = rows [4, 3], and their product [4, 2] behind each row.
inline constexpr struct model_type : tigris::model_interface<model_type> {
    enum class op : uint16_t { product, join };
    static constexpr tigris::target default_target{};
    static constexpr tigris::sized_array<int, 1> inputs{{0}};
    static constexpr tigris::sized_array<int, 1> outputs{{3}};
    static constexpr tigris::sized_array<const char*, 4> tensor_names{
        {"rows", "weights", "product", "joined"}};
    static constexpr tigris::graph<4, 2, 7> graph{
        .tensors = {{.kind = tigris::tensor_kind::input, .index = 0, .dims = {3, {1, 4, 3}}},
                    {.kind = tigris::tensor_kind::constant, .index = 0, .dims = {4, {2, 1, 1, 3}}},
                    {.dims = {3, {1, 4, 2}}},
                    {.kind = tigris::tensor_kind::output, .index = 0, .dims = {3, {1, 4, 5}}}},
        .nodes = {{tigris::ops::kind_of<tigris::ops::conv>, 0, 0, 3, 3, 1},
                  {tigris::ops::kind_of<tigris::ops::concat>, 0, 4, 2, 6, 1}},
        .edges = {0, 1, -1, 2, 0, 2, 3}};
    static constexpr tigris::attribute_tables<tigris::table<tigris::ops::concat, 1>,
                                              tigris::table<tigris::ops::conv, 1>>
        attributes{{{{.axis = 2}}}, {{{}}}};
    static constexpr tigris::sized_array<tigris::constant, 1> constants{{{.bytes = weights}}};
} model{};

}  // namespace joined

TEST_CASE("what is made in its place of an output lies there") {
    constexpr tigris::target smallest{
        .fast =
            uint64_t(tigris::smallest_fast_bytes<joined::model, tigris::target{.alignment = 4}>),
        .alignment = 4};
    const float rows[4][3]{{1, 2, 3}, {4, 5, 6}, {-1, 0, 1}, {7, -8, 9}};
    float out[4][5];
    tigris::workspace<joined::model, smallest> workspace;
    tigris::run(joined::model, workspace, rows, out);
    for (int y = 0; y < 4; ++y) {
        const float sum = rows[y][0] + 2 * rows[y][1] + 3 * rows[y][2];
        for (int x = 0; x < 3; ++x) CHECK(out[y][x] == rows[y][x]);
        CHECK(out[y][3] == sum);
        CHECK(out[y][4] == -sum);
    }
}
