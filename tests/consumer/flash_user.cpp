// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program with a constant in flash and a larger array that is zeroed memory.
template <int N>
struct holder {
    inline static volatile unsigned char zeroed_bytes[N];
};

extern const volatile unsigned char constant_bytes[3000] = {1, 2, 3};

int main(int count, char**) { return holder<100000>::zeroed_bytes[count] + constant_bytes[count]; }
