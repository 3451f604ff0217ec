// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the model has no input or output of this name
#include <helpers/two_layers.hpp>
#include <tigris/names.hpp>

using namespace tigris::literals;

constexpr tigris::shape dims = two_layers::model["row"_t].dims;
