// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the two units say of the same model.

#include <stdint.h>

struct unit {
    const void* weights;
    void (*run)(const int8_t* image, int8_t* classes);
};

unit first_unit();
unit second_unit();
