// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Vectors of 128 bits, and the instructions of Helium that C++ has no word for; plain C++ that does
// the same elsewhere, so that kernels can be tested on any machine. Compilers know vectors without
// <arm_mve.h>, which is slow to read. Source: Armv8-M Architecture Reference Manual, C2.4.

#include <stdint.h>

#if defined(__ARM_FEATURE_MVE) && (__ARM_FEATURE_MVE & 1)
#define TIGRIS_HAS_HELIUM 1
#else
#define TIGRIS_HAS_HELIUM 0
#endif

/// Some inner loops are assembler that takes all fourteen registers; otherwise plain C++ with the
/// same instructions. Programs compiled with -fno-omit-frame-pointer define
/// TIGRIS_KEEPS_FRAME_POINTER.
#if TIGRIS_HAS_HELIUM && defined(__OPTIMIZE__) && !defined(__clang__) && \
    !defined(TIGRIS_KEEPS_FRAME_POINTER)
#define TIGRIS_HELIUM_HAS_ALL_REGISTERS 1
#else
#define TIGRIS_HELIUM_HAS_ALL_REGISTERS 0
#endif

/// What GCC calls the register of predicates. Clang has no name for it, and needs none: it keeps
/// predicates only within loops that it vectorizes, which hold no assembler.
#if defined(__clang__)
#define TIGRIS_PREDICATES "cc"
#else
#define TIGRIS_PREDICATES "p0"
#endif

