// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: a target has .workers = 1 or .workers = 2
#include <helpers/two_layers.hpp>

inline constexpr struct b_type : two_layers::model_type {
    static constexpr tigris::target default_target{.workers = 3};
} b{};
void run_it() { tigris::run(b, two_layers::rows, two_layers::result); }
