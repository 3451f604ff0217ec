// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise convolution of floats: four channels of three pixels or one at a time.

#include <tigris/kernels/arm_dsp/floats/finish_floats.hpp>
#include <tigris/kernels/fast_float/depthwise_conv.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// What the assembler below reads of a span: all in bytes but taps.
struct channel_job {
    int32_t taps;           // 0
    int32_t tap_apart;      // 4
    int32_t weight_apart;   // 8
    int32_t first;          // 12
    int32_t apart;          // 16
    const int8_t* weights;  // 20
};

#if TIGRIS_DSP_MULTIPLIES_FLOATS

// clang-format off
#if TIGRIS_DSP_FUSES
#define TIGRIS_DSP_ADD_EACH(s0, s1, s2, s3, a, b, c, d, w0, w1, w2, w3)                          \
    "vfma.f32 " s0 ", " w0 ", " a "\n" "vfma.f32 " s1 ", " w1 ", " b "\n"                        \
    "vfma.f32 " s2 ", " w2 ", " c "\n" "vfma.f32 " s3 ", " w3 ", " d "\n"
#else
#define TIGRIS_DSP_ADD_EACH(s0, s1, s2, s3, a, b, c, d, w0, w1, w2, w3)                          \
    "vmul.f32 " a ", " w0 ", " a "\n" "vmul.f32 " b ", " w1 ", " b "\n"                          \
    "vmul.f32 " c ", " w2 ", " c "\n" "vmul.f32 " d ", " w3 ", " d "\n"                          \
    "vadd.f32 " s0 ", " s0 ", " a "\n" "vadd.f32 " s1 ", " s1 ", " b "\n"                        \
    "vadd.f32 " s2 ", " s2 ", " c "\n" "vadd.f32 " s3 ", " s3 ", " d "\n"
#endif
// LOAD fills sums' elements and weights of a tap, and goes on to the next.
#define TIGRIS_DSP_FOR_EACH_TAP(NEIGHBORS, LOAD, ADD)                                            \
    "b 3f\n"                                                                                     \
    "1:\n"                                                                                       \
    "ldrd %[k], %[tap], [%[job]]\n"                                                              \
    "ldrd %[step], %[more], [%[job], #8]\n"                                                      \
    "add %[x], %[x], %[more]\n"                                                                  \
    "ldr %[more], [%[job], #20]\n"                                                               \
    "add %[w], %[w], %[more]\n"                                                                  \
    NEIGHBORS                                                                                    \
    "2:\n"                                                                                       \
    LOAD                                                                                         \
    "add %[w], %[w], %[step]\n"                                                                  \
    "subs %[k], %[k], #1\n"                                                                      \
    ADD                                                                                          \
    "bne 2b\n"                                                                                   \
    "3:\n"                                                                                       \
    "ldrd %[x], %[w], [%[rows]], #8\n"                                                           \
    "cmp %[x], #0\n"                                                                             \
    "bne 1b\n"                                                                                   \
    "ldrd %[x], %[w], [%[store], #4]\n"

/// Four channels of three pixels. s0 to s11: sums. s12 to s15: weights. s16 to s27: elements.
[[gnu::always_inline]] inline void convolve_three_pixels(const fast_float_kernels::tap_span* rows,
                                                         const channel_job& job,
                                                         const float_store& store) {
    const float *x, *y, *z;
    const int8_t* w;
    int32_t k, tap, step, more;
    asm volatile(
        "ldr %[x], [%[store]]\n"
        "vldmia %[x], {s0-s11}\n"
        TIGRIS_DSP_FOR_EACH_TAP(
            "ldr %[more], [%[job], #16]\n"
            "add %[y], %[x], %[more]\n"
            "add %[z], %[y], %[more]\n",
            "vldmia %[w], {s12, s13, s14, s15}\n"
            "vldmia %[x], {s16, s17, s18, s19}\n"
            "vldmia %[y], {s20, s21, s22, s23}\n"
            "vldmia %[z], {s24, s25, s26, s27}\n"
            "add %[x], %[x], %[tap]\n"
            "add %[y], %[y], %[tap]\n"
            "add %[z], %[z], %[tap]\n",
            TIGRIS_DSP_ADD_EACH("s0", "s1", "s2", "s3", "s16", "s17", "s18", "s19",
                                "s12", "s13", "s14", "s15")
            TIGRIS_DSP_ADD_EACH("s4", "s5", "s6", "s7", "s20", "s21", "s22", "s23",
                                "s12", "s13", "s14", "s15")
            TIGRIS_DSP_ADD_EACH("s8", "s9", "s10", "s11", "s24", "s25", "s26", "s27",
                                "s12", "s13", "s14", "s15"))
        "ldr %[z], [%[store], #12]\n"
        "vldmia %[x], {s16, s17, s18, s19}\n"
        TIGRIS_DSP_ADD_BIAS("s0", "s1", "s2", "s3") TIGRIS_DSP_ADD_BIAS("s4", "s5", "s6", "s7")
        TIGRIS_DSP_ADD_BIAS("s8", "s9", "s10", "s11")
        "vstmia %[w], {s0, s1, s2, s3}\n"
        "add %[w], %[w], %[z]\n"
        "vstmia %[w], {s4, s5, s6, s7}\n"
        "add %[w], %[w], %[z]\n"
        "vstmia %[w], {s8, s9, s10, s11}\n"
        : [rows] "+&r"(rows), [x] "=&r"(x), [y] "=&r"(y), [z] "=&r"(z), [w] "=&r"(w), [k] "=&r"(k),
          [tap] "=&r"(tap), [step] "=&r"(step), [more] "=&r"(more)
        : [job] "r"(&job), [store] "r"(&store)
        : TIGRIS_DSP_FLOAT_REGISTERS);
}

