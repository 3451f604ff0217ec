// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: run takes nothing in angle brackets; pass the model first, and a workspace<model,
#include <helpers/two_layers.hpp>

void run_it() { tigris::run<two_layers::model_type>(two_layers::rows, two_layers::result); }
