// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Bytes widened to 16-bit numbers, several spans side by side: pairs of neighbors at even places,
// then those at odd places, of each span in turn.

#include <tigris/kernels/arm_dsp/instructions.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// `count` bytes, 1 to 3, the last of a span of `span` bytes; zeros behind them.
[[gnu::always_inline]] inline uint32_t load_rest(const int8_t* span_begin, int32_t span,
                                                 int32_t count) {
    if (span >= 4) return load_word(span_begin + (span - 4)) >> (8 * (4 - count));
    uint32_t word = uint8_t(span_begin[0]);
    if (count > 1) word |= uint32_t(uint8_t(span_begin[1])) << 8;
    if (count > 2) word |= uint32_t(uint8_t(span_begin[2])) << 16;
    return word;
}

/// The last `rest` bytes, 1 to 3, of each of N spans, widened.
template <int N>
[[gnu::always_inline]] inline uint32_t* widen_rest(uint32_t* to, const int8_t* const* spans,
                                                   int32_t span, int32_t rest) {
    for (int n = 0; n < N; ++n) {
        const uint32_t word = load_rest(spans[n], span, rest);
        to[n] = sxtb16(word);
        to[N + n] = sxtb16_ror8(word);
    }
    return to + 2 * N;
}

/// Four bytes of each of N spans to 2 * N words.
template <int N>
[[gnu::always_inline]] inline uint32_t* widen_words(uint32_t* to, const uint32_t (&words)[N]) {
    for (int n = 0; n < N; ++n) to[n] = sxtb16(words[n]);
    for (int n = 0; n < N; ++n) to[N + n] = sxtb16_ror8(words[n]);
    return to + 2 * N;
}

#if TIGRIS_HAS_ARM_DSP && defined(__OPTIMIZE__)

[[gnu::always_inline]] inline uint32_t* widen_next(uint32_t* to, const int8_t* (&from)[2]) {
    uint32_t a, b, x, y;
    asm volatile(
        "ldr %[a], [%[p]], #4\n"
        "ldr %[b], [%[q]], #4\n"
        "sxtb16 %[x], %[a]\n"
        "sxtb16 %[y], %[b]\n"
        "strd %[x], %[y], [%[to]], #8\n"
        "sxtb16 %[a], %[a], ror #8\n"
        "sxtb16 %[b], %[b], ror #8\n"
        "strd %[a], %[b], [%[to]], #8\n"
        : [a] "=&r"(a), [b] "=&r"(b), [x] "=&r"(x), [y] "=&r"(y), [to] "+&r"(to),
          [p] "+&r"(from[0]), [q] "+&r"(from[1])
        :
        : "memory");
    return to;
}

#endif

template <int N>
[[gnu::always_inline]] inline uint32_t* widen_next(uint32_t* to, const int8_t* (&from)[N]) {
    uint32_t words[N];
    for (int n = 0; n < N; ++n) {
        words[n] = load_word(from[n]);
        from[n] += 4;
    }
    return widen_words(to, words);
}

/// `span` bytes of each of N spans; behind the last there are zeros up to a multiple of four. Gives
/// the place behind: N / 2 words for each of the bytes.
template <int N>
[[gnu::noinline]] inline uint32_t* widen(uint32_t* to, const int8_t* const* spans, int32_t span) {
    const int8_t* from[N];
#pragma GCC unroll 4
    for (int n = 0; n < N; ++n) from[n] = spans[n];
    const uint32_t words = uint32_t(span) / 4;
    for (uint32_t i = words / 2; i > 0; --i) to = widen_next(widen_next(to, from), from);
    if (words & 1) to = widen_next(to, from);
    const int32_t rest = span & 3;
    return rest ? widen_rest<N>(to, spans, span, rest) : to;
}

/// Widens `span` bytes of one span to words that lie `apart` words apart. Zeros fill up the last
/// four bytes. Returns the place behind.
[[gnu::always_inline]] inline uint32_t* widen_apart(uint32_t* to, int32_t apart, const int8_t* from,
                                                    int32_t span) {
    const auto put = [&](uint32_t word) __attribute__((always_inline)) {
        to[0] = sxtb16(word);
        to[apart] = sxtb16_ror8(word);
        to += 2 * apart;
    };
    for (int32_t i = 4; i <= span; i += 4) put(load_word(from + (i - 4)));
    const int32_t rest = span & 3;
    if (rest) put(load_rest(from, span, rest));
    return to;
}

}  // namespace tigris::kernels::arm_dsp_kernels
