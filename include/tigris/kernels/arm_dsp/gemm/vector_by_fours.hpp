// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A vector times the weights of four outputs at a time, which lie in pairs (paired_weights.hpp).

#include <tigris/kernels/arm_dsp/gemm/shape.hpp>
#include <tigris/kernels/arm_dsp/paired_sum.hpp>
#include <tigris/kernels/arm_dsp/paired_weights.hpp>
#include <tigris/kernels/arm_dsp/widen.hpp>
#include <tigris/kernels/portable/gemm.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// Elements of a vector from `begin` on, as many as `words` of pairs.
struct widened_span {
    const uint32_t* wide;
    int32_t words;
    int32_t begin;
};

/// Outputs, four by four. The assembler below knows the place of each member.
struct fours_job {
    const uint32_t* weights;      // 0
    const uint32_t* x;            // 4: the span of the vector, as widen() leaves it
    int32_t* sums;                // 8
    const uint32_t* end_of_many;  // 12: of the words of x that are taken 16 at a time
    const uint32_t* end;          // 16: of all words of x
    int32_t
        skipped;  // 20: bytes from the end of the weights of four outputs to those of the next four
    int32_t* end_of_sums;  // 24
};

/// `elements` is a multiple of four, `depth` that of an output's weights.
constexpr fours_job fours_job_of(const uint32_t* weights, const uint32_t* x, int32_t elements,
                                 int32_t depth, int32_t* sums, int32_t fours) {
    return {.weights = weights,
            .x = x,
            .sums = sums,
            .end_of_many = x + (elements & ~31) / 2,
            .end = x + elements / 2,
            .skipped = 4 * (depth - elements),
            .end_of_sums = sums + 4 * fours};
}

[[gnu::always_inline]] inline void add_to(int32_t* sums, const paired_sum& sum, bool has_second) {
    sums[0] += sum.first;
    if (has_second) sums[1] += sum.apart().second;
}

/// Four words of weights, of two outputs and two more by turns, and two of the vector; both
/// pointers move behind them.
[[gnu::always_inline]] inline void add_four_words(paired_sum& low, paired_sum& high,
                                                  const uint32_t*& weights, const uint32_t*& x) {
#if TIGRIS_HAS_ALL_REGISTERS
    uint32_t v, w, y, z, t;
    asm volatile(
        "ldrd %[y], %[z], [%[x]], #8\n"
        "ldrd %[v], %[w], [%[weights]], #8\n"
        "sxtb16 %[t], %[v]\n"
        "smlad %[l], %[v], %[y], %[l]\n"
        "smlad %[m], %[t], %[y], %[m]\n"
        "sxtb16 %[t], %[w]\n"
        "smlad %[h], %[w], %[y], %[h]\n"
        "smlad %[n], %[t], %[y], %[n]\n"
        "ldrd %[v], %[w], [%[weights]], #8\n"
        "sxtb16 %[t], %[v]\n"
        "smlad %[l], %[v], %[z], %[l]\n"
        "smlad %[m], %[t], %[z], %[m]\n"
        "sxtb16 %[t], %[w]\n"
        "smlad %[h], %[w], %[z], %[h]\n"
        "smlad %[n], %[t], %[z], %[n]\n"
        : [weights] "+&r"(weights), [x] "+&r"(x), [l] "+&r"(low.both), [m] "+&r"(low.first),
          [h] "+&r"(high.both), [n] "+&r"(high.first), [v] "=&r"(v), [w] "=&r"(w), [y] "=&r"(y),
          [z] "=&r"(z), [t] "=&r"(t)
        :
        : "memory");
#else
    for (int i = 0; i < 2; ++i, ++x) {
        add_word(low, *weights++, *x);
        add_word(high, *weights++, *x);
    }
#endif
}

/// Adds a vector's products to the sums of four outputs, of which the last may not exist.
inline void add_to_four(const fours_job& job, bool has_fourth) {
    paired_sum low, high;
    const uint32_t *weights = job.weights, *x = job.x;
    while (x != job.end) add_four_words(low, high, weights, x);
    add_to(job.sums, low, true);
    add_to(job.sums + 2, high, has_fourth);
}

