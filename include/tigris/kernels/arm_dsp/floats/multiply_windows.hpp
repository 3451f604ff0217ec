// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Windows of floats, four at a time or one, times the weights of four outputs.

#include <tigris/kernels/arm_dsp/floats/finish_floats.hpp>
#include <tigris/kernels/fast_float/conv.hpp>

namespace tigris::kernels::arm_dsp_kernels {

#if TIGRIS_DSP_MULTIPLIES_FLOATS

// s0 to s15: sums, four of a window. s16 to s23: two elements of each of four windows. s24 to s27:
// weights of an element. lr: elements left of a span.
// clang-format off
#define TIGRIS_DSP_FOUR_WINDOWS(a, b, c, d)                                                      \
    "vldmia %[w]!, {s24, s25, s26, s27}\n"                                                     \
    TIGRIS_DSP_ADD_FOUR("s0", "s1", "s2", "s3", "s24", "s25", "s26", "s27", a)                   \
    TIGRIS_DSP_ADD_FOUR("s4", "s5", "s6", "s7", "s24", "s25", "s26", "s27", b)                   \
    TIGRIS_DSP_ADD_FOUR("s8", "s9", "s10", "s11", "s24", "s25", "s26", "s27", c)                 \
    TIGRIS_DSP_ADD_FOUR("s12", "s13", "s14", "s15", "s24", "s25", "s26", "s27", d)

/// The products of all spans of four windows that lie `apart` bytes apart, from `first` bytes on.
[[gnu::always_inline]] inline void multiply_four_windows(const fast_float_kernels::tap_span* spans,
                                                         int32_t first, int32_t apart,
                                                         int32_t count, const int8_t* weights,
                                                         const float_store& store) {
    const float *x, *y, *z, *u;
    const int8_t* w;
    asm volatile(
        "ldr %[x], [%[store]]\n"
        "vldmia %[x], {s0-s15}\n"
        "b 3f\n"
        "1:\n"
        "add %[x], %[x], %[first]\n"
        "add %[w], %[w], %[weights]\n"
        "add %[y], %[x], %[apart]\n"
        "add %[z], %[y], %[apart]\n"
        "add %[u], %[z], %[apart]\n"
        "subs lr, %[count], #2\n"
        "blt 4f\n"
        "2:\n"
        "vldmia %[x]!, {s16, s17}\n"
        "vldmia %[y]!, {s18, s19}\n"
        "vldmia %[z]!, {s20, s21}\n"
        "vldmia %[u]!, {s22, s23}\n"
        TIGRIS_DSP_FOUR_WINDOWS("s16", "s18", "s20", "s22")
        "subs lr, lr, #2\n"
        TIGRIS_DSP_FOUR_WINDOWS("s17", "s19", "s21", "s23")
        "bge.w 2b\n"
        "4:\n"
        "tst lr, #1\n"
        "beq 3f\n"
        "vldr s16, [%[x]]\n"
        "vldr s18, [%[y]]\n"
        "vldr s20, [%[z]]\n"
        "vldr s22, [%[u]]\n"
        TIGRIS_DSP_FOUR_WINDOWS("s16", "s18", "s20", "s22")
        "3:\n"
        "ldrd %[x], %[w], [%[spans]], #8\n"
        "cmp %[x], #0\n"
        "bne.w 1b\n"
        "ldrd %[x], %[y], [%[store], #4]\n"
        "ldr %[z], [%[store], #12]\n"
        "vldmia %[x], {s16, s17, s18, s19}\n"
        TIGRIS_DSP_ADD_BIAS("s0", "s1", "s2", "s3") TIGRIS_DSP_ADD_BIAS("s4", "s5", "s6", "s7")
        TIGRIS_DSP_ADD_BIAS("s8", "s9", "s10", "s11")
        TIGRIS_DSP_ADD_BIAS("s12", "s13", "s14", "s15")
        "vstmia %[y], {s0, s1, s2, s3}\n"
        "add %[y], %[y], %[z]\n"
        "vstmia %[y], {s4, s5, s6, s7}\n"
        "add %[y], %[y], %[z]\n"
        "vstmia %[y], {s8, s9, s10, s11}\n"
        "add %[y], %[y], %[z]\n"
        "vstmia %[y], {s12, s13, s14, s15}\n"
        : [spans] "+&r"(spans), [x] "=&r"(x), [y] "=&r"(y), [z] "=&r"(z), [u] "=&r"(u), [w] "=&r"(w)
        : [first] "r"(first), [apart] "r"(apart), [count] "r"(count), [weights] "r"(weights),
          [store] "r"(&store)
        : "lr", TIGRIS_DSP_FLOAT_REGISTERS);
}

/// The products of all spans of one window, from `first` bytes on, `count` elements per span.
[[gnu::always_inline]] inline void multiply_window(const fast_float_kernels::tap_span* spans,
                                                   int32_t first, int32_t count,
                                                   const int8_t* weights,
                                                   const float_store& store) {
    const float* x;
    const int8_t* w;
    int32_t rest;
    asm volatile(
        "ldr %[x], [%[store]]\n"
        "vldmia %[x], {s0, s1, s2, s3}\n"
        "b 3f\n"
        "1:\n"
        "add %[x], %[x], %[first]\n"
        "add %[w], %[w], %[weights]\n"
        "subs %[rest], %[count], #4\n"
        "blt 4f\n"
        "2:\n"
        "vldmia %[x]!, {s4, s5, s6, s7}\n"
        "vldmia %[w]!, {s8-s23}\n"
        "subs %[rest], %[rest], #4\n"
        TIGRIS_DSP_ADD_FOUR("s0", "s1", "s2", "s3", "s8", "s9", "s10", "s11", "s4")
        TIGRIS_DSP_ADD_FOUR("s0", "s1", "s2", "s3", "s12", "s13", "s14", "s15", "s5")
        TIGRIS_DSP_ADD_FOUR("s0", "s1", "s2", "s3", "s16", "s17", "s18", "s19", "s6")
        TIGRIS_DSP_ADD_FOUR("s0", "s1", "s2", "s3", "s20", "s21", "s22", "s23", "s7")
        "bge 2b\n"
        "4:\n"
        "adds %[rest], %[rest], #4\n"
        "beq 3f\n"
        "5:\n"
        "vldmia %[w]!, {s8, s9, s10, s11}\n"
        "vldmia %[x]!, {s4}\n"
        "subs %[rest], %[rest], #1\n"
        TIGRIS_DSP_ADD_FOUR("s0", "s1", "s2", "s3", "s8", "s9", "s10", "s11", "s4")
        "bne 5b\n"
        "3:\n"
        "ldrd %[x], %[w], [%[spans]], #8\n"
        "cmp %[x], #0\n"
        "bne.w 1b\n"
        "ldrd %[x], %[w], [%[store], #4]\n"
        "vldmia %[x], {s16, s17, s18, s19}\n"
        TIGRIS_DSP_ADD_BIAS("s0", "s1", "s2", "s3")
        "vstmia %[w], {s0, s1, s2, s3}\n"
        : [spans] "+&r"(spans), [x] "=&r"(x), [w] "=&r"(w), [rest] "=&r"(rest)
        : [first] "r"(first), [count] "r"(count), [weights] "r"(weights), [store] "r"(&store)
        : TIGRIS_DSP_FLOAT_REGISTERS);
}
// clang-format on

#undef TIGRIS_DSP_FOUR_WINDOWS

#else

inline void multiply_window(const fast_float_kernels::tap_span* spans, int32_t first, int32_t count,
                            const int8_t* weights, const float_store& store) {
    float sums[4]{store.starts[0], store.starts[1], store.starts[2], store.starts[3]};
    for (; spans->x; ++spans) {
        const float* x = spans->x + first / 4;
        const constant_pointer<float> w{weights + spans->skip_bytes};
        for (int32_t k = 0; k < count; ++k)
            for (int o = 0; o < 4; ++o) sums[o] += x[k] * w[4 * k + o];
    }
    for (int o = 0; o < 4; ++o) store.out[o] = sums[o] + store.bias[o];
}
inline void multiply_four_windows(const fast_float_kernels::tap_span* spans, int32_t first,
                                  int32_t apart, int32_t count, const int8_t* weights,
                                  float_store store) {
    for (int n = 0; n < 4; ++n, store.out += store.step_bytes / 4)
        multiply_window(spans, first + n * apart, count, weights, store);
}

#endif

/// Four outputs of a span, or less.
class output_column {
public:
    output_column(const fast_float_kernels::float_layer& layer, int32_t first)
        : weights_(layer.weights + first / 4 * layer.panel_bytes),
          first_(first),
          count_(layer.outputs - first < 4 ? layer.outputs - first : 4),
          bias_(bias_of(layer.result, first, count_, some_bias_)) {}

