// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What is multiplied at once: windows, four at a time, with the weights of two output channels; and
// windows of which there are fewer, one by one.

#include <tigris/kernels/arm_dsp/channel_scale.hpp>
#include <tigris/kernels/arm_dsp/conv/multiply_block.hpp>
#include <tigris/kernels/arm_dsp/conv/shape.hpp>
#include <tigris/kernels/arm_dsp/paired_sum.hpp>
#include <tigris/model/weight_order.hpp>

namespace tigris::kernels::arm_dsp_kernels {

constexpr bool is_paired(weight_order order) { return order != weight_order::canonical; }

/// Whether floating-point registers hold a job's weights: faster, with more bytes of code.
template <weight_order Order, bool Compact>
inline constexpr bool holds_weights = TIGRIS_HAS_FLOAT_REGISTERS&& is_paired(Order) && !Compact;

/// What the sums of four pixels begin at: the first output's, then the second's.
template <bool AreRead>
struct block_starts {
    int32_t of[8];
};
template <>
struct block_starts<false> {};

/// What is multiplied, what two outputs' sums begin at and are rescaled by, and where results go:
/// `blocks` times four pixels, `step` bytes apart, the second output `second_offset` bytes behind
/// the first. Where results are the sums, no scale is read. The assembler below knows each member's
/// place. If registers hold the weights, all sums begin at the first output's bias.
template <bool HoldsWeights>
struct block_job {
    int32_t first_pairs;      // 0: 1 to 8 (or held_words); the others come by so many
    int32_t words;            // 4: of all weights
    const uint32_t* weights;  // 8
    const uint32_t* pixels;   // 12
    [[no_unique_address]] block_starts<!HoldsWeights> starts;  // 16
    channel_scale second;   // 48 (16 without starts): multiplier, constant, right, bias
    channel_scale first;    // 64, and so on
    int32_t step;           // 80
    int32_t second_offset;  // 84
    int8_t* out;            // 88
    int32_t blocks;         // 92
};
template <weight_order Order, bool Compact>
using block_job_of = block_job<holds_weights<Order, Compact>>;

/// Words of weights for each pair of elements.
template <weight_order Order>
inline constexpr int32_t words_of_pair = is_paired(Order) ? 1 : 2;

/// Sets how many weights there are: `pairs` of elements (even, not 0).
template <weight_order Order, bool Compact>
[[gnu::always_inline]] inline void set_pairs(block_job_of<Order, Compact>& job, int32_t pairs) {
    constexpr int32_t at_once = holds_weights<Order, Compact> ? held_words : 8;
    job.first_pairs = ((pairs - 1) & (at_once - 1)) + 1;
    job.words = words_of_pair<Order> * pairs;
}
/// Sets what sums begin at: of weights in pairs, both at the first output's bias.
template <weight_order Order, bool Compact>
[[gnu::always_inline]] inline void set_starts(block_job_of<Order, Compact>& job) {
    if constexpr (!holds_weights<Order, Compact>) {
        int32_t* const starts = job.starts.of;
        const int32_t second = is_paired(Order) ? job.first.bias : job.second.bias;
        for (int n = 0; n < 4; ++n) starts[n] = job.first.bias, starts[4 + n] = second;
    }
}
template <weight_order Order, class Job>
inline int32_t pairs_of(const Job& job) {
    return job.words / words_of_pair<Order>;
}

/// Products of a pixel whose words lie `apart`, without biases.
template <weight_order Order, class Job>
[[gnu::always_inline]] inline two_sums sum_pixel(const Job& job, const uint32_t* pixel,
                                                 int32_t apart) {
    if constexpr (is_paired(Order)) {
        paired_sum sum;
        for (int32_t i = 0; i < job.words; ++i, pixel += apart)
            add_word(sum, job.weights[i], *pixel);
        return sum.apart();
    } else {
        two_sums sums;
        for (int32_t i = 0; i < job.words; i += 2, pixel += apart) {
            sums.first = smlad(job.weights[i], *pixel, sums.first);
            sums.second = smlad(job.weights[i + 1], *pixel, sums.second);
        }
        return sums;
    }
}

/// Products of a pixel whose words are neighbors, without biases.
template <weight_order Order, bool Compact>
[[gnu::always_inline]] inline two_sums sum_dense_pixel(const block_job_of<Order, Compact>& job) {
    if constexpr (!is_paired(Order) || Compact) return sum_pixel<Order>(job, job.pixels, 1);
    paired_sum sum;
    add_words(sum, job.weights, job.pixels, pairs_of<Order>(job));
    return sum.apart();
}

/// The first output is written last: it is the second's place, too, where there is no second.
[[gnu::always_inline]] inline void store_sums(int8_t* out, int32_t second_offset, int32_t first,
                                              int32_t second) {
    __builtin_memcpy(out + second_offset, &second, sizeof second);
    __builtin_memcpy(out, &first, sizeof first);
}

/// The next pixel as sums, and the places behind it.
template <weight_order Order, bool Compact>
[[gnu::noinline]] inline void sum_next_pixel(block_job_of<Order, Compact>& job) {
    const two_sums sums = sum_dense_pixel<Order, Compact>(job);
    store_sums(job.out, job.second_offset, sums.first, sums.second);
    job.pixels += pairs_of<Order>(job);
    job.out += job.step;
}

/// The next pixel, and the places behind it.
template <weight_order Order, short_rescaling By, bool Compact>
[[gnu::noinline]] inline void multiply_pixel(block_job_of<Order, Compact>& job) {
    const two_sums sums = sum_dense_pixel<Order, Compact>(job);
    int8_t* const out = job.out;
    const int8_t first = finish_short<By>(sums.first + job.first.bias, job.first);
    out[job.second_offset] = finish_short<By>(sums.second + job.second.bias, job.second);
    *out = first;
    job.pixels += pairs_of<Order>(job);
    job.out = out + job.step;
}

}  // namespace tigris::kernels::arm_dsp_kernels
