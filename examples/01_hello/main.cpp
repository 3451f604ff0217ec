// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A model that learned the sine, and the wave that it draws.

#include <sine.hpp>

#include <stdio.h>

int main() {
    for (int line = 0; line <= 24; ++line) {
        const float x[1] = {float(line) * 3.14159265f / 12};  // radians
        float y[1];
        tigris::run(sine::model, x, y);
        printf("%*c\n", int(30.5f + 29 * y[0]), '*');
    }
    return 0;
}