namespace tigris::kernels::helium_kernels {

typedef int8_t bytes __attribute__((vector_size(16)));
typedef int16_t halves __attribute__((vector_size(16)));
typedef int32_t words __attribute__((vector_size(16)));
typedef uint32_t unsigned_words __attribute__((vector_size(16)));

/// From and to memory at any address.
template <class V>
[[gnu::always_inline]] inline V load(const void* from) {
    V v;
    __builtin_memcpy(&v, from, sizeof v);
    return v;
}
template <class V>
[[gnu::always_inline]] inline void store(void* to, const V& v) {
    __builtin_memcpy(to, &v, sizeof v);
}

/// `x` in every lane.
[[gnu::always_inline]] inline words all_words(int32_t x) { return words{x, x, x, x}; }
[[gnu::always_inline]] inline halves all_halves(int32_t x) { return halves{} + int16_t(x); }
[[gnu::always_inline]] inline bytes all_bytes(int32_t x) { return bytes{} + int8_t(x); }
/// 0, apart, 2 * apart, ...
[[gnu::always_inline]] inline halves eight_places(int32_t apart) {
    return halves{0, 1, 2, 3, 4, 5, 6, 7} * all_halves(apart);
}

template <class V>
[[gnu::always_inline]] inline V larger(V a, V b) {
    return a > b ? a : b;
}
template <class V>
[[gnu::always_inline]] inline V smaller(V a, V b) {
    return a < b ? a : b;
}

/// Each 48 bytes behind the one before.
[[gnu::always_inline]] inline void store_fours(int32_t* to, words a, words b, words c, words d) {
    store(to, a);
    store(to + 12, b);
    store(to + 24, c);
    store(to + 36, d);
}

#if TIGRIS_HAS_HELIUM

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

#else

/// The first `count` (at least 1) elements at `from`, and zeros behind them; or to `to`.
inline bytes load_first(const int8_t* from, int32_t count) {
    bytes y{};
    for (int i = 0; i < 16 && i < count; ++i) y[i] = from[i];
    return y;
}
inline void store_first(int8_t* to, bytes x, int32_t count) {
    for (int i = 0; i < 16 && i < count; ++i) to[i] = x[i];
}
/// Bytes as larger numbers.
inline words widen_4(const int8_t* from) { return words{from[0], from[1], from[2], from[3]}; }
inline words widen_4(const int16_t* from) { return words{from[0], from[1], from[2], from[3]}; }
inline halves widen_first_8(const int8_t* from, int32_t count) {
    halves y{};
    for (int i = 0; i < 8 && i < count; ++i) y[i] = from[i];
    return y;
}
inline halves widen_8(const int8_t* from) { return widen_first_8(from, 8); }
/// The lowest byte of each lane, of the first `count` lanes.
inline void store_first_lowest(int8_t* to, words x, int32_t count) {
    for (int i = 0; i < 4 && i < count; ++i) to[i] = int8_t(x[i]);
}
inline void store_lowest(int8_t* to, words x) { store_first_lowest(to, x, 4); }
inline void store_first_lowest(int8_t* to, halves x, int32_t count) {
    for (int i = 0; i < 8 && i < count; ++i) to[i] = int8_t(x[i]);
}
inline void store_lowest(int8_t* to, halves x) { store_first_lowest(to, x, 8); }
/// The lowest byte of each lane to its place behind `to`.
inline void scatter_lowest(int8_t* to, halves offsets, halves x) {
    for (int i = 0; i < 8; ++i) to[offsets[i]] = int8_t(x[i]);
}
/// `count` times eight bytes, `apart` bytes apart, to their places behind `to`, which moves on by
/// `step`; or sixteen, of which eight go to the places `behind`.
inline void scatter_columns(const int8_t* from, int32_t apart, int8_t* to, int32_t step,
                            halves places, int32_t count) {
    for (; count > 0; --count, from += apart, to += step) scatter_lowest(to, places, widen_8(from));
}
inline void scatter_columns(const int8_t* from, int32_t apart, int8_t* to, int32_t step,
                            halves places, halves behind, int32_t count) {
    scatter_columns(from, apart, to, step, places, count);
    scatter_columns(from + 8, apart, to, step, behind, count);
}
/// Adds 32 bytes of each of `count` rows, `apart` bytes apart.
inline void add_columns(halves (&sums)[4], const int8_t* from, int32_t apart, int32_t count) {
    for (; count > 0; --count, from += apart)
        for (int i = 0; i < 4; ++i) sums[i] += widen_8(from + 8 * i);
}
/// table[b] for each of `count` bytes b.
inline void look_up_bytes(int8_t* to, const int8_t* from, int32_t count, const uint8_t* table) {
    for (int32_t i = 0; i < count; ++i) to[i] = int8_t(table[uint8_t(from[i])]);
}
/// Copies `count` bytes; copy_few() at most sixteen, in fewer instructions.
inline void copy_bytes(int8_t* to, const int8_t* from, int32_t count) {
    __builtin_memcpy(to, from, uint32_t(count));
}

inline void copy_few(int8_t* to, const int8_t* from, int32_t count) { copy_bytes(to, from, count); }
inline void fill_bytes(int8_t* to, bytes x, int32_t count) {
    for (int32_t i = 0; i < count; ++i) to[i] = x[i % 16];
}

/// Sixteen neighboring words: 0, 4, 8 and 12, then 2 and on, 1 and on, and 3 and on, as
/// store_fours().
inline void store_by_fours(int32_t* to, const int32_t* from) {
    const auto four = [from](int i) {
        return words{from[i], from[i + 4], from[i + 8], from[i + 12]};
    };
    store_fours(to, four(0), four(2), four(1), four(3));
}

/// A sum, and the products of all lanes.
inline int32_t multiply_across(int32_t sum, bytes a, bytes b) {
    for (int i = 0; i < 16; ++i) sum += int32_t(a[i]) * b[i];
    return sum;
}
inline int32_t largest_lane(words x) {
    int32_t y = x[0];
    for (int i = 1; i < 4; ++i) y = x[i] > y ? x[i] : y;
    return y;
}

/// `x` brought between `low` and `high`.
constexpr int32_t between(int64_t x, int32_t low, int32_t high) {
    return x < low ? low : x > high ? high : int32_t(x);
}
inline words add_saturated(words a, words b) {
    for (int i = 0; i < 4; ++i) a[i] = between(int64_t(a[i]) + b[i], INT32_MIN, INT32_MAX);
    return a;
}
inline halves add_saturated(halves a, int32_t b) {
    for (int i = 0; i < 8; ++i) a[i] = int16_t(between(a[i] + b, INT16_MIN, INT16_MAX));
    return a;
}

/// The product's high word, rounded down.
inline words high_product(words a, words b) {
    for (int i = 0; i < 4; ++i) a[i] = int32_t((int64_t(a[i]) * b[i]) >> 32);
    return a;
}
/// The high half of the product of numbers without signs.
inline halves unsigned_high_product(halves a, halves b) {
    for (int i = 0; i < 8; ++i) a[i] = int16_t(uint32_t(uint16_t(a[i])) * uint16_t(b[i]) >> 16);
    return a;
}
/// The doubled product's high word, halves up.
inline words doubled_high_product(words a, words b) {
    for (int i = 0; i < 4; ++i) {
        const int64_t product = int64_t(a[i]) * b[i] + (int64_t(1) << 30);
        a[i] = between(product >> 31, INT32_MIN, INT32_MAX);
    }
    return a;
}
/// x * 2^bits for bits of at most 0, halves up.
inline words shift_rounded(words x, words bits) {
    for (int i = 0; i < 4; ++i)
        if (bits[i] < 0) x[i] = int32_t(((int64_t(x[i]) >> (-bits[i] - 1)) + 1) >> 1);
    return x;
}
/// The same with one number for all lanes.
inline words multiply(words a, int32_t b) { return a * all_words(b); }
/// Modulo 2^16, as the registers' are.
inline halves multiply(halves a, int32_t b) {
    for (int i = 0; i < 8; ++i) a[i] = int16_t(a[i] * b);
    return a;
}
inline halves add(halves a, int32_t b) {
    for (int i = 0; i < 8; ++i) a[i] = int16_t(a[i] + b);
    return a;
}
inline halves shift_left(halves x, int32_t bits) { return x << all_halves(bits); }
inline words doubled_high_product(words a, int32_t b) {
    return doubled_high_product(a, all_words(b));
}
inline words shift_rounded(words x, int32_t bits) { return shift_rounded(x, all_words(bits)); }

/// Lanes 0, 2, ..., or 1, 3, ..., as larger numbers.
inline words even_words(halves x) { return words{x[0], x[2], x[4], x[6]}; }
inline words odd_words(halves x) { return words{x[1], x[3], x[5], x[7]}; }
inline halves even_halves(bytes x) {
    return halves{x[0], x[2], x[4], x[6], x[8], x[10], x[12], x[14]};
}
inline halves odd_halves(bytes x) {
    return halves{x[1], x[3], x[5], x[7], x[9], x[11], x[13], x[15]};
}
/// As smaller numbers, saturated, to the lanes that even_words() and odd_words() take.
inline halves narrow(words even, words odd) {
    halves y{};
    for (int i = 0; i < 4; ++i) {
        y[2 * i] = int16_t(between(even[i], INT16_MIN, INT16_MAX));
        y[2 * i + 1] = int16_t(between(odd[i], INT16_MIN, INT16_MAX));
    }
    return y;
}
inline bytes narrow(halves even, halves odd) {
    bytes y{};
    for (int i = 0; i < 8; ++i) {
        y[2 * i] = int8_t(between(even[i], INT8_MIN, INT8_MAX));
        y[2 * i + 1] = int8_t(between(odd[i], INT8_MIN, INT8_MAX));
    }
    return y;
}
/// x + offset as the lowest byte of each lane, saturated; what lies above it is any.
inline words narrow_words(words x, int32_t offset) {
    for (int i = 0; i < 4; ++i) x[i] = between(int64_t(x[i]) + offset, INT8_MIN, INT8_MAX);
    return x;
}

#endif

}  // namespace tigris::kernels::helium_kernels
