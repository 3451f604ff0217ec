// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// More steps than clang lets a fold expression have, planned within every compiler's default
// limits.

#include <helpers/many_steps.hpp>

#include <doctest/doctest.h>

TEST_CASE("300 steps are planned and run") {
    constexpr int steps = 300;
    float in[6]{1e-20f, 2e-20f}, out[6];
    tigris::run(many_steps::model<steps>, in, out);
    float expected[steps + 1]{in[1]};
    for (int step = 0; step < steps; ++step)
        expected[step + 1] = expected[step] + expected[step < 7 ? 0 : step - 7];
    CHECK(out[1] == expected[steps]);
}

TEST_CASE("their arena holds the tensors that are live, not all of them") {
    static_assert(tigris::plan_of<many_steps::model<300>>.fast_peak_bytes < 20 * 32);
    CHECK(true);
}
