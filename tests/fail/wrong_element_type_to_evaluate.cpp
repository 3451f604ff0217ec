// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the buffer's element type is not that of the model's input or output; declare it
#include <helpers/two_layers.hpp>
#include <tigris/execution/evaluate.hpp>

constexpr float wrong[3]{};
constexpr auto made = tigris::evaluate(two_layers::model, wrong);
