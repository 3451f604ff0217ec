// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Small layers of floats, for tests of weights that are stored as something else.

#include <tigris/model/shape.hpp>
#include <tigris/ops/conv.hpp>
#include <tigris/ops/depthwise_conv.hpp>
#include <tigris/ops/gemm.hpp>

namespace tigris::test {

/// A layer over one image, or one row of vectors.
template <class Op>
struct layer_case {
    Op op{};
    shape input{};
    shape weights{};
    int outputs = 0;
    ops::row_reach reach{};
};

}  // namespace tigris::test

namespace tigris::test::float_layers {

inline constexpr ops::window same{3, 3, 1, 1, 1, 1, 1, 1, 1, 1};
inline constexpr layer_case<ops::conv> conv{
    {same}, {4, {1, 4, 5, 3}}, {4, {5, 3, 3, 3}}, 5, {3, 1, 1, 1}};
inline constexpr layer_case<ops::conv> grouped{
    {same, 2}, {4, {1, 4, 5, 6}}, {4, {4, 3, 3, 3}}, 4, {3, 1, 1, 1}};
inline constexpr layer_case<ops::depthwise_conv> depthwise{
    {same}, {4, {1, 4, 3, 19}}, {3, {3, 3, 19}}, 19, {3, 1, 1, 1}};
inline constexpr layer_case<ops::gemm> gemm{{}, {2, {3, 15}}, {2, {7, 15}}, 7, {}};

}  // namespace tigris::test::float_layers
