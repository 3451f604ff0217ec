// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A budget that the compiler checks. With -DFAST=4_KiB this file does not compile, and the error
// says what would help: more fast memory, or slow memory.

#include <fashion_int8.hpp>

#include <stdio.h>

using namespace tigris::literals;
constexpr tigris::target board{.fast = FAST, .alignment = 4};
constinit tigris::workspace<fashion_int8::model, board> memory{};

// The same questions without an error.
constexpr tigris::target smaller{.fast = 4_KiB, .alignment = 4};
constexpr tigris::target with_slow_memory{.fast = 4_KiB, .slow = 64_KiB, .alignment = 4};
static_assert(!tigris::fits<fashion_int8::model, smaller>);
static_assert(tigris::fits<fashion_int8::model, with_slow_memory>);

int main() {
    tigris::input_buffer<fashion_int8::model> image{};
    tigris::output_buffer<fashion_int8::model> scores{};
    tigris::run(fashion_int8::model, memory, image, scores);
    printf("the smallest plan without a search takes %d bytes, the model has %d\n",
           int(tigris::smallest_fast_bytes<fashion_int8::model, board>), int(board.fast));
}
