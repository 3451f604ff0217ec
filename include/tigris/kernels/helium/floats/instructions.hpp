// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Vectors of four floats.

#include <tigris/kernels/arithmetic/epilogue.hpp>
#include <tigris/kernels/helium/instructions.hpp>

#if TIGRIS_HELIUM_HAS_ALL_REGISTERS && (__ARM_FEATURE_MVE & 2)
#define TIGRIS_HELIUM_MULTIPLIES_FLOATS 1
#else
#define TIGRIS_HELIUM_MULTIPLIES_FLOATS 0
#endif

namespace tigris::kernels::helium_kernels {

typedef float reals __attribute__((vector_size(16)));

#if TIGRIS_HELIUM_MULTIPLIES_FLOATS

/// sum + x * y, rounded once.
[[gnu::always_inline]] inline reals fused(reals sum, reals x, reals y) {
    asm("vfma.f32 %q0, %q1, %q2" : "+w"(sum) : "w"(x), "w"(y));
    return sum;
}
/// Loads four floats from words; load_first_reals(): the first `count` of them.
[[gnu::always_inline]] inline reals load_reals(const float* from) {
    reals y;
    asm volatile("vldrw.32 %q0, [%1]" : "=w"(y) : "r"(from) : "memory");
    return y;
}
[[gnu::always_inline]] inline reals load_first_reals(const float* from, int32_t count) {
    reals y;
    asm volatile("vctp.32 %1\n\tvpst\n\tvldrwt.32 %q0, [%2]"
                 : "=w"(y)
                 : "r"(count), "r"(from)
                 : "memory", TIGRIS_PREDICATES);
    return y;
}
[[gnu::always_inline]] inline void store_reals(float* to, reals x) {
    asm volatile("vstrw.32 %q0, [%1]" : : "w"(x), "r"(to) : "memory");
}
[[gnu::always_inline]] inline void store_first_reals(float* to, reals x, int32_t count) {
    asm volatile("vctp.32 %0\n\tvpst\n\tvstrwt.32 %q1, [%2]"
                 :
                 : "r"(count), "w"(x), "r"(to)
                 : "memory", TIGRIS_PREDICATES);
}
/// NaN is left, as clamped() leaves it.
[[gnu::always_inline]] inline reals limited(reals x, reals low, float high) {
    int32_t word;
    __builtin_memcpy(&word, &high, sizeof word);
    asm("vpt.f32 gt, %q1, %q0\n\tvorrt %q0, %q1, %q1\n\t"
        "vpt.f32 gt, %q0, %2\n\tvdupt.32 %q0, %2"
        : "+w"(x)
        : "w"(low), "r"(word)
        : TIGRIS_PREDICATES);
    return x;
}

#else

inline reals fused(reals sum, reals x, reals y) { return sum + x * y; }
inline reals load_reals(const float* from) { return load<reals>(from); }
inline reals load_first_reals(const float* from, int32_t count) {
    reals y{};
    for (int32_t i = 0; i < 4 && i < count; ++i) y[i] = from[i];
    return y;
}
inline void store_reals(float* to, reals x) { store(to, x); }
inline void store_first_reals(float* to, reals x, int32_t count) {
    for (int32_t i = 0; i < 4 && i < count; ++i) to[i] = x[i];
}
inline reals limited(reals x, reals low, float high) {
    for (int i = 0; i < 4; ++i) x[i] = clamped(x[i], {low[i], high});
    return x;
}

#endif

/// `x` in every lane.
[[gnu::always_inline]] inline reals all_reals(float x) { return reals{x, x, x, x}; }

/// What becomes of sums: bias and limits.
class float_finish {
public:
    explicit float_finish(const epilogue<float>& e)
        : bias_(floats_at(e.bias.bytes)),
          clamp_(e.clamp),
          is_limited_(e.clamp.low > -ops::infinity || e.clamp.high < ops::infinity) {}

    /// Biases of four outputs from `first` on, of which `count` exist.
    [[gnu::always_inline]] reals bias(int32_t first, int32_t count) const {
        if (!bias_) return reals{};
        return count < 4 ? load_first_reals(bias_ + first, count) : load_reals(bias_ + first);
    }
    [[gnu::always_inline]] reals operator()(reals sum, reals bias) const {
        const reals x = sum + bias;
        return is_limited_ ? limited(x, all_reals(clamp_.low), clamp_.high) : x;
    }

private:
    const float* bias_;
    ops::clamp clamp_;
    bool is_limited_;
};

[[gnu::always_inline]] inline void store_some(float* to, reals x, int32_t count) {
    if (count < 4)
        store_first_reals(to, x, count);
    else
        store_reals(to, x);
}

}  // namespace tigris::kernels::helium_kernels
