// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads from an address that no board has.

int main() { return *reinterpret_cast<volatile int*>(0xF0000000); }
