// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Instructions of Helium that C++ has no word for. emulated.hpp says what they do.

#include <tigris/kernels/helium/instructions/vectors.hpp>

#if TIGRIS_HAS_HELIUM

namespace tigris::kernels::helium_kernels {

[[gnu::always_inline]] inline bytes load_first(const int8_t* from, int32_t count) {
    bytes y;
    asm volatile("vctp.8 %1\n\tvpst\n\tvldrbt.8 %q0, [%2]"
                 : "=w"(y)
                 : "r"(count), "r"(from)
                 : "memory", TIGRIS_PREDICATES);
    return y;
}
[[gnu::always_inline]] inline void store_first(int8_t* to, bytes x, int32_t count) {
    asm volatile("vctp.8 %0\n\tvpst\n\tvstrbt.8 %q1, [%2]"
                 :
                 : "r"(count), "w"(x), "r"(to)
                 : "memory", TIGRIS_PREDICATES);
}
[[gnu::always_inline]] inline words widen_4(const int8_t* from) {
    words y;
    asm("vldrb.s32 %q0, [%1]"
        : "=w"(y)
        : "l"(from), "m"(*reinterpret_cast<const int8_t(*)[4]>(from)));
    return y;
}
[[gnu::always_inline]] inline words widen_4(const int16_t* from) {
    words y;
    asm("vldrh.s32 %q0, [%1]"
        : "=w"(y)
        : "l"(from), "m"(*reinterpret_cast<const int16_t(*)[4]>(from)));
    return y;
}
[[gnu::always_inline]] inline halves widen_8(const int8_t* from) {
    halves y;
    asm("vldrb.s16 %q0, [%1]"
        : "=w"(y)
        : "l"(from), "m"(*reinterpret_cast<const int8_t(*)[8]>(from)));
    return y;
}
[[gnu::always_inline]] inline halves widen_first_8(const int8_t* from, int32_t count) {
    halves y;
    asm volatile("vctp.16 %1\n\tvpst\n\tvldrbt.s16 %q0, [%2]"
                 : "=w"(y)
                 : "r"(count), "l"(from)
                 : "memory", TIGRIS_PREDICATES);
    return y;
}
[[gnu::always_inline]] inline void store_lowest(int8_t* to, words x) {
    asm volatile("vstrb.32 %q0, [%1]" : : "w"(x), "l"(to) : "memory");
}
[[gnu::always_inline]] inline void store_first_lowest(int8_t* to, words x, int32_t count) {
    asm volatile("vctp.32 %0\n\tvpst\n\tvstrbt.32 %q1, [%2]"
                 :
                 : "r"(count), "w"(x), "l"(to)
                 : "memory", TIGRIS_PREDICATES);
}
[[gnu::always_inline]] inline void store_lowest(int8_t* to, halves x) {
    asm volatile("vstrb.16 %q0, [%1]" : : "w"(x), "l"(to) : "memory");
}
[[gnu::always_inline]] inline void store_first_lowest(int8_t* to, halves x, int32_t count) {
    asm volatile("vctp.16 %0\n\tvpst\n\tvstrbt.16 %q1, [%2]"
                 :
                 : "r"(count), "w"(x), "l"(to)
                 : "memory", TIGRIS_PREDICATES);
}
[[gnu::always_inline]] inline void scatter_lowest(int8_t* to, halves offsets, halves x) {
    asm volatile("vstrb.16 %q0, [%1, %q2]" : : "w"(x), "r"(to), "w"(offsets) : "memory");
}
[[gnu::always_inline]] inline void scatter_columns(const int8_t* from, int32_t apart, int8_t* to,
                                                   int32_t step, halves places, int32_t count) {
    asm volatile(
        "wls lr, %[count], 2f\n"
        "1:\n\t"
        "vldrb.s16 q0, [%[from]]\n\t"
        "vstrb.16 q0, [%[to], %q[places]]\n\t"
        "add %[from], %[from], %[apart]\n\t"
        "add %[to], %[to], %[step]\n\t"
        "le lr, 1b\n"
        "2:"
        : [from] "+l"(from), [to] "+r"(to)
        : [apart] "r"(apart), [step] "r"(step), [places] "w"(places), [count] "r"(count)
        : "q0", "lr", "memory");
}
[[gnu::always_inline]] inline void scatter_columns(const int8_t* from, int32_t apart, int8_t* to,
                                                   int32_t step, halves places, halves behind,
                                                   int32_t count) {
    asm volatile(
        "wls lr, %[count], 2f\n"
        "1:\n\t"
        "vldrb.s16 q0, [%[from]]\n\t"
        "vstrb.16 q0, [%[to], %q[places]]\n\t"
        "vldrb.s16 q0, [%[from], #8]\n\t"
        "vstrb.16 q0, [%[to], %q[behind]]\n\t"
        "add %[from], %[from], %[apart]\n\t"
        "add %[to], %[to], %[step]\n\t"
        "le lr, 1b\n"
        "2:"
        : [from] "+l"(from), [to] "+r"(to)
        : [apart] "r"(apart), [step] "r"(step), [places] "w"(places), [behind] "w"(behind),
          [count] "r"(count)
        : "q0", "lr", "memory");
}
[[gnu::always_inline]] inline void add_columns(halves (&sums)[4], const int8_t* from, int32_t apart,
                                               int32_t count) {
    asm volatile(
        "wls lr, %[count], 2f\n"
        "1:\n\t"
        "vldrb.s16 q4, [%[from]]\n\t"
        "vldrb.s16 q5, [%[from], #8]\n\t"
        "vldrb.s16 q6, [%[from], #16]\n\t"
        "vldrb.s16 q7, [%[from], #24]\n\t"
        "vadd.i16 %q[a], %q[a], q4\n\t"
        "vadd.i16 %q[b], %q[b], q5\n\t"
        "vadd.i16 %q[c], %q[c], q6\n\t"
        "vadd.i16 %q[d], %q[d], q7\n\t"
        "add %[from], %[from], %[apart]\n\t"
        "le lr, 1b\n"
        "2:"
        : [from] "+l"(from), [a] "+w"(sums[0]), [b] "+w"(sums[1]), [c] "+w"(sums[2]),
          [d] "+w"(sums[3])
        : [apart] "r"(apart), [count] "r"(count)
        : "q4", "q5", "q6", "q7", "lr", "memory");
}
[[gnu::always_inline]] inline void look_up_bytes(int8_t* to, const int8_t* from, int32_t count,
                                                 const uint8_t* table) {
    asm volatile(
        "wlstp.16 lr, %[count], 2f\n"
        "1:\n\t"
        "vldrb.u16 q0, [%[from]], #8\n\t"
        "vldrb.u16 q1, [%[table], q0]\n\t"
        "vstrb.16 q1, [%[to]], #8\n\t"
        "letp lr, 1b\n"
        "2:"
        : [to] "+l"(to), [from] "+l"(from)
        : [count] "r"(count), [table] "r"(table)
        : "q0", "q1", "lr", "memory");
}
[[gnu::always_inline]] inline void copy_bytes(int8_t* to, const int8_t* from, int32_t count) {
    asm volatile(
        "wlstp.8 lr, %2, 2f\n"
        "1:\n\t"
        "vldrb.8 q0, [%1], #16\n\t"
        "vstrb.8 q0, [%0], #16\n\t"
        "letp lr, 1b\n"
        "2:"
        : "+r"(to), "+r"(from)
        : "r"(count)
        : "q0", "lr", "memory");
}
[[gnu::always_inline]] inline void copy_few(int8_t* to, const int8_t* from, int32_t count) {
    asm volatile("vctp.8 %2\n\tvpstt\n\tvldrbt.8 q0, [%1]\n\tvstrbt.8 q0, [%0]"
                 :
                 : "r"(to), "r"(from), "r"(count)
                 : "q0", "memory", TIGRIS_PREDICATES);
}
[[gnu::always_inline]] inline void fill_bytes(int8_t* to, bytes x, int32_t count) {
    asm volatile(
        "wlstp.8 lr, %2, 2f\n"
        "1:\n\t"
        "vstrb.8 %q1, [%0], #16\n\t"
        "letp lr, 1b\n"
        "2:"
        : "+r"(to)
        : "w"(x), "r"(count)
        : "lr", "memory");
}
[[gnu::always_inline]] inline void store_by_fours(int32_t* to, const int32_t* from) {
    asm volatile(
        "vld40.32 {q0, q1, q2, q3}, [%1]\n\t"
        "vld41.32 {q0, q1, q2, q3}, [%1]\n\t"
        "vld42.32 {q0, q1, q2, q3}, [%1]\n\t"
        "vld43.32 {q0, q1, q2, q3}, [%1]\n\t"
        "vstrw.32 q0, [%0]\n\t"
        "vstrw.32 q2, [%0, #48]\n\t"
        "vstrw.32 q1, [%0, #96]\n\t"
        "vstrw.32 q3, [%0, #144]"
        :
        : "r"(to), "r"(from)
        : "q0", "q1", "q2", "q3", "memory");
}
[[gnu::always_inline]] inline int32_t multiply_across(int32_t sum, bytes a, bytes b) {
    asm("vmladava.s8 %0, %q1, %q2" : "+Te"(sum) : "w"(a), "w"(b));
    return sum;
}
[[gnu::always_inline]] inline int32_t largest_lane(words x) {
    int32_t y = INT32_MIN;
    asm("vmaxv.s32 %0, %q1" : "+r"(y) : "w"(x));
    return y;
}
[[gnu::always_inline]] inline words add_saturated(words a, words b) {
    words y;
    asm("vqadd.s32 %q0, %q1, %q2" : "=w"(y) : "w"(a), "w"(b));
    return y;
}
[[gnu::always_inline]] inline halves add_saturated(halves a, int32_t b) {
    halves y;
    asm("vqadd.s16 %q0, %q1, %2" : "=w"(y) : "w"(a), "r"(b));
    return y;
}
[[gnu::always_inline]] inline words high_product(words a, words b) {
    words y;
    asm("vmulh.s32 %q0, %q1, %q2" : "=w"(y) : "w"(a), "w"(b));
    return y;
}
[[gnu::always_inline]] inline words doubled_high_product(words a, words b) {
    words y;
    asm("vqrdmulh.s32 %q0, %q1, %q2" : "=w"(y) : "w"(a), "w"(b));
    return y;
}
[[gnu::always_inline]] inline words multiply(words a, int32_t b) {
    words y;
    asm("vmul.i32 %q0, %q1, %2" : "=w"(y) : "w"(a), "r"(b));
    return y;
}
[[gnu::always_inline]] inline halves add(halves a, int32_t b) {
    halves y;
    asm("vadd.i16 %q0, %q1, %2" : "=w"(y) : "w"(a), "r"(b));
    return y;
}
[[gnu::always_inline]] inline halves multiply(halves a, int32_t b) {
    halves y;
    asm("vmul.i16 %q0, %q1, %2" : "=w"(y) : "w"(a), "r"(b));
    return y;
}
[[gnu::always_inline]] inline halves shift_left(halves x, int32_t bits) {
    asm("vshl.s16 %q0, %1" : "+w"(x) : "r"(bits));
    return x;
}
[[gnu::always_inline]] inline halves unsigned_high_product(halves a, halves b) {
    halves y;
    asm("vmulh.u16 %q0, %q1, %q2" : "=w"(y) : "w"(a), "w"(b));
    return y;
}
[[gnu::always_inline]] inline words doubled_high_product(words a, int32_t b) {
    words y;
    asm("vqrdmulh.s32 %q0, %q1, %2" : "=w"(y) : "w"(a), "r"(b));
    return y;
}
[[gnu::always_inline]] inline words shift_rounded(words x, int32_t bits) {
    asm("vrshl.s32 %q0, %1" : "+w"(x) : "r"(bits));
    return x;
}
[[gnu::always_inline]] inline words shift_rounded(words x, words bits) {
    words y;
    asm("vrshl.s32 %q0, %q1, %q2" : "=w"(y) : "w"(x), "w"(bits));
    return y;
}
[[gnu::always_inline]] inline words even_words(halves x) {
    words y;
    asm("vmovlb.s16 %q0, %q1" : "=w"(y) : "w"(x));
    return y;
}
[[gnu::always_inline]] inline words odd_words(halves x) {
    words y;
    asm("vmovlt.s16 %q0, %q1" : "=w"(y) : "w"(x));
    return y;
}
[[gnu::always_inline]] inline halves even_halves(bytes x) {
    halves y;
    asm("vmovlb.s8 %q0, %q1" : "=w"(y) : "w"(x));
    return y;
}
[[gnu::always_inline]] inline halves odd_halves(bytes x) {
    halves y;
    asm("vmovlt.s8 %q0, %q1" : "=w"(y) : "w"(x));
    return y;
}
[[gnu::always_inline]] inline halves narrow(words even, words odd) {
    halves y;
    asm("vqmovnb.s32 %q0, %q1" : "=w"(y) : "w"(even));
    asm("vqmovnt.s32 %q0, %q1" : "+w"(y) : "w"(odd));
    return y;
}
[[gnu::always_inline]] inline words narrow_words(words x, int32_t offset) {
    asm("vqmovnb.s32 %q0, %q0\n\tvqadd.s16 %q0, %q0, %1\n\tvqmovnb.s16 %q0, %q0"
        : "+w"(x)
        : "r"(offset));
    return x;
}
[[gnu::always_inline]] inline bytes narrow(halves even, halves odd) {
    bytes y;
    asm("vqmovnb.s16 %q0, %q1" : "=w"(y) : "w"(even));
    asm("vqmovnt.s16 %q0, %q1" : "+w"(y) : "w"(odd));
    return y;
}

}  // namespace tigris::kernels::helium_kernels

#endif
