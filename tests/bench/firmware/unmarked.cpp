// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a model once and does nothing else: whose flash is a network's own. ../subject.hpp says
// which.

#define BENCH_BACKEND BENCH_KERNELS

#include <subject.hpp>

namespace {

/// Whatever the compiler cannot see may write inputs and read outputs.
void let_others_use(void* buffer) { asm volatile("" : : "r"(buffer) : "memory"); }

}  // namespace

int main() {
    tigris::for_each_index<bench::Model.inputs.size()>(
        [](auto i) { let_others_use(&bench::input<i.value>[0]); });
    bench::run();
    tigris::for_each_index<bench::Model.outputs.size()>(
        [](auto i) { let_others_use(&bench::output<i.value>[0]); });
    return 0;
}
