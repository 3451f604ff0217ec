// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A vector times the weights of eight outputs at a time.

#include <tigris/kernels/helium/multiply_pairs.hpp>

namespace tigris::kernels::mve {

/// Elements of a vector from `first` on, in pieces of sixteen as weights lie: those that fill a
/// piece where they are, and those before and behind with zeros around them.
struct vector_parts {
    const int8_t* whole;
    int32_t first_whole;
    int32_t wholes;
    bool has_head = false;
    bool has_tail = false;
    bytes head{};
    bytes tail{};

    vector_parts(const int8_t* x, int32_t first, int32_t count) {
        const int32_t before = first % 16, room = before ? 16 - before : 0;
        const int32_t heads = room < count ? room : count;
        has_head = heads > 0;
        if (has_head) head = part(x, before, heads);
        whole = x + heads;
        first_whole = (first + 15) / 16;
        wholes = (count - heads) / 16;
        const int32_t tails = (count - heads) % 16;
        has_tail = tails > 0;
        if (has_tail) tail = load_first(whole + 16 * wholes, tails);
    }
    [[gnu::noinline]] static bytes part(const int8_t* x, int32_t before, int32_t count) {
        int8_t copies[16]{};
        for (int32_t i = 0; i < count; ++i) copies[before + i] = x[i];
        return load<bytes>(copies);
    }
};

/// Sums of up to eight outputs, and their weights: those of the second four lie `apart` bytes
/// behind the first's. The assembler below knows each member's place.
struct eight_job {
    const int8_t* weights;    // 0
    int32_t rounds;           // 4
    const void* first_round;  // 8
    const int8_t* vector;     // 12
    int32_t apart;            // 16
    int32_t skipped;          // 20
    int32_t vectors;          // 24
    int32_t unused;           // 28
    words first;              // 32
    words second;             // 48
};

/// Sets both sums to those over the job's vectors, at least one.
void run_eight(eight_job& job);

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

[[gnu::noinline]] inline void run_eight(eight_job& job) {
    register eight_job* at asm("r9") = &job;
    asm volatile(
        "adr.w r0, 2f\n"
        "ldr r2, [r9, #20]\n"
        "add r0, r0, r2\n"
        "add r0, r0, #1\n"
        "str r0, [r9, #8]\n"
        "ldrd r1, r5, [r9, #12]\n"
        "ldrd r3, r11, [r9]\n"
        "add r5, r5, r3\n"
        TIGRIS_STEP("vmladav.s8")
        "ldr pc, [r9, #8]\n"
        "2:\n"
        TIGRIS_STEP("vmladava.s8") TIGRIS_STEP("vmladava.s8")
        TIGRIS_STEP("vmladava.s8") TIGRIS_STEP("vmladava.s8")
        "subs r11, r11, #1\n"
        "bne.w 2b\n"
        "vmov q0[2], q0[0], r0, r4\n"
        "vmov q0[3], q0[1], r2, r6\n"
        "vmov q1[2], q1[0], r8, r12\n"
        "vmov q1[3], q1[1], r10, lr\n"
        "vstrw.32 q0, [r9, #32]\n"
        "vstrw.32 q1, [r9, #48]\n"
        : "+r"(at)
        :
        : "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r8", "r10", "r11", "r12", "lr", "cc", "q0",
          "q1", "q2", "memory");
}
// clang-format on

#undef TIGRIS_STEP
#undef TIGRIS_TWO

#else

inline void run_eight(eight_job& job) {
    job.first = multiply_window(job.vector, job.weights, job.vectors);
    job.second = multiply_window(job.vector, job.weights + job.apart, job.vectors);
}

#endif

/// Adds a part of sixteen elements, whose weights lie from `weights` on.
[[gnu::always_inline]] inline void add_part(eight_job& job, const bytes& x, const int8_t* weights) {
    int8_t copies[16];
    store(copies, x);
    job.first += multiply_window(copies, weights, 1);
    job.second += multiply_window(copies, weights + job.apart, 1);
}

/// Sets both sums to those over all parts; the weights of the first output's whole depth begin at
/// `weights`.
[[gnu::always_inline]] inline void multiply_parts(eight_job& job, const vector_parts& v,
                                                  const int8_t* weights) {
    const int8_t* const at = weights + 64 * v.first_whole;
    job.first = job.second = words{};
    job.vector = v.whole;
    set_weights<17>(job, at, v.wholes);
    if (v.wholes) run_eight(job);
    if (v.has_head) add_part(job, v.head, at - 64);
    if (v.has_tail) add_part(job, v.tail, at + 64 * v.wholes);
}

}  // namespace tigris::kernels::mve
