// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two units that include one model link, share its weights, and compute the same.

#include "interface.hpp"

int main() {
    int8_t image[72], first[3], second[3];
    for (int i = 0; i < 72; ++i) image[i] = int8_t(i * 37);
    first_unit().run(image, first);
    second_unit().run(image, second);
    bool equal = first_unit().weights == second_unit().weights;
    for (int i = 0; i < 3; ++i) equal = equal && first[i] == second[i];
    return equal ? 0 : 1;
}
