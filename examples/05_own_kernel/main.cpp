// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same model with the library's kernels and with one of ours.

#include "own_backend.hpp"

#include <sine.hpp>

#include <stdio.h>

constexpr tigris::target ours{.backend = own::backend};
constinit tigris::workspace<sine::model> their_memory{};
constinit tigris::workspace<sine::model, ours> our_memory{};

int main() {
    int different = 0;
    for (int i = 0; i < 100; ++i) {
        const float x[1] = {float(i) * 0.06f};
        float theirs[1], own_result[1];
        tigris::run(sine::model, their_memory, x, theirs);
        tigris::run(sine::model, our_memory, x, own_result);
        const float error = theirs[0] - own_result[0];
        different += error > 1e-6f || error < -1e-6f;
    }
    printf("our kernel was called %d times; %d of 100 results differ\n", own::calls, different);
    return different;
}
