// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the backend's kernels round as TensorFlow Lite does, and the model does not
// EXPECT: convert it with --rounding tflite
#include <helpers/two_layers.hpp>

constexpr tigris::target board{.backend = tigris::cmsis_nn};
constinit tigris::workspace<two_layers::model, board> memory{};

void run_it() { tigris::run(two_layers::model, memory, two_layers::rows, two_layers::result); }
