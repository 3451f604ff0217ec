// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The processor's counter moves, in QEMU, too: there it follows the host's time, and a run that
// takes too long is stopped.

#include "../../examples/firmware/boards/cycles.hpp"

int main() {
    cycles::begin();
    const uint32_t begin = cycles::now();
    while (cycles::between(begin, cycles::now()) == 0) {
    }
}
