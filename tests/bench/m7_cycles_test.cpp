// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "count/m7_cycles.hpp"

#include <doctest/doctest.h>

#include <initializer_list>

namespace {

/// Cycles of instructions that follow each other.
int cycles_of(std::initializer_list<std::string_view> instructions) {
    count::m7_cycles model;
    int sum = 0;
    for (const std::string_view instruction : instructions) sum += 1 + model.of(instruction);
    return sum;
}

}  // namespace

TEST_CASE("two instructions that do not need each other begin together") {
    CHECK(cycles_of({"add r0, r1, r2"}) == 1);
    CHECK(cycles_of({"add r0, r1, r2", "add r3, r4, r5"}) == 1);
    CHECK(cycles_of({"add r0, r1, r2", "add r3, r4, r5", "add r6, r7, r8"}) == 2);
    CHECK(cycles_of({"add r0, r1, r2", "ldr r3, [r4]"}) == 1);
    CHECK(cycles_of({"subs r0, r0, #1", "bne #0x10"}) == 1);
}

TEST_CASE("a result of the ALU is read in the next cycle") {
    CHECK(cycles_of({"add r0, r1, r2", "add r3, r0, r5"}) == 2);
    CHECK(cycles_of({"add r0, r1, r2", "adds r0, r5"}) == 2);
    CHECK(cycles_of({"add r0, r1, r2", "mov r0, r5"}) == 1);
}

TEST_CASE("one load or store a cycle, whose result is read two cycles later") {
    CHECK(cycles_of({"ldr r0, [r1]", "ldr r2, [r3]"}) == 2);
    CHECK(cycles_of({"ldr r0, [r1]", "str r2, [r3]"}) == 2);
    CHECK(cycles_of({"ldr r0, [r1]", "add r2, r0, r3"}) == 3);
    CHECK(cycles_of({"ldr r0, [r1]", "ldr r2, [r0]"}) == 3);
}

TEST_CASE("a store takes its data later") {
    CHECK(cycles_of({"add r0, r1, r2", "str r0, [r3]"}) == 1);
    CHECK(cycles_of({"add r0, r1, r2", "str r4, [r0]"}) == 2);
}

TEST_CASE("one multiplication of halves a cycle") {
    CHECK(cycles_of({"smlad r0, r1, r2, r0", "smlad r3, r1, r2, r3"}) == 2);
    CHECK(cycles_of({"smlad r0, r1, r2, r0", "add r3, r4, r5"}) == 1);
    CHECK(cycles_of({"smlad r0, r1, r2, r0", "smlad r0, r3, r4, r0"}) == 3);
    CHECK(cycles_of({"sxtb16 r0, r1", "sxtb16 r2, r3"}) == 2);
}

TEST_CASE("one shifted operand and one extension a cycle") {
    CHECK(cycles_of({"add r0, r1, r2, lsl #2", "add r3, r4, r5, lsl #2"}) == 2);
    CHECK(cycles_of({"add r0, r1, r2, lsl #2", "add r3, r4, r5"}) == 1);
    CHECK(cycles_of({"sxtb r0, r1", "sxtb r2, r3"}) == 2);
    CHECK(cycles_of({"ldr r0, [r1, r2, lsl #2]", "add r3, r4, r5, lsl #2"}) == 1);
}

TEST_CASE("lists transfer two words a cycle, and nothing begins beside them") {
    CHECK(cycles_of({"ldrd r0, r1, [r2]", "add r3, r4, r5"}) == 2);
    CHECK(cycles_of({"ldm r0!, {r1, r2, r3, r4}", "add r5, r6, r7"}) == 3);
    CHECK(cycles_of({"add r5, r6, r7", "push {r4, r5, lr}"}) == 3);
}

TEST_CASE("floats") {
    CHECK(cycles_of({"vfma.f32 s0, s1, s2", "vfma.f32 s3, s1, s2"}) == 2);
    CHECK(cycles_of({"vfma.f32 s0, s1, s2", "vfma.f32 s0, s1, s2"}) == 7);
    CHECK(cycles_of({"vmul.f32 s0, s1, s2", "vadd.f32 s3, s0, s2"}) == 4);
    CHECK(cycles_of({"vdiv.f32 s0, s1, s2", "add r0, r1, r2"}) == 6);
    CHECK(cycles_of({"vmov r0, s0", "vldr s1, [r1]"}) == 1);
}

TEST_CASE("a division of integers keeps the next away") {
    CHECK(cycles_of({"sdiv r0, r1, r2", "add r3, r4, r5"}) == 5);
}
