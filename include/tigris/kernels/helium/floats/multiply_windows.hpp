// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Windows of floats, three at a time or fewer, times the weights of eight outputs or four.

#include <tigris/kernels/fast_float/conv.hpp>
#include <tigris/kernels/helium/floats/instructions.hpp>

namespace tigris::kernels::helium_kernels {

/// Weights of four outputs, and of the next four.
struct float_panels {
    const int8_t* first;
    int32_t apart;
};

#if TIGRIS_HELIUM_MULTIPLIES_FLOATS

// r0 to r5: elements of the windows; r5: at first how many there are. q6, q7: weights of an
// element. First one element at a time, then four. Addresses are in registers that are named,
// because GCC finds none with -Os.
// clang-format off
#define TIGRIS_FLOAT_WEIGHTS_2 "vldrw.32 q6, [%[a]], #16\n" "vldrw.32 q7, [%[b]], #16\n"
#define TIGRIS_FLOAT_WEIGHTS_1 "vldrw.32 q6, [%[a]], #16\n"
#define TIGRIS_FLOAT_ADD_2(n, x) "vfma.f32 %q[s" n "0], q6, " x "\n" "vfma.f32 %q[s" n "1], q7, " x "\n"
#define TIGRIS_FLOAT_ADD_1(n, x) "vfma.f32 %q[s" n "0], q6, " x "\n"
#define TIGRIS_FLOAT_TWO_OF_3(WEIGHTS, ADD)                                                      \
    "ldrd r0, r1, [%[x]], #8\n" WEIGHTS "ldrd r2, r3, [%[y]], #8\n" ADD("0", "r0")             \
    "ldrd r4, r5, [%[z]], #8\n" ADD("1", "r2") ADD("2", "r4")                                   \
    WEIGHTS ADD("0", "r1") ADD("1", "r3") ADD("2", "r5")
#define TIGRIS_FLOAT_ONE_OF_3(WEIGHTS, ADD)                                                      \
    "ldr r0, [%[x]], #4\n" WEIGHTS "ldr r2, [%[y]], #4\n" "ldr r4, [%[z]], #4\n"                \
    ADD("0", "r0") ADD("1", "r2") ADD("2", "r4")
#define TIGRIS_FLOAT_TWO_OF_2(WEIGHTS, ADD)                                                      \
    "ldrd r0, r1, [%[x]], #8\n" WEIGHTS "ldrd r2, r3, [%[y]], #8\n" ADD("0", "r0")             \
    ADD("1", "r2") WEIGHTS ADD("0", "r1") ADD("1", "r3")
#define TIGRIS_FLOAT_ONE_OF_2(WEIGHTS, ADD)                                                      \
    "ldr r0, [%[x]], #4\n" WEIGHTS "ldr r2, [%[y]], #4\n" ADD("0", "r0") ADD("1", "r2")
#define TIGRIS_FLOAT_TWO_OF_1(WEIGHTS, ADD)                                                      \
    "ldrd r0, r1, [%[x]], #8\n" WEIGHTS ADD("0", "r0") WEIGHTS ADD("0", "r1")
#define TIGRIS_FLOAT_ONE_OF_1(WEIGHTS, ADD) "ldr r0, [%[x]], #4\n" WEIGHTS ADD("0", "r0")
#define TIGRIS_FLOAT_SPAN(TWO, ONE, WEIGHTS, ADD)                                                \
    "and r0, r5, #3\n"                                                                         \
    "wls lr, r0, 2f\n"                                                                         \
    "1:\n" ONE(WEIGHTS, ADD)                                                                    \
    "le lr, 1b\n"                                                                              \
    "2:\n"                                                                                     \
    "lsr r0, r5, #2\n"                                                                         \
    "wls lr, r0, 4f\n"                                                                         \
    "3:\n" TWO(WEIGHTS, ADD) TWO(WEIGHTS, ADD)                                                  \
    "le lr, 3b\n"                                                                              \
    "4:\n"
#define TIGRIS_FLOAT_CLOBBERS "r0", "r1", "r2", "r3", "r4", "lr", "q6", "q7", "cc", "memory"
// clang-format on

/// Adds `count` products of windows `apart` floats apart to the sums of each, [window][four].
[[gnu::always_inline]] inline void add_span(reals (&s)[3][2], const float* from, int32_t apart,
                                            const int8_t* first, const int8_t* second,
                                            int32_t count) {
    register const float* x asm("r6") = from;
    register const float* y asm("r8") = x + apart;
    register const float* z asm("r9") = y + apart;
    register const int8_t* a asm("r10") = first;
    register const int8_t* b asm("r12") = second;
    register int32_t rest asm("r5") = count;
    asm volatile(TIGRIS_FLOAT_SPAN(TIGRIS_FLOAT_TWO_OF_3, TIGRIS_FLOAT_ONE_OF_3,
                                   TIGRIS_FLOAT_WEIGHTS_2, TIGRIS_FLOAT_ADD_2)
                 : [s00] "+w"(s[0][0]), [s01] "+w"(s[0][1]), [s10] "+w"(s[1][0]),
                   [s11] "+w"(s[1][1]), [s20] "+w"(s[2][0]), [s21] "+w"(s[2][1]), [x] "+r"(x),
                   [y] "+r"(y), [z] "+r"(z), [a] "+r"(a), [b] "+r"(b), "+r"(rest)
                 :
                 : TIGRIS_FLOAT_CLOBBERS);
}
[[gnu::always_inline]] inline void add_span(reals (&s)[3][1], const float* from, int32_t apart,
                                            const int8_t* first, const int8_t*, int32_t count) {
    register const float* x asm("r6") = from;
    register const float* y asm("r8") = x + apart;
    register const float* z asm("r9") = y + apart;
    register const int8_t* a asm("r10") = first;
    register int32_t rest asm("r5") = count;
    asm volatile(TIGRIS_FLOAT_SPAN(TIGRIS_FLOAT_TWO_OF_3, TIGRIS_FLOAT_ONE_OF_3,
                                   TIGRIS_FLOAT_WEIGHTS_1, TIGRIS_FLOAT_ADD_1)
                 : [s00] "+w"(s[0][0]), [s10] "+w"(s[1][0]), [s20] "+w"(s[2][0]), [x] "+r"(x),
                   [y] "+r"(y), [z] "+r"(z), [a] "+r"(a), "+r"(rest)
                 :
                 : TIGRIS_FLOAT_CLOBBERS);
}
[[gnu::always_inline]] inline void add_span(reals (&s)[2][2], const float* from, int32_t apart,
                                            const int8_t* first, const int8_t* second,
                                            int32_t count) {
    register const float* x asm("r6") = from;
    register const float* y asm("r8") = x + apart;
    register const int8_t* a asm("r10") = first;
    register const int8_t* b asm("r12") = second;
    register int32_t rest asm("r5") = count;
    asm volatile(TIGRIS_FLOAT_SPAN(TIGRIS_FLOAT_TWO_OF_2, TIGRIS_FLOAT_ONE_OF_2,
                                   TIGRIS_FLOAT_WEIGHTS_2, TIGRIS_FLOAT_ADD_2)
                 : [s00] "+w"(s[0][0]), [s01] "+w"(s[0][1]), [s10] "+w"(s[1][0]),
                   [s11] "+w"(s[1][1]), [x] "+r"(x), [y] "+r"(y), [a] "+r"(a), [b] "+r"(b),
                   "+r"(rest)
                 :
                 : TIGRIS_FLOAT_CLOBBERS);
}
[[gnu::always_inline]] inline void add_span(reals (&s)[2][1], const float* from, int32_t apart,
                                            const int8_t* first, const int8_t*, int32_t count) {
    register const float* x asm("r6") = from;
    register const float* y asm("r8") = x + apart;
    register const int8_t* a asm("r10") = first;
    register int32_t rest asm("r5") = count;
    asm volatile(TIGRIS_FLOAT_SPAN(TIGRIS_FLOAT_TWO_OF_2, TIGRIS_FLOAT_ONE_OF_2,
                                   TIGRIS_FLOAT_WEIGHTS_1, TIGRIS_FLOAT_ADD_1)
                 : [s00] "+w"(s[0][0]), [s10] "+w"(s[1][0]), [x] "+r"(x), [y] "+r"(y), [a] "+r"(a),
                   "+r"(rest)
                 :
                 : TIGRIS_FLOAT_CLOBBERS);
}
[[gnu::always_inline]] inline void add_span(reals (&s)[1][2], const float* from, int32_t,
                                            const int8_t* first, const int8_t* second,
                                            int32_t count) {
    register const float* x asm("r6") = from;
    register const int8_t* a asm("r10") = first;
    register const int8_t* b asm("r12") = second;
    register int32_t rest asm("r5") = count;
    asm volatile(TIGRIS_FLOAT_SPAN(TIGRIS_FLOAT_TWO_OF_1, TIGRIS_FLOAT_ONE_OF_1,
                                   TIGRIS_FLOAT_WEIGHTS_2, TIGRIS_FLOAT_ADD_2)
                 : [s00] "+w"(s[0][0]), [s01] "+w"(s[0][1]), [x] "+r"(x), [a] "+r"(a), [b] "+r"(b),
                   "+r"(rest)
                 :
                 : TIGRIS_FLOAT_CLOBBERS);
}
[[gnu::always_inline]] inline void add_span(reals (&s)[1][1], const float* from, int32_t,
                                            const int8_t* first, const int8_t*, int32_t count) {
    register const float* x asm("r6") = from;
    register const int8_t* a asm("r10") = first;
    register int32_t rest asm("r5") = count;
    asm volatile(TIGRIS_FLOAT_SPAN(TIGRIS_FLOAT_TWO_OF_1, TIGRIS_FLOAT_ONE_OF_1,
                                   TIGRIS_FLOAT_WEIGHTS_1, TIGRIS_FLOAT_ADD_1)
                 : [s00] "+w"(s[0][0]), [x] "+r"(x), [a] "+r"(a), "+r"(rest)
                 :
                 : TIGRIS_FLOAT_CLOBBERS);
}

#undef TIGRIS_FLOAT_CLOBBERS
#undef TIGRIS_FLOAT_SPAN
#undef TIGRIS_FLOAT_ONE_OF_1
#undef TIGRIS_FLOAT_TWO_OF_1
#undef TIGRIS_FLOAT_ONE_OF_2
#undef TIGRIS_FLOAT_TWO_OF_2
#undef TIGRIS_FLOAT_ONE_OF_3
#undef TIGRIS_FLOAT_TWO_OF_3
#undef TIGRIS_FLOAT_ADD_1
#undef TIGRIS_FLOAT_ADD_2
#undef TIGRIS_FLOAT_WEIGHTS_1
#undef TIGRIS_FLOAT_WEIGHTS_2

#else

template <int Pixels, int Fours>
inline void add_span(reals (&s)[Pixels][Fours], const float* x, int32_t apart, const int8_t* a,
                     const int8_t* b, int32_t count) {
    for (int32_t k = 0; k < count; ++k, a += 16, b += 16)
        for (int n = 0; n < Pixels; ++n) {
            const reals element = all_reals(x[n * apart + k]);
            s[n][0] = fused(s[n][0], load<reals>(a), element);
            if (Fours == 2) s[n][Fours - 1] = fused(s[n][Fours - 1], load<reals>(b), element);
        }
}

#endif

template <int Pixels, int Fours>
[[gnu::always_inline]] inline void add_spans(reals (&s)[Pixels][Fours],
                                             const fast_float_kernels::window_span& span,
                                             int32_t first, const float_panels& w) {
    for (const fast_float_kernels::tap_span* taps = span.spans; taps->x; ++taps) {
        const int8_t* const a = w.first + taps->skip_bytes;
        add_span(s, taps->x + first, span.apart, a, a + w.apart, span.count);
    }
}

/// Outputs of a span: `count` of them, at most four times Fours, from `first` on.
template <int Fours>
class output_column {
public:
    output_column(const fast_float_kernels::float_layer& layer, int32_t first)
        : weights_{layer.weights + first / 4 * layer.panel_bytes, layer.panel_bytes},
          first_(first),
          last_count_(layer.outputs - first - 4 * (Fours - 1)),
          finish_(layer.result) {}

