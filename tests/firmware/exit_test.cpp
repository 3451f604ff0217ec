// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Returns the number of its arguments.

int main(int argc, char**) { return argc - 1; }
