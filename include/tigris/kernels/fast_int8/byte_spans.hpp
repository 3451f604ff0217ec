// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Copies spans of elements of any type as bytes, by the backend's own copy.

#include <stdint.h>

namespace tigris::kernels {

/// Copy::bytes(to, from, count) moves neighboring bytes.
template <class Copy>
[[gnu::noinline]] inline void copy_spans_of_bytes(int8_t* out, int32_t step_out, const int8_t* in,
                                                  int32_t step_in, int32_t count, int32_t spans) {
    if (step_out == count && step_in == count) return Copy::bytes(out, in, count * spans);
    for (; spans > 0; --spans, out += step_out, in += step_in) Copy::bytes(out, in, count);
}

/// `spans` spans of `count` elements, `step_in` and `step_out` elements apart.
template <class Copy, class T>
[[gnu::always_inline]] inline void copy_spans_by(T* out, int32_t step_out, const T* in,
                                                 int32_t step_in, int32_t count, int32_t spans) {
    constexpr int32_t size = sizeof(T);
    copy_spans_of_bytes<Copy>(reinterpret_cast<int8_t*>(out), size * step_out,
                              reinterpret_cast<const int8_t*>(in), size * step_in, size * count,
                              spans);
}

}  // namespace tigris::kernels
