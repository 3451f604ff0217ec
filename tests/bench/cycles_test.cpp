// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "count/cycles.hpp"

#include <doctest/doctest.h>

#include <initializer_list>

namespace {

int sum_of(std::initializer_list<std::string_view> instructions) {
    count::extra_cycles model;
    int sum = 0;
    for (const std::string_view instruction : instructions) sum += model.of(instruction);
    return sum;
}

}  // namespace

TEST_CASE("arithmetic takes one cycle") {
    CHECK(sum_of({"add r0, r1", "smlad r0, r1, r2, r3", "bic r0, r1", "bfi r0, r1, #0, #8"}) == 0);
}

TEST_CASE("a load takes one more, unless it follows a transfer") {
    CHECK(sum_of({"ldr r0, [r1]"}) == 1);
    CHECK(sum_of({"ldr r0, [r1]", "ldrsb.w r2, [r3], #1"}) == 1);
    CHECK(sum_of({"ldr r0, [r1]", "add r0, r1", "ldr r0, [r1]"}) == 2);
    CHECK(sum_of({"str r0, [r1]", "ldr r0, [r1]"}) == 0);
}

TEST_CASE("every further word takes one more") {
    CHECK(sum_of({"ldrd r0, r1, [r2]"}) == 2);
    CHECK(sum_of({"strd r0, r1, [r2]"}) == 1);
    CHECK(sum_of({"pop {r4, r5, pc}"}) == 3);
    CHECK(sum_of({"ldm r0!, {r1, r2}"}) == 2);
    CHECK(sum_of({"vldmia r0!, {s8, s9, s10, s11}"}) == 4);
    CHECK(sum_of({"vldmia r0!, {s8-s11}"}) == 4);
    CHECK(sum_of({"vpush {d8, d9}"}) == 4);
}

TEST_CASE("a branch takes two more") {
    CHECK(sum_of({"b #0x10"}) == 2);
    CHECK(sum_of({"bl #0x10"}) == 2);
    CHECK(sum_of({"bne #0x10"}) == 2);
    CHECK(sum_of({"cbz r0, #0x10"}) == 2);
}

TEST_CASE("arithmetic of floats") {
    CHECK(sum_of({"vmul.f32 s0, s1, s2", "vadd.f32 s3, s4, s5", "vmov.f32 s0, s1"}) == 0);
    CHECK(sum_of({"vfma.f32 s0, s1, s2"}) == 2);
    CHECK(sum_of({"vmla.f32 s0, s1, s2", "vfnms.f32 s3, s4, s5"}) == 4);
    CHECK(sum_of({"vdiv.f32 s0, s1, s2"}) == 13);
    CHECK(sum_of({"vsqrt.f32 s0, s1"}) == 13);
}

TEST_CASE("a float that the next instruction reads takes one more") {
    CHECK(sum_of({"vmul.f32 s1, s1, s2", "vadd.f32 s0, s0, s1"}) == 1);
    CHECK(sum_of({"vmul.f32 s1, s1, s2", "vadd.f32 s0, s0, s12"}) == 0);
    CHECK(sum_of({"vmul.f32 s1, s1, s2", "vadd.f32 s1, s3, s4"}) == 0);
    CHECK(sum_of({"vmul.f32 s1, s1, s2", "add r0, r1", "vadd.f32 s0, s0, s1"}) == 0);
    CHECK(sum_of({"vadd.f32 s1, s1, s2", "vstr s1, [r0]"}) == 1);
    CHECK(sum_of({"vfma.f32 s0, s1, s2", "vfma.f32 s0, s3, s4"}) == 4);
    CHECK(sum_of({"vfma.f32 s0, s1, s2", "vfma.f32 s3, s0, s4"}) == 5);
}