    void multiply(const fast_float_kernels::window_span& span) const {
        float* out = span.out + first_;
        int32_t rest = span.pixels, x = 0;
        for (; rest >= 3; rest -= 3, x += 3 * span.apart, out += 3 * span.step)
            multiply_pixels<3>(span, x, out);
        if (rest == 2) multiply_pixels<2>(span, x, out);
        if (rest == 1) multiply_pixels<1>(span, x, out);
    }
    /// Adds one pixel's products to its sums.
    void add(const fast_float_kernels::window_span& span) const {
        reals s[1][Fours];
        for (int f = 0; f < Fours; ++f)
            s[0][f] = load_first_reals(span.out + first_ + 4 * f, count(f));
        add_spans(s, span, 0, weights_);
        for (int f = 0; f < Fours; ++f) store_some(span.out + first_ + 4 * f, s[0][f], count(f));
    }

private:
    template <int Pixels>
    [[gnu::always_inline]] void multiply_pixels(const fast_float_kernels::window_span& span,
                                                int32_t x, float* out) const {
        reals s[Pixels][Fours]{};
        add_spans(s, span, x, weights_);
#pragma GCC unroll 2
        for (int f = 0; f < Fours; ++f) {
            const reals bias = finish_.bias(first_ + 4 * f, count(f));
#pragma GCC unroll 3
            for (int n = 0; n < Pixels; ++n)
                store_some(out + n * span.step + 4 * f, finish_(s[n][f], bias), count(f));
        }
    }
    [[gnu::always_inline]] int32_t count(int four) const {
        return four < Fours - 1 ? 4 : last_count_;
    }

    float_panels weights_;
    int32_t first_;
    int32_t last_count_;
    float_finish finish_;
};

/// The products of windows with all outputs' weights (fast_float/conv.hpp).
struct float_product {
    [[gnu::noinline]] static void multiply(const fast_float_kernels::float_layer& layer,
                                           const fast_float_kernels::window_span& span) {
        int32_t o = 0;
        for (; layer.outputs - o > 4; o += 8) output_column<2>(layer, o).multiply(span);
        if (o < layer.outputs) output_column<1>(layer, o).multiply(span);
    }
    [[gnu::noinline]] static void add(const fast_float_kernels::float_layer& layer,
                                      const fast_float_kernels::window_span& span) {
        int32_t o = 0;
        for (; layer.outputs - o > 4; o += 8) output_column<2>(layer, o).add(span);
        if (o < layer.outputs) output_column<1>(layer, o).add(span);
    }
};

}  // namespace tigris::kernels::helium_kernels
