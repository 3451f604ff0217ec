// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the target forbids fallback, and its backend has no kernel for a step
// EXPECT: kernel_of_step<two_layers::model_type, two_layers::op::last_relu
#include <helpers/two_layers.hpp>

constexpr tigris::target board{.backend = tigris::aarch64, .forbid_fallback = true};
constinit tigris::workspace<two_layers::model, board> memory{};