#if TIGRIS_HAS_ALL_REGISTERS

// r0, r1: weights and elements. r4, r6: sums of the first and third output; r5, r7: of these and
// those after them in one number. On the stack: the job without its weights.
// clang-format off
#define TIGRIS_ADD_WORD(weights, x, first, both)         \
    "smlad " both ", " weights ", " x ", " both "\n"     \
    "sxtb16 " weights ", " weights "\n"                  \
    "smlad " first ", " weights ", " x ", " first "\n"
#define TIGRIS_ADD_FOUR(x, y)                            \
    "ldm r0!, {r2, r3, r12, lr}\n"                       \
    TIGRIS_ADD_WORD("r2", x, "r4", "r5")                 \
    TIGRIS_ADD_WORD("r3", x, "r6", "r7")                 \
    TIGRIS_ADD_WORD("r12", y, "r4", "r5")                \
    TIGRIS_ADD_WORD("lr", y, "r6", "r7")
#define TIGRIS_ADD_EIGHT                                 \
    "ldm r1!, {r8, r9, r10, r11}\n"                      \
    TIGRIS_ADD_FOUR("r8", "r9") TIGRIS_ADD_FOUR("r10", "r11")
#define TIGRIS_UNTIL(end) "ldr r2, [sp, #" end "]\n" "cmp r1, r2\n"
#define TIGRIS_RUN_FOURS                                 \
    "ldm r0, {r0, r1, r2, r3, r4, r5, r6}\n"             \
    "push {r1, r2, r3, r4, r5, r6}\n"                    \
    "0:\n"                                               \
    "ldrd r1, r12, [sp]\n"                               \
    "ldr r4, [r12]\n"                                    \
    "ldr r6, [r12, #8]\n"                                \
    "mov r5, r4\n"                                       \
    "mov r7, r6\n"                                       \
    TIGRIS_UNTIL("8")                                    \
    "beq 2f\n"                                           \
    "1:\n"                                               \
    TIGRIS_ADD_EIGHT TIGRIS_ADD_EIGHT                    \
    TIGRIS_ADD_EIGHT TIGRIS_ADD_EIGHT                    \
    TIGRIS_UNTIL("8")                                    \
    "bne 1b\n"                                           \
    "2:\n"                                               \
    TIGRIS_UNTIL("12")                                   \
    "beq 4f\n"                                           \
    "3:\n"                                               \
    "ldrd r8, r9, [r1], #8\n"                            \
    TIGRIS_ADD_FOUR("r8", "r9")                          \
    TIGRIS_UNTIL("12")                                   \
    "bne 3b\n"                                           \
    "4:\n"                                               \
    "ldr r12, [sp, #4]\n"                                \
    "ldr r2, [r12, #4]\n"                                \
    "ldr r3, [r12, #12]\n"                               \
    "sub r5, r5, r4\n"                                   \
    "sub r7, r7, r6\n"                                   \
    "add r5, r2, r5, asr #8\n"                           \
    "add r7, r3, r7, asr #8\n"                           \
    "stm r12!, {r4, r5, r6, r7}\n"                       \
    "str r12, [sp, #4]\n"                                \
    "ldrd r2, r3, [sp, #16]\n"                           \
    "add r0, r0, r2\n"                                   \
    "cmp r12, r3\n"                                      \
    "bne 0b\n"                                           \
    "add sp, sp, #24\n"
// clang-format on

/// Multiplies all fours of a job, at least one.
[[gnu::noinline]] inline void run_fours(const fours_job& job) {
    register const fours_job* at asm("r0") = &job;
    asm volatile(TIGRIS_RUN_FOURS
                 : "+r"(at)
                 :
                 : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr",
                   "cc", "memory");
}

#undef TIGRIS_RUN_FOURS
#undef TIGRIS_UNTIL
#undef TIGRIS_ADD_EIGHT
#undef TIGRIS_ADD_FOUR
#undef TIGRIS_ADD_WORD

