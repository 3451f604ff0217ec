// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the backend aarch64 needs a 64-bit Arm core
#include <tigris/c_interface.hpp>

#include <conv_int8.hpp>

enum conv_int8_status { conv_int8_status_ok };
struct conv_int8_context {
    alignas(64) unsigned char bytes[65536];
};
struct conv_int8_io {
    const int8_t* image;
    int8_t* classes;
};
#define TIGRIS_C_FUNCTIONS_conv_int8(define) \
    define(conv_int8, init) define(conv_int8, run, image, classes) define(conv_int8, status_name)
constexpr tigris::target board{.backend = tigris::aarch64};
TIGRIS_EXPORT_C(conv_int8::model, board, conv_int8);
