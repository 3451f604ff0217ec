// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Moves rows up, and copies new rows after them, in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// Elements of the output that move up (kept), and new ones behind them (fresh).
template <class T>
struct slide_layer {
    int32_t kept = 0;
    int32_t fresh = 0;
};

constexpr plain_key<ops::slide> key_of(const ops::slide&, const operands&, rounding) { return {}; }

template <class T>
constexpr slide_layer<T> layer_of(const ops::slide&, const operands& t, view<const constant>,
                                  rounding) {
    const int32_t fresh = int32_t(element_count(t.input(1)));
    return {int32_t(element_count(t.output())) - fresh, fresh};
}

[[gnu::always_inline]] inline uint32_t word_at(const unsigned char* from) {
    uint32_t word;
    __builtin_memcpy(&word, __builtin_assume_aligned(from, 4), 4);
    return word;
}
[[gnu::always_inline]] inline void set_word(unsigned char* to, uint32_t word) {
    __builtin_memcpy(__builtin_assume_aligned(to, 4), &word, 4);
}

/// `to` may lie before `from`, over it; both lie at words.
inline void move_words_down(unsigned char* to, const unsigned char* from, int32_t bytes) {
    for (; bytes >= 16; bytes -= 16, to += 16, from += 16) {
        const uint32_t a = word_at(from), b = word_at(from + 4), c = word_at(from + 8),
                       d = word_at(from + 12);
        set_word(to, a), set_word(to + 4, b), set_word(to + 8, c), set_word(to + 12, d);
    }
    for (; bytes > 0; --bytes) *to++ = *from++;
}

inline bool lie_at_words(const void* a, const void* b) {
    return ((reinterpret_cast<uintptr_t>(a) | reinterpret_cast<uintptr_t>(b)) & 3) == 0;
}

/// `to` may lie before `from`, over it. Words where they can be: memmove of small C libraries moves
/// bytes.
template <class T>
constexpr void move_down(T* to, const T* from, int32_t count) {
    if (!__builtin_is_constant_evaluated() && lie_at_words(to, from))
        return move_words_down(static_cast<unsigned char*>(static_cast<void*>(to)),
                               static_cast<const unsigned char*>(static_cast<const void*>(from)),
                               count * int32_t(sizeof(T)));
    for (int32_t i = 0; i < count; ++i) to[i] = from[i];
}

/// The output may be `rows`.
template <plain_key<ops::slide>, class T>
[[gnu::noinline]] constexpr void whole(portable_tag, const slide_layer<T>& layer, T* out,
                                       const T* rows, const T* fresh) {
    move_down(out, rows + layer.fresh, layer.kept);
    move_down(out + layer.kept, fresh, layer.fresh);
}

}  // namespace tigris::kernels
