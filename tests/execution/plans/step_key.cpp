// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/plans/step_key.hpp>

#include <helpers/two_depthwise.hpp>
#include <helpers/two_layers.hpp>

#include <doctest/doctest.h>

#include <cstdint>

using namespace tigris;
using namespace tigris::execution;

TEST_CASE("a model's multiply-accumulates are those of all of its steps") {
    constexpr std::int64_t of_gemm = 200 * 30 * 30;
    static_assert(macs_of_model<two_layers::model, portable> == 2 * of_gemm);
    static_assert(sum_macs_of_operator<two_layers::model, portable, ops::kind_of<ops::gemm>>() ==
                  2 * of_gemm);
    static_assert(sum_macs_of_operator<two_layers::model, portable, ops::kind_of<ops::convert>>() ==
                  0);
    CHECK(true);
}

TEST_CASE("a step's key knows which of the backend's loops serve its layer") {
    using portable_steps = session<two_depthwise::model, target{}>;
    using blocked_steps = session<two_depthwise::model, target{.backend = blocked}>;
    using arm_dsp_steps = session<two_depthwise::model, target{.backend = arm_dsp}>;
    CHECK(key<portable_steps, 0>.variant == kernels::unknown_variant);
    CHECK(key<blocked_steps, 0>.variant == kernels::first_variant);
    CHECK(key<arm_dsp_steps, 1>.variant == kernels::first_variant);
}
