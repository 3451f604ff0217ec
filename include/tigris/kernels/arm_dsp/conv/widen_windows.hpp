// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Windows of several rows widened to 16-bit numbers, some side by side: the words of each in turn.
// Whole fours as widen() leaves them; what is left of two rows makes words together.

#include <tigris/kernels/arm_dsp/conv/shape.hpp>
#include <tigris/kernels/arm_dsp/widen.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// Four spans that lie `apart`.
struct even_spans {
    const int8_t* first;
    int32_t apart;
};

/// Four bytes of each of four spans, which then begin behind them.
[[gnu::always_inline]] inline uint32_t* widen_next(uint32_t* to, even_spans& from) {
#if TIGRIS_HAS_ARM_DSP && defined(__OPTIMIZE__)
    uint32_t a, b, c, d, x, y;
    asm volatile(
        "ldr %[a], [%[p]]\n"
        "ldr %[b], [%[p], %[apart]]\n"
        "ldr %[c], [%[p], %[apart], lsl #1]\n"
        "ldr %[d], [%[p], %[apart_3]]\n"
        "add %[p], %[p], #4\n"
        "sxtb16 %[x], %[a]\n"
        "sxtb16 %[y], %[b]\n"
        "strd %[x], %[y], [%[to]], #8\n"
        "sxtb16 %[x], %[c]\n"
        "sxtb16 %[y], %[d]\n"
        "strd %[x], %[y], [%[to]], #8\n"
        "sxtb16 %[a], %[a], ror #8\n"
        "sxtb16 %[b], %[b], ror #8\n"
        "strd %[a], %[b], [%[to]], #8\n"
        "sxtb16 %[c], %[c], ror #8\n"
        "sxtb16 %[d], %[d], ror #8\n"
        "strd %[c], %[d], [%[to]], #8\n"
        : [a] "=&r"(a), [b] "=&r"(b), [c] "=&r"(c), [d] "=&r"(d), [x] "=&r"(x), [y] "=&r"(y),
          [to] "+&r"(to), [p] "+&r"(from.first)
        : [apart] "r"(from.apart), [apart_3] "r"(3 * from.apart)
        : "memory");
    return to;
#else
    const int8_t* const at = from.first;
    const uint32_t words[]{load_word(at), load_word(at + from.apart),
                           load_word(at + 2 * from.apart), load_word(at + 3 * from.apart)};
    from.first += 4;
    return widen_words(to, words);
#endif
}

/// The first byte of each of four spans beside that of those below.
[[gnu::always_inline]] inline uint32_t* widen_beside(uint32_t* to, const even_spans& above,
                                                     const even_spans& below) {
#if TIGRIS_HAS_ARM_DSP && defined(__OPTIMIZE__)
    uint32_t w, x, y;
    asm volatile(
        "ldrsb %[w], [%[a]]\n"
        "ldrsb %[y], [%[b]]\n"
        "pkhbt %[w], %[w], %[y], lsl #16\n"
        "ldrsb %[x], [%[a], %[a_apart]]\n"
        "ldrsb %[y], [%[b], %[b_apart]]\n"
        "pkhbt %[x], %[x], %[y], lsl #16\n"
        "strd %[w], %[x], [%[to]], #8\n"
        "ldrsb %[w], [%[a], %[a_apart], lsl #1]\n"
        "ldrsb %[y], [%[b], %[b_apart], lsl #1]\n"
        "pkhbt %[w], %[w], %[y], lsl #16\n"
        "ldrsb %[x], [%[a], %[a_apart_3]]\n"
        "ldrsb %[y], [%[b], %[b_apart_3]]\n"
        "pkhbt %[x], %[x], %[y], lsl #16\n"
        "strd %[w], %[x], [%[to]], #8\n"
        : [w] "=&r"(w), [x] "=&r"(x), [y] "=&r"(y), [to] "+&r"(to)
        : [a] "r"(above.first), [b] "r"(below.first), [a_apart] "r"(above.apart),
          [b_apart] "r"(below.apart), [a_apart_3] "r"(3 * above.apart),
          [b_apart_3] "r"(3 * below.apart)
        : "memory");
#else
    for (int n = 0; n < 4; ++n)
        *to++ = halves(above.first[n * above.apart], below.first[n * below.apart]);
#endif
    return to;
}

