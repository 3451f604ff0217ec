// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model written by hand: two depthwise convolutions of 3x3 over rows of seven pixels.
// pixels [1, 9, 7, 10] -> hidden -> result. They have all constants but weights in common.

#include <tigris/core.hpp>

namespace two_depthwise {

enum class op : uint16_t { first_conv, second_conv };

inline constexpr int32_t channels = 10;

constexpr auto make_weights(int step) {
    tigris::sized_array<int8_t, 9 * channels> made{};
    for (int i = 0; i < made.size(); ++i) made[i] = int8_t(i * step % 251 - 125);
    return made;
}
inline constexpr auto first_weights = make_weights(89), second_weights = make_weights(53);
inline constexpr int32_t bias[channels]{0, 900, -1200, 77, -5, 3, 2500, -2500, 40, -40};
inline constexpr int32_t multipliers[channels]{1 << 30,    1500000001, 1234567891, 2000000011,
                                               1111111111, 2147483647, 1765432101, 1300000007,
                                               1073741824, 1999999999};
inline constexpr int8_t shifts[channels]{-7, -8, -8, -9, -6, -8, -10, -7, -9, -8};

inline constexpr struct model_type : tigris::model_interface<model_type> {
    using op = two_depthwise::op;
    static constexpr tigris::target default_target{};
    static constexpr tigris::sized_array<int, 1> inputs{{0}};
    static constexpr tigris::sized_array<int, 1> outputs{{2}};
    static constexpr tigris::sized_array<const char*, 8> tensor_names{
        {"pixels", "hidden", "result", "first_weights", "bias", "multipliers", "shifts",
         "second_weights"}};
    static constexpr tigris::shape image{4, {1, 9, 7, channels}};
    static constexpr tigris::graph<8, 2, 12> graph{
        .tensors = {{.kind = tigris::tensor_kind::input,
                     .type = tigris::dtype::i8,
                     .index = 0,
                     .dims = image,
                     .quant = {0.5f, 3}},
                    {.type = tigris::dtype::i8, .dims = image, .quant = {0.5f, -9}},
                    {.kind = tigris::tensor_kind::output,
                     .type = tigris::dtype::i8,
                     .index = 0,
                     .dims = image,
                     .quant = {0.5f, 5}},
                    {.kind = tigris::tensor_kind::constant,
                     .type = tigris::dtype::i8,
                     .index = 0,
                     .dims = {3, {3, 3, channels}}},
                    {.kind = tigris::tensor_kind::constant,
                     .type = tigris::dtype::i32,
                     .index = 1,
                     .dims = {1, {channels}}},
                    {.kind = tigris::tensor_kind::constant,
                     .type = tigris::dtype::i32,
                     .index = 2,
                     .dims = {1, {channels}}},
                    {.kind = tigris::tensor_kind::constant,
                     .type = tigris::dtype::i8,
                     .index = 3,
                     .dims = {1, {channels}}},
                    {.kind = tigris::tensor_kind::constant,
                     .type = tigris::dtype::i8,
                     .index = 4,
                     .dims = {3, {3, 3, channels}}}},
        .nodes = {{tigris::ops::kind_of<tigris::ops::depthwise_conv>, 0, 0, 5, 5, 1},
                  {tigris::ops::kind_of<tigris::ops::depthwise_conv>, 0, 6, 5, 11, 1}},
        .edges = {0, 3, 4, 5, 6, 1, 1, 7, 4, 5, 6, 2}};
    static constexpr tigris::attribute_tables<tigris::table<tigris::ops::depthwise_conv, 1>>
        attributes{{{{.window = {.kernel_h = 3,
                                 .kernel_w = 3,
                                 .pad_top = 1,
                                 .pad_left = 1,
                                 .pad_bottom = 1,
                                 .pad_right = 1}}}}};
    static constexpr tigris::sized_array<tigris::constant, 5> constants{
        {{.bytes = first_weights.items},
         {.words = bias},
         {.words = multipliers},
         {.bytes = shifts},
         {.bytes = second_weights.items}}};
} model{};

}  // namespace two_depthwise
