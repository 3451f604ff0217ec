// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every firmware has: start-up code. The flash of others is counted without it.

int main() { return 0; }
