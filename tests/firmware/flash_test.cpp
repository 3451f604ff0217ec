// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A small program of which one constant takes most of the flash.

const volatile unsigned char large_constant[4096] = {1};

int main(int argc, char**) { return large_constant[argc]; }
