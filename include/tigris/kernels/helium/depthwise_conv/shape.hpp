// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What planner and kernel agree on: the working memory of depthwise convolutions on panels and on
// planes, and the order of weights by sixteens.

#include <tigris/kernels/helium/depthwise_conv/panel_shape.hpp>
#include <tigris/kernels/helium/depthwise_conv/plane_shape.hpp>
#include <tigris/kernels/helium/depthwise_conv/weights_of_sixteen.hpp>
