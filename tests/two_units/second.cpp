// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "interface.hpp"

#include "conv_int8.hpp"

namespace {

void run(const int8_t* image, int8_t* classes) {
    int8_t in[72], out[3];
    for (int i = 0; i < 72; ++i) in[i] = image[i];
    tigris::run(conv_int8::model, tigris::in_memory_order(in), out);
    for (int i = 0; i < 3; ++i) classes[i] = out[i];
}

}  // namespace

unit second_unit() { return {conv_int8::model.constants[0].bytes, run}; }
