// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the model does not fit in the slow memory it was given; raise it to needs_bytes
// EXPECT: needs_bytes<6000>, tigris::budget_bytes<0>
#include <helpers/two_layers.hpp>

constexpr tigris::target board{.input = tigris::io::slow, .alignment = 4};
constinit tigris::workspace<two_layers::model, board> memory{};
