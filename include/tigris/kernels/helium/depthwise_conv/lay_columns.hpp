// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Vectors of three and of four, stored side by side lane after lane.

#include <tigris/kernels/helium/instructions.hpp>

namespace tigris::kernels::helium_kernels {

/// Three rows, and the bytes from one column of each to the next.
struct column_rows {
    const int8_t* at[3];
    int32_t apart[3];
};

#if TIGRIS_HAS_HELIUM

[[gnu::noinline]] inline void lay_columns(const column_rows& rows, int8_t* to, int32_t columns,
                                          int32_t channels) {
    asm volatile(
        "ldm %[rows], {r0, r1, r2, r8, r9, r10}\n\t"
        "vctp.16 %[channels]\n\t"
        "wls lr, %[columns], 2f\n"
        "1:\n\t"
        "vpsttt\n\t"
        "vldrbt.u16 q0, [r0]\n\t"
        "vldrbt.u16 q2, [r1]\n\t"
        "vldrbt.u16 q1, [r2]\n\t"
        "add r0, r0, r8\n\t"
        "add r1, r1, r9\n\t"
        "add r2, r2, r10\n\t"
        "vsli.16 q0, q2, #8\n\t"
        "vst20.16 {q0, q1}, [%[to]]\n\t"
        "vst21.16 {q0, q1}, [%[to]]!\n\t"
        "le lr, 1b\n"
        "2:"
        : [to] "+&r"(to)
        : [rows] "r"(&rows), [columns] "r"(columns), [channels] "r"(channels)
        : "r0", "r1", "r2", "r8", "r9", "r10", "q0", "q1", "q2", "lr", "memory", TIGRIS_PREDICATES);
}
[[gnu::always_inline]] inline void lay_taps(const int8_t* from, int32_t apart, int8_t* to,
                                            int32_t channels) {
    const int8_t *b = from + 3 * apart, *c = b + 3 * apart;
    asm volatile(
        "vctp.16 %[channels]\n\t"
        ".rept 3\n\t"
        "vpsttt\n\t"
        "vldrbt.u16 q0, [%[from]]\n\t"
        "vldrbt.u16 q2, [%[b]]\n\t"
        "vldrbt.u16 q1, [%[c]]\n\t"
        "add %[from], %[from], %[apart]\n\t"
        "add %[b], %[b], %[apart]\n\t"
        "add %[c], %[c], %[apart]\n\t"
        "vsli.16 q0, q2, #8\n\t"
        "vst20.16 {q0, q1}, [%[to]]\n\t"
        "vst21.16 {q0, q1}, [%[to]]!\n\t"
        ".endr"
        : [from] "+&l"(from), [b] "+&l"(b), [c] "+&l"(c), [to] "+&r"(to)
        : [apart] "r"(apart), [channels] "r"(channels)
        : "q0", "q1", "q2", "memory", TIGRIS_PREDICATES);
}
[[gnu::always_inline]] inline void store_by_lanes(int32_t* to, words a, words b, words c, words d) {
    asm volatile(
        "vmov q0, %q[a]\n\t"
        "vmov q1, %q[b]\n\t"
        "vmov q2, %q[c]\n\t"
        "vmov q3, %q[d]\n\t"
        "vst40.32 {q0, q1, q2, q3}, [%[to]]\n\t"
        "vst41.32 {q0, q1, q2, q3}, [%[to]]\n\t"
        "vst42.32 {q0, q1, q2, q3}, [%[to]]\n\t"
        "vst43.32 {q0, q1, q2, q3}, [%[to]]"
        :
        : [a] "w"(a), [b] "w"(b), [c] "w"(c), [d] "w"(d), [to] "r"(to)
        : "q0", "q1", "q2", "q3", "memory");
}
[[gnu::always_inline]] inline int32_t store_eight_by_lanes(int32_t* to, const int32_t* a,
                                                           const int32_t* b, const int8_t* c,
                                                           int32_t more) {
    int32_t places = 0, largest = INT32_MIN;
    asm volatile(
        ".rept 2\n\t"
        "vldrw.32 q0, [%[a]], #16\n\t"
        "vldrw.32 q1, [%[b]], #16\n\t"
        "vldrb.s32 q2, [%[c]], #4\n\t"
        "vidup.u32 q3, %[places], #4\n\t"
        "vadd.i32 q2, q2, %[more]\n\t"
        "vmaxv.s32 %[largest], q2\n\t"
        "vst40.32 {q0, q1, q2, q3}, [%[to]]\n\t"
        "vst41.32 {q0, q1, q2, q3}, [%[to]]\n\t"
        "vst42.32 {q0, q1, q2, q3}, [%[to]]\n\t"
        "vst43.32 {q0, q1, q2, q3}, [%[to]]!\n\t"
        ".endr"
        : [a] "+&r"(a), [b] "+&r"(b), [c] "+&l"(c), [to] "+&r"(to), [places] "+&Te"(places),
          [largest] "+&r"(largest)
        : [more] "r"(more)
        : "q0", "q1", "q2", "q3", "memory");
    return largest;
}

#else

/// Stores 32 bytes per column: for each of eight channels the bytes of the three rows and a zero.
/// Channels from `channels` (at most eight) on are not read.
inline void lay_columns(const column_rows& rows, int8_t* to, int32_t columns, int32_t channels) {
    for (int32_t x = 0; x < columns; ++x, to += 32)
        for (int32_t c = 0; c < 8; ++c)
            for (int32_t i = 0; i < 4; ++i)
                to[4 * c + i] =
                    c < channels && i < 3 ? rows.at[i][x * rows.apart[i] + c] : int8_t(0);
}
/// The nine taps of a kernel, each `apart` bytes behind the one before.
inline void lay_taps(const int8_t* from, int32_t apart, int8_t* to, int32_t channels) {
    lay_columns({{from, from + 3 * apart, from + 6 * apart}, {apart, apart, apart}}, to, 3,
                channels);
}
/// Lanes 0 of all, then lanes 1, and on.
inline void store_by_lanes(int32_t* to, words a, words b, words c, words d) {
    for (int32_t i = 0; i < 4; ++i) store(to + 4 * i, words{a[i], b[i], c[i], d[i]});
}
/// Eight of each, `more` added to the bytes, and as fourth 0, 4, 8, ...; the largest byte then.
inline int32_t store_eight_by_lanes(int32_t* to, const int32_t* a, const int32_t* b,
                                    const int8_t* c, int32_t more) {
    int32_t largest = INT32_MIN;
    for (int32_t i = 0; i < 8; ++i, to += 4) {
        store(to, words{a[i], b[i], c[i] + more, 4 * i});
        largest = c[i] + more > largest ? c[i] + more : largest;
    }
    return largest;
}

#endif

}  // namespace tigris::kernels::helium_kernels