#else

inline void run_fours(const fours_job& given) {
    fours_job job = given;
    const int32_t words = 2 * int32_t(job.end - job.x) + job.skipped / 4;
    for (; job.sums != job.end_of_sums; job.weights += words, job.sums += 4) add_to_four(job, true);
}

#endif

/// `elements` of `x`, and the weights of two outputs.
inline void add_to_two(int32_t* sums, const uint32_t* weights, const uint32_t* x, int32_t elements,
                       bool has_second) {
    paired_sum sum;
    add_words(sum, weights, x, elements / 2);
    add_to(sums, sum, has_second);
}

/// `count` elements from `x` on, `before` zeros before them, and zeros behind them up to a multiple
/// of four; gives how many these are.
inline int32_t widen_between_zeros(uint32_t* to, const int8_t* x, int32_t before, int32_t count) {
    uint32_t* at = to;
    if (before > 0) {
        const int32_t first = count < 4 - before ? count : 4 - before;
        uint32_t word = 0;
        for (int32_t i = 0; i < first; ++i) word |= uint32_t(uint8_t(x[i])) << (8 * (before + i));
        const uint32_t words[]{word};
        at = widen_words(at, words);
        x += first, count -= first;
    }
    at = widen<1>(at, &x, count);
    return int32_t(at - to) * 2;
}

/// Adds the products of a span to the sums of `outputs` outputs.
[[gnu::noinline]] inline void add_span_to_four(const widened_span& span, int32_t depth,
                                               const int8_t* weights, int32_t outputs,
                                               int32_t* sums) {
    const int32_t fours = outputs / 4, four = 4 * fours, elements = 2 * span.words;
    const uint32_t* const begin = words_at(weights + 4 * span.begin);
    const fours_job job = fours_job_of(begin, span.wide, elements, depth, sums, fours);
    if (fours > 0) run_fours(job);
    if (outputs - four == 3)
        add_to_four(fours_job_of(begin + fours * depth, span.wide, elements, depth, sums + four, 1),
                    false);
    else if (outputs > four)
        add_to_two(sums + four, words_at(weights + four * depth + 2 * span.begin), span.wide,
                   elements, outputs - four == 2);
}

/// Bytes [k, k + 4) of `count`, of which there may be fewer: then zeros.
inline uint32_t word_between_zeros(const int8_t* x, int32_t k, int32_t count) {
    if (k >= 0 && k + 4 <= count) return load_word(x + k);
    uint32_t word = 0;
    for (int32_t i = k + 3; i >= k; --i)
        word = word << 8 | (uint32_t(i) < uint32_t(count) ? uint8_t(x[i]) : 0);
    return word;
}

/// What widen_between_zeros() does, with less code. Gives the number of words.
[[gnu::noinline]] inline int32_t widen_compactly(uint32_t* to, const int8_t* x, int32_t before,
                                                 int32_t count) {
    uint32_t* at = to;
    for (int32_t k = -before; k < count; k += 4) {
        const uint32_t words[]{word_between_zeros(x, k, count)};
        at = widen_words(at, words);
    }
    return int32_t(at - to);
}

/// Like add_span_to_four(), with half of the code.
[[gnu::noinline]] inline void add_span_compactly(const widened_span& span, int32_t depth,
                                                 const int8_t* weights, int32_t outputs,
                                                 int32_t* sums) {
    const int32_t elements = 2 * span.words;
    for (; outputs > 2; outputs -= 4, weights += 4 * depth, sums += 4)
        add_to_four(
            fours_job_of(words_at(weights + 4 * span.begin), span.wide, elements, depth, sums, 1),
            outputs > 3);
    if (outputs <= 0) return;
    const uint32_t* const at = words_at(weights + 2 * span.begin);
    paired_sum sum;
    for (int32_t i = 0; i < span.words; ++i) add_word(sum, at[i], span.wide[i]);
    add_to(sums, sum, outputs > 1);
}

}  // namespace tigris::kernels::arm_dsp_kernels
