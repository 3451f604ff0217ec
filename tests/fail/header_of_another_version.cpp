// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: header and library are of different versions; convert the model again
#include <tigris/tigris.hpp>
#undef TIGRIS_HEADER_FORMAT
#define TIGRIS_HEADER_FORMAT 0
#include <conv_int8.hpp>