/// Widens one window to words that lie `apart` words apart. `span(i)` says where row i begins; the
/// last two spans stay where they are.
template <class Span>
[[gnu::always_inline]] inline void widen_one_window(uint32_t* to, int32_t apart,
                                                    const patch_shape& s, const Span& span) {
    const int32_t whole = s.span - s.rest;
    const int8_t* above = nullptr;
    for (int32_t i = 0; i < s.rows; ++i) {
        const int8_t *from = span(i), *below = i & 1 ? from : nullptr;
        to = widen_apart(to, apart, from, whole);
        if (!below) above = from;
        if (below || i + 1 == s.rows)
            for (int32_t k = whole; k < s.span; ++k, to += apart)
                *to = halves(above[k], below ? below[k] : 0);
    }
    if (s.is_filled_up) *to = 0;
}

/// Blocks of four windows that lie evenly, one behind the other: `words` each.
struct even_blocks {
    int32_t count;
    int32_t words;
};

/// Widens `fours` times four bytes of each span, of each block.
[[gnu::always_inline]] inline void widen_fours(uint32_t* to, even_spans from, uint32_t fours,
                                               const even_blocks& blocks) {
    for (int32_t n = blocks.count; n > 0; --n, to += blocks.words, from.first += 4 * from.apart) {
        even_spans rest = from;
        uint32_t* at = to;
        if (fours & 1) at = widen_next(at, rest);
        for (uint32_t i = fours / 2; i > 0; --i) at = widen_next(widen_next(at, rest), rest);
    }
}

/// Widens one byte of each span with the byte of the span below, of each block.
[[gnu::always_inline]] inline void widen_beside(uint32_t* to, even_spans above, even_spans below,
                                                const even_blocks& blocks) {
    for (int32_t n = blocks.count; n > 0; --n, to += blocks.words) {
        widen_beside(to, above, below);
        above.first += 4 * above.apart;
        below.first += 4 * below.apart;
    }
}

/// Widens the 1 to 3 bytes behind the whole fours of each span, filled up with zeros, of each
/// block.
inline void widen_filled_up(uint32_t* to, even_spans from, int32_t span,
                            const even_blocks& blocks) {
    for (int32_t n = blocks.count; n > 0; --n, to += blocks.words)
        for (int i = 0; i < 4; ++i, from.first += from.apart) {
            const int8_t* const one[]{from.first};
            uint32_t words[2];
            widen_rest<1>(words, one, span, span & 3);
            to[i] = words[0];
            to[4 + i] = words[1];
        }
}

/// Blocks of windows; `spans(i)` says where row i of the first four begins. Beside the last of an
/// odd number of rows lies anything, which weights of 0 are multiplied with.
template <class Spans>
[[gnu::always_inline]] inline uint32_t* widen_even_windows(uint32_t* to, const patch_shape& s,
                                                           int32_t count, const Spans& spans) {
    const even_blocks blocks{count, 2 * s.depth};
    uint32_t* const behind = to + count * blocks.words;
    const uint32_t fours = uint32_t(s.span) / 4;
    even_spans above{};
    for (int32_t i = 0; i < s.rows; ++i) {
        even_spans from = spans(i);
        if (fours > 0) widen_fours(to, from, fours, blocks);
        to += 8 * fours;
        if (s.rows == 1 && s.span & 3) widen_filled_up(to, from, s.span, blocks);
        from.first += 4 * fours;
        if (!(i & 1)) above = from;
        if (i & 1 || i + 1 == s.rows)
            for (int32_t k = s.rest; k > 0; --k, to += 4, ++above.first, ++from.first)
                widen_beside(to, above, from, blocks);
    }
    return behind;
}

}  // namespace tigris::kernels::arm_dsp_kernels
