// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The user's CMSIS-NN (docs/how_to/adapters.md), and how calls are described to it.

// A missing file ends the compilation, as in support/language.hpp.
#if !__has_include(<arm_nnfunctions.h>)
#define TIGRIS_CMSIS_NN_FAULT \
    "tigris: the backend cmsis_nn needs CMSIS-NN on the include path: docs/how_to/adapters.md"
#elif defined(CMSIS_NN_USE_SINGLE_ROUNDING)
#define TIGRIS_CMSIS_NN_FAULT \
    "tigris: CMSIS-NN rounds differently with CMSIS_NN_USE_SINGLE_ROUNDING; compile without it"
#elif defined(__ARMCC_VERSION)
#define TIGRIS_CMSIS_NN_FAULT \
    "tigris: CMSIS-NN's buffers are sized for GCC and Clang; compile with one of them"
#endif
#ifdef TIGRIS_CMSIS_NN_FAULT
#include TIGRIS_CMSIS_NN_FAULT
#endif

#include <arm_nnfunctions.h>
#include <tigris/kernels/adapters/library_windows.hpp>
#include <tigris/kernels/cmsis_nn/memory.hpp>
#include <tigris/kernels/contract/first_word.hpp>

namespace tigris::kernels::cmsis_nn_kernels {

/// The library's functions for codes of T.
template <class T>
struct functions_of {
    static constexpr auto elementwise_add = arm_elementwise_add_s8;
    static constexpr auto elementwise_mul = arm_elementwise_mul_s8;
    static constexpr auto max_pool = arm_max_pool_s8;
    static constexpr auto avgpool = arm_avgpool_s8;
};
template <>
struct functions_of<int16_t> {
    static constexpr auto elementwise_add = arm_elementwise_add_s16;
    static constexpr auto elementwise_mul = arm_elementwise_mul_s16;
    static constexpr auto max_pool = arm_max_pool_s16;
    static constexpr auto avgpool = arm_avgpool_s16;
};

constexpr cmsis_nn_activation range_of(const result_codes& codes) {
    return {codes.low, codes.high};
}

constexpr cmsis_nn_dims input_of(const image_call& c, int32_t channels) {
    return {1, c.rows, c.width, channels};
}
constexpr cmsis_nn_dims output_of(const image_call& c, int32_t channels) {
    return {1, c.rows_out, c.width_out, channels};
}
constexpr cmsis_nn_tile stride_of(const ops::window& w) { return {w.stride_w, w.stride_h}; }
constexpr cmsis_nn_tile padding_of(const image_call& c) { return {c.pad_left, c.pad_top}; }
constexpr cmsis_nn_tile dilation_of(const image_call& c, const ops::window& w) {
    return {w.dilation_w, c.dilation_h};
}

template <class Tables>
inline cmsis_nn_per_channel_quant_params scales_of(const Tables& t) {
    return {t.multipliers, t.shifts};
}

/// The working memory at `scratch`, from a word on; with tables for 16-bit codes, from a double
/// word on (Word: int64_t).
template <class Word = int32_t>
inline window_memory memory_at(void* scratch, const memory_shape& s) {
    Word* first = first_word<Word>(scratch);
    int8_t* words = reinterpret_cast<int8_t*>(first);
    return {reinterpret_cast<int32_t*>(first), words + s.table_bytes,
            words + s.table_bytes + s.buffer_bytes};
}

}  // namespace tigris::kernels::cmsis_nn_kernels
