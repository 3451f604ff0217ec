// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The counter of cycles is there. QEMU has its registers and counts nothing.

#include "../../examples/firmware/boards/cycles.hpp"

int main() {
    cycles::begin();
    const uint32_t begin = cycles::now();
    return cycles::now() - begin < 1000000 ? 0 : 1;
}