/// Four channels of a pixel, or eight. s0 to s7: sums. s8 to s15: weights. s20 to s27: elements.
template <int Channels>
[[gnu::always_inline]] inline void convolve_pixel(const fast_float_kernels::tap_span* rows,
                                                  const channel_job& job,
                                                  const float_store& store) {
    const float* x;
    const int8_t* w;
    int32_t k, tap, step, more;
    if constexpr (Channels == 8)
        asm volatile(
            "ldr %[x], [%[store]]\n"
            "vldmia %[x], {s0-s7}\n"
            TIGRIS_DSP_FOR_EACH_TAP(
                "",
                "vldmia %[w], {s8-s15}\n"
                "vldmia %[x], {s20-s27}\n"
                "add %[x], %[x], %[tap]\n",
                TIGRIS_DSP_ADD_EACH("s0", "s1", "s2", "s3", "s20", "s21", "s22", "s23",
                                    "s8", "s9", "s10", "s11")
                TIGRIS_DSP_ADD_EACH("s4", "s5", "s6", "s7", "s24", "s25", "s26", "s27",
                                    "s12", "s13", "s14", "s15"))
            "vldmia %[x]!, {s16, s17, s18, s19}\n"
            TIGRIS_DSP_ADD_BIAS("s0", "s1", "s2", "s3")
            "vldmia %[x], {s16, s17, s18, s19}\n"
            TIGRIS_DSP_ADD_BIAS("s4", "s5", "s6", "s7")
            "vstmia %[w], {s0-s7}\n"
            : [rows] "+&r"(rows), [x] "=&r"(x), [w] "=&r"(w), [k] "=&r"(k), [tap] "=&r"(tap),
              [step] "=&r"(step), [more] "=&r"(more)
            : [job] "r"(&job), [store] "r"(&store)
            : TIGRIS_DSP_FLOAT_REGISTERS);
    else
        asm volatile(
            "ldr %[x], [%[store]]\n"
            "vldmia %[x], {s0, s1, s2, s3}\n"
            TIGRIS_DSP_FOR_EACH_TAP(
                "",
                "vldmia %[w], {s12, s13, s14, s15}\n"
                "vldmia %[x], {s20, s21, s22, s23}\n"
                "add %[x], %[x], %[tap]\n",
                TIGRIS_DSP_ADD_EACH("s0", "s1", "s2", "s3", "s20", "s21", "s22", "s23",
                                    "s12", "s13", "s14", "s15"))
            "vldmia %[x], {s16, s17, s18, s19}\n"
            TIGRIS_DSP_ADD_BIAS("s0", "s1", "s2", "s3")
            "vstmia %[w], {s0, s1, s2, s3}\n"
            : [rows] "+&r"(rows), [x] "=&r"(x), [w] "=&r"(w), [k] "=&r"(k), [tap] "=&r"(tap),
              [step] "=&r"(step), [more] "=&r"(more)
            : [job] "r"(&job), [store] "r"(&store)
            : TIGRIS_DSP_FLOAT_REGISTERS);
}
// clang-format on

#undef TIGRIS_DSP_FOR_EACH_TAP
#undef TIGRIS_DSP_ADD_EACH

#else

