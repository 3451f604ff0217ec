// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: TIGRIS_TENSOR_ALIGN is not a power of two; give 4, 8, 16 or 32
#define TIGRIS_TENSOR_ALIGN 12
#include <helpers/two_layers.hpp>

constinit tigris::workspace<two_layers::model, tigris::target{}> memory{};
