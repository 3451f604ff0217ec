// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A vector times the weights of eight outputs at a time.

#include <tigris/kernels/helium/conv/multiply_pairs.hpp>

namespace tigris::kernels::helium_kernels {

/// Elements of a vector from `first` on, in blocks of sixteen as weights lie: those that fill a
/// block where they are, and those before and behind with zeros around them.
struct vector_blocks {
    const int8_t* whole;
    int32_t first_whole;
    int32_t wholes;
    bool has_head = false;
    bool has_tail = false;
    bytes head{};
    bytes tail{};

    vector_blocks(const int8_t* x, int32_t first, int32_t count) {
        const int32_t before = first % 16, room = before ? 16 - before : 0;
        const int32_t heads = room < count ? room : count;
        has_head = heads > 0;
        if (has_head) head = padded_block(x, before, heads);
        whole = x + heads;
        first_whole = (first + 15) / 16;
        wholes = (count - heads) / 16;
        const int32_t tails = (count - heads) % 16;
        has_tail = tails > 0;
        if (has_tail) tail = load_first(whole + 16 * wholes, tails);
    }
    [[gnu::noinline]] static bytes padded_block(const int8_t* x, int32_t before, int32_t count) {
        int8_t copies[16]{};
        for (int32_t i = 0; i < count; ++i) copies[before + i] = x[i];
        return load<bytes>(copies);
    }
};

/// `eights` times eight outputs, at least one: their weights, and where their sums go. The weights
/// of the second four lie `apart` bytes behind the first's; where there are only four, they are
/// their own neighbors: apart is 0. The assembler below knows each member's place.
struct eights_job {
    const int8_t* weights;    // 0
    int32_t rounds;           // 4
    const void* first_round;  // 8
    const int8_t* vector;     // 12
    int32_t apart;            // 16
    int32_t skipped;          // 20
    int32_t* sums;            // 24
    int32_t eights;           // 28
    int32_t vectors;
};

/// Stores the sums over the job's vectors, at least one.
void run_eights(eights_job& job);

#if TIGRIS_HELIUM_HAS_ALL_REGISTERS

// r1: the vector. r3, r5: weights. r0, r2, r4, r6, r8, r10, r12, lr: sums. r9: the job. r11:
// rounds. Spelled out, because compilers count the lines to know how far branches reach.
// clang-format off
#define TIGRIS_TWO(weights, multiply, a, b) \
    "vldrb.8 q1, [" weights "], #16\n"      \
    multiply " " a ", q0, q1\n"             \
    "vldrb.8 q2, [" weights "], #16\n"      \
    multiply " " b ", q0, q2\n"
#define TIGRIS_STEP(multiply)               \
    "vldrb.8 q0, [r1], #16\n"               \
    TIGRIS_TWO("r3", multiply, "r0", "r2")  \
    TIGRIS_TWO("r3", multiply, "r4", "r6")  \
    TIGRIS_TWO("r5", multiply, "r8", "r10") \
    TIGRIS_TWO("r5", multiply, "r12", "lr")

[[gnu::noinline]] inline void run_eights(eights_job& job) {
    register eights_job* at asm("r9") = &job;
    asm volatile(
        "adr.w r0, 2f\n"
        "ldr r2, [r9, #20]\n"
        "add r0, r0, r2\n"
        "add r0, r0, #1\n"
        "str r0, [r9, #8]\n"
        "ldr r7, [r9, #24]\n"
        "ldr r3, [r9]\n"
        "ldr r5, [r9, #16]\n"
        "add r5, r5, r3\n"
        "1:\n"
        "ldr r1, [r9, #12]\n"
        "ldr r11, [r9, #4]\n"
        TIGRIS_STEP("vmladav.s8")
        "ldr pc, [r9, #8]\n"
        ".balign 4\n"
        "2:\n"
        TIGRIS_STEP("vmladava.s8") TIGRIS_STEP("vmladava.s8")
        TIGRIS_STEP("vmladava.s8") TIGRIS_STEP("vmladava.s8")
        TIGRIS_STEP("vmladava.s8") TIGRIS_STEP("vmladava.s8")
        TIGRIS_STEP("vmladava.s8") TIGRIS_STEP("vmladava.s8")
        "subs r11, r11, #1\n"
        "bne.w 2b\n"
        "vmov q0[2], q0[0], r0, r4\n"
        "vmov q0[3], q0[1], r2, r6\n"
        "vmov q1[2], q1[0], r8, r12\n"
        "vmov q1[3], q1[1], r10, lr\n"
        "vstrw.32 q0, [r7], #16\n"
        "vstrw.32 q1, [r7], #16\n"
        "ldr r0, [r9, #16]\n"
        "ldr r2, [r9, #28]\n"
        "mov r3, r5\n"
        "add r5, r5, r0\n"
        "subs r2, r2, #1\n"
        "str r2, [r9, #28]\n"
        "bne.w 1b\n"
        : "+r"(at)
        :
        : "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r10", "r11", "r12", "lr", "cc",
          "q0", "q1", "q2", "memory");
}
// clang-format on

#undef TIGRIS_STEP
#undef TIGRIS_TWO

#else

inline void run_eights(eights_job& job) {
    for (; job.eights > 0; --job.eights, job.weights += 2 * job.apart, job.sums += 8) {
        store(job.sums, multiply_window(job.vector, job.weights, job.vectors));
        store(job.sums + 4, multiply_window(job.vector, job.weights + job.apart, job.vectors));
    }
}

#endif

/// Stores the sums of `fours` times four outputs over the blocks that are whole; `sums` has room
/// for an even number of fours. The weights of the first four's whole depth begin at `weights`, and
/// those of the next four lie `apart` bytes behind them.
inline void multiply_wholes(const vector_blocks& v, const int8_t* weights, int32_t apart,
                            int32_t fours, int32_t* sums) {
    eights_job job;
    set_weights<17, 8>(job, weights + 64 * v.first_whole, v.wholes);
    job.vector = v.whole;
    job.apart = apart;
    job.sums = sums;
    job.eights = fours / 2;
    if (job.eights) run_eights(job);
    if (fours % 2 == 0) return;
    job.weights = weights + 64 * v.first_whole + (fours - 1) * apart;
    job.apart = 0;
    job.sums = sums + 4 * (fours - 1);
    job.eights = 1;
    run_eights(job);
}

/// Adds the products of a block of sixteen elements, the first or the last.
inline void add_end(const bytes& block, const int8_t* weights, int32_t apart, int32_t fours,
                    int32_t* sums) {
    int8_t copies[16];
    store(copies, block);
    for (; fours > 0; --fours, weights += apart, sums += 4)
        store(sums, load<words>(sums) + multiply_window(copies, weights, 1));
}

/// Stores sums over all blocks.
[[gnu::noinline]] inline void multiply_blocks(const vector_blocks& v, const int8_t* weights,
                                              int32_t apart, int32_t fours, int32_t* sums) {
    if (v.wholes)
        multiply_wholes(v, weights, apart, fours, sums);
    else
        for (int32_t i = 0; i < fours; ++i) store(sums + 4 * i, words{});
    const int8_t* const at = weights + 64 * v.first_whole;
    if (v.has_head) add_end(v.head, at - 64, apart, fours, sums);
    if (v.has_tail) add_end(v.tail, at + 64 * v.wholes, apart, fours, sums);
}

}  // namespace tigris::kernels::helium_kernels