template <int Channels>
inline void convolve_pixel(const fast_float_kernels::tap_span* rows, const channel_job& job,
                           const float_store& store) {
    float sums[Channels];
    for (int c = 0; c < Channels; ++c) sums[c] = store.starts[c];
    for (; rows->x; ++rows) {
        const float* x = rows->x + job.first / 4;
        const int8_t* w = job.weights + rows->skip_bytes;
        for (int32_t k = job.taps; k > 0; --k, x += job.tap_apart / 4, w += job.weight_apart)
            for (int c = 0; c < Channels; ++c) sums[c] += x[c] * constant_pointer<float>{w}[c];
    }
    for (int c = 0; c < Channels; ++c) store.out[c] = sums[c] + store.bias[c];
}
inline void convolve_three_pixels(const fast_float_kernels::tap_span* rows, channel_job job,
                                  float_store store) {
    for (int n = 0; n < 3; ++n, store.out += store.step_bytes / 4, job.first += job.apart)
        convolve_pixel<4>(rows, job, store);
}

#endif

/// One channel of a pixel, without bias.
inline float convolve_channel(const fast_float_kernels::tap_span* rows, const channel_job& job) {
    float sum = 0;
    for (; rows->x; ++rows) {
        const float* x = rows->x + job.first / 4;
        const int8_t* w = job.weights + rows->skip_bytes;
        for (int32_t k = job.taps; k > 0; --k, x += job.tap_apart / 4, w += job.weight_apart)
            sum += *x * constant_pointer<float>{w}[0];
    }
    return sum;
}

/// All channels of a span (fast_float/depthwise_conv.hpp).
class channel_walk {
public:
    channel_walk(const depthwise_conv_layer<float>& layer,
                 const fast_float_kernels::channel_span& span)
        : span_(span), result_(layer.result), weights_(layer.weights.bytes) {}

    /// Pixels by threes, four channels after the other.
    [[gnu::always_inline]] void convolve_threes(int32_t pixels) const {
        for (int32_t c = 0; c + 4 <= span_.channels; c += 4) {
            channel_job job = job_of(c, 0);
            float_store store = store_of(c, 0);
            for (int32_t n = 0; n < pixels; n += 3) {
                convolve_three_pixels(span_.rows, job, store);
                job.first += 3 * job.apart;
                store.out += 3 * span_.step;
            }
        }
        if (span_.channels & 3)
            for (int32_t n = 0; n < pixels; ++n) convolve_rest(span_.channels & ~3, n);
    }
    [[gnu::always_inline]] void convolve_one(int32_t pixel) const {
        int32_t c = 0;
        for (; c + 8 <= span_.channels; c += 8)
            convolve_pixel<8>(span_.rows, job_of(c, pixel), store_of(c, pixel));
        if (c + 4 <= span_.channels) {
            convolve_pixel<4>(span_.rows, job_of(c, pixel), store_of(c, pixel));
            c += 4;
        }
        convolve_rest(c, pixel);
    }

private:
    /// Channels from `c` on, one by one.
    [[gnu::always_inline]] void convolve_rest(int32_t c, int32_t pixel) const {
        for (; c < span_.channels; ++c)
            span_.out[pixel * span_.step + c] = real_total<finish_key{}>(
                result_, c, convolve_channel(span_.rows, job_of(c, pixel)));
    }
    [[gnu::always_inline]] channel_job job_of(int32_t c, int32_t pixel) const {
        return {span_.taps,         4 * span_.tap_apart,
                4 * span_.channels, 4 * (pixel * span_.apart + c),
                4 * span_.apart,    weights_ + 4 * c};
    }
    [[gnu::always_inline]] float_store store_of(int32_t c, int32_t pixel) const {
        return {sixteen_zeros, bias_of(result_, c, 4, nullptr), span_.out + pixel * span_.step + c,
                4 * span_.step};
    }

    const fast_float_kernels::channel_span& span_;
    const epilogue<float>& result_;
    const int8_t* weights_;
};

/// Sums of channels (fast_float/depthwise_conv.hpp).
struct float_channels {
    [[gnu::noinline]] static void multiply(const depthwise_conv_layer<float>& layer,
                                           const fast_float_kernels::channel_span& span) {
        const channel_walk walk(layer, span);
        const int32_t threes = span.pixels - span.pixels % 3;
        if (threes) walk.convolve_threes(threes);
        for (int32_t n = threes; n < span.pixels; ++n) walk.convolve_one(n);
        if (limits_floats(layer.result.clamp))
            limit_floats(layer.result.clamp, span.out, span.step, span.pixels, span.channels);
    }
};

}  // namespace tigris::kernels::arm_dsp_kernels
