// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What programs that measure give their models.

#include <tigris/core.hpp>

namespace bench {

/// Input number I: some codes, the same in every run; small whole numbers for floats.
template <auto Model, int I>
void fill(tigris::input_buffer<Model, I>& input) {
    uint32_t state = 1 + I;
    for (int i = 0; i < tigris::input_edge<Model, I>::extent; ++i) {
        state = state * 1664525u + 1013904223u;
        input[i] = static_cast<typename tigris::input_edge<Model, I>::type>(
            static_cast<int32_t>(state >> 24) - 128);
    }
}

}  // namespace bench
