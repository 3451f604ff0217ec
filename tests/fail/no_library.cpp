// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WITHOUT: library
// EXPECT: tigris: names of inputs and outputs need the C.. standard library
#include <conv_int8.hpp>

using namespace tigris::literals;

int8_t picture[6][6][2], result[3];

void run_it() {
    tigris::run(conv_int8::model, tigris::inputs("image"_t = picture),
                tigris::outputs("classes"_t = result));
}
