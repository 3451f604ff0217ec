// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A few layers on kernels with assembler, against portable ones: the same wherever the linker
// places functions.

#include <helpers/backend_vectors.hpp>
#include <helpers/backend_windows.hpp>
#include <tigris/kernels/arm_dsp/conv/kernel.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv/kernel.hpp>
#include <tigris/kernels/arm_dsp/facts.hpp>
#include <tigris/kernels/arm_dsp/gemm/kernel.hpp>
#ifdef __ARM_FEATURE_MVE
#include <tigris/kernels/helium/conv/kernel.hpp>
#include <tigris/kernels/helium/depthwise_conv/kernel.hpp>
#include <tigris/kernels/helium/facts.hpp>
#include <tigris/kernels/helium/gemm/kernel.hpp>
#endif

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr window_settings one_tap{.channels_in = 16, .channels_out = 6};
constexpr window_settings nine_taps{
    .window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 16, .channels_out = 5};
constexpr window_settings one_channel_each{
    .window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 16, .channels_out = 16};

template <class Op, class Tag, weight_order Order, window_settings S>
void check_windows() {
    check_roundings<Op, Tag, int8_t, S, Order>(8, 7);
}

template <class Tag, weight_order Order, rounding R>
void check_few_vectors() {
    for (int seed = 0; seed < 12; ++seed)
        CHECK(vectors_agree_with_portable<Tag, int8_t, R, true, 0, Order>(seed));
}

/// Weights of vectors lie in `OfVectors`.
template <class Tag, weight_order Own, weight_order OfVectors>
void check_layers() {
    constexpr weight_order plain = weight_order::canonical;
    check_windows<ops::conv, Tag, plain, nine_taps>();
    check_windows<ops::conv, Tag, Own, one_tap>();
    check_windows<ops::conv, Tag, Own, nine_taps>();
    check_windows<ops::depthwise_conv, Tag, plain, one_channel_each>();
    check_few_vectors<Tag, OfVectors, rounding::nearest>();
    check_few_vectors<Tag, OfVectors, rounding::tflite>();
}

}  // namespace

TEST_CASE("arm_dsp") {
    check_layers<arm_dsp_tag, weight_order::arm_dsp_pairs, weight_order::arm_dsp_fours>();
}

#ifdef __ARM_FEATURE_MVE
TEST_CASE("helium") {
    check_layers<helium_tag, weight_order::helium_fours, weight_order::helium_fours>();
}
#endif

// What optimize::size takes.
template void
arm_dsp_kernels::run_job<weight_order::canonical, arm_dsp_kernels::short_rescaling::nearest, true>(
    arm_dsp_kernels::block_job<false>&);
template void
arm_dsp_kernels::run_job<weight_order::canonical, arm_dsp_kernels::short_rescaling::tflite, true>(
    arm_dsp_kernels::block_job<false>&);
template void arm_dsp_kernels::run_job<weight_order::arm_dsp_pairs,
                                       arm_dsp_kernels::short_rescaling::nearest, true>(
    arm_dsp_kernels::block_job<false>&);
template void arm_dsp_kernels::run_job<weight_order::arm_dsp_pairs,
                                       arm_dsp_kernels::short_rescaling::tflite, true>(
    arm_dsp_kernels::block_job<false>&);
template void arm_dsp_kernels::run_job<weight_order::arm_dsp_pairs,
                                       arm_dsp_kernels::short_rescaling::tflite_small_shifts, true>(
    arm_dsp_kernels::block_job<false>&);
