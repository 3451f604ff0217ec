// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: without a search the model does not fit in the fast memory it was given
#include <helpers/two_layers.hpp>

inline constexpr struct tight_type : two_layers::model_type {
    static constexpr tigris::target default_target{.fast = 16, .alignment = 4};
} tight{};
void run_it() { tigris::run(tight, two_layers::rows, two_layers::result); }
