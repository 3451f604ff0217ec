// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OPTIONS g++: -std=c++17
// OPTIONS clang: -std=c++17
// EXPECT: tigris: compile as C\+\+20 or newer \(-std=c\+\+20\)
#include <tigris/c_interface.hpp>
