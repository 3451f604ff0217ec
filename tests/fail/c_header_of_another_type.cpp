// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the buffer's element type is not that of the model's input or output; declare it
#include <tigris/c_interface.hpp>

#include <conv_int8.hpp>

enum conv_int8_status { conv_int8_status_ok };
struct conv_int8_context {
    alignas(64) unsigned char bytes[65536];
};
struct conv_int8_io {
    const int8_t* image;
    uint8_t* classes;
};
#define TIGRIS_C_FUNCTIONS_conv_int8(define) \
    define(conv_int8, init) define(conv_int8, run, image, classes) define(conv_int8, status_name)

TIGRIS_EXPORT_C(conv_int8::model, conv_int8::model.default_target, conv_int8);
