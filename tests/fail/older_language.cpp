// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OPTIONS g++: -std=c++17
// OPTIONS clang: -std=c++17
// EXPECT: tigris: compile as C\+\+20 or newer \(-std=c\+\+20\)
#include <conv_int8.hpp>

int8_t picture[6 * 6 * 3], result[6 * 6 * 4];
void run_it() { tigris::run(conv_int8::model, picture, result); }
