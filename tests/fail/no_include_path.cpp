// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WITHOUT: tigris
// EXPECT: tigris: add TiGrIS' folder include to the include path \(-I\), or link tigris::tigris
#include <conv_int8.hpp>
