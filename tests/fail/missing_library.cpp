// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the target's backend calls a library that the program does not have
#include <helpers/two_layers_tflite.hpp>

constexpr tigris::target on_the_library{.backend = tigris::cmsis_nn};
constexpr auto& plan = tigris::plan_of<two_layers::tflite_model, on_the_library>;