    [[gnu::always_inline]] void multiply(const fast_float_kernels::window_span& span) const {
        float* out = span.out + first_;
        int32_t rest = span.pixels, first = 0;
        for (; rest >= 4; rest -= 4, first += 16 * span.apart, out += 4 * span.step) {
            float some[16];
            multiply_four_windows(span.spans, first, 4 * span.apart, span.count, weights_,
                                  store_to(out, span.step, some));
            copy_some(some, 4, out, span.step);
        }
        for (; rest > 0; --rest, first += 4 * span.apart, out += span.step) {
            float some[4];
            multiply_window(span.spans, first, span.count, weights_, store_to(out, 0, some));
            copy_some(some, 1, out, span.step);
        }
    }
    /// Adds one window's products to its sums.
    [[gnu::always_inline]] void add(const fast_float_kernels::window_span& span) const {
        float sums[4]{}, *const out = span.out + first_;
        for (int32_t i = 0; i < count_; ++i) sums[i] = out[i];
        multiply_window(span.spans, 0, span.count, weights_, {sums, sixteen_zeros, sums, 0});
        for (int32_t i = 0; i < count_; ++i) out[i] = sums[i];
    }

private:
    [[gnu::always_inline]] float_store store_to(float* out, int32_t step, float* some) const {
        if (count_ < 4) return {sixteen_zeros, bias_, some, 16};
        return {sixteen_zeros, bias_, out, 4 * step};
    }
    [[gnu::always_inline]] void copy_some(const float* some, int32_t pixels, float* out,
                                          int32_t step) const {
        if (count_ == 4) return;
        for (; pixels > 0; --pixels, some += 4, out += step)
            for (int32_t i = 0; i < count_; ++i) out[i] = some[i];
    }

    const int8_t* weights_;
    int32_t first_;
    int32_t count_;
    float some_bias_[4];
    const float* bias_;
};

/// The products of windows with all outputs' weights (fast_float/conv.hpp).
struct float_product {
    [[gnu::noinline]] static void multiply(const fast_float_kernels::float_layer& layer,
                                           const fast_float_kernels::window_span& span) {
        for (int32_t o = 0; o < layer.outputs; o += 4) output_column(layer, o).multiply(span);
        if (limits_floats(layer.result.clamp))
            limit_floats(layer.result.clamp, span.out, span.step, span.pixels, layer.outputs);
    }
    [[gnu::noinline]] static void add(const fast_float_kernels::float_layer& layer,
                                      const fast_float_kernels::window_span& span) {
        for (int32_t o = 0; o < layer.outputs; o += 4) output_column(layer, o).add(span);
    }
};

}  // namespace tigris::kernels::arm_dsp_kernels
