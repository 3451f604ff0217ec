// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a model twice in the same memory and prints one number for all outputs. ../bench/subject.hpp
// says which model. On a board BENCH_ON_BOARD is defined.

#define BENCH_BACKEND BENCH_KERNELS

#include <bench/subject.hpp>

#ifdef BENCH_ON_BOARD
#include <semihost.hpp>

extern "C" int main();  // which is no special name to a freestanding Clang

static void print(uint32_t number) {
    semihost::print(semihost::digits(number, 10));
    semihost::print("\n");
}
#else
#include <stdio.h>

static void print(uint32_t number) { printf("%u\n", static_cast<unsigned>(number)); }
#endif

int main() {
    bench::fill_inputs();
    bench::run();
    bench::hash_of_outputs();
    bench::run();
    print(bench::hash_of_outputs());
    return 0;
}
