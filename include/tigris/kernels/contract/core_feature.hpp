// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Features of a core that a backend's kernels need. If the compiler does not use a feature, the
// kernels are plain C++: slow, with the same results.

#include <stdint.h>

namespace tigris::kernels {

/// dsp: the DSP extension of Cortex-M. mve: Helium. avx2: AVX2 with FMA. neon: NEON of 64-bit Arm.
enum class core_feature : uint8_t { none, dsp, mve, avx2, neon };

/// Whether the compiler makes machine code for a host: a program is tried there, and runs
/// elsewhere.
#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__) || defined(__wasm__)
inline constexpr bool is_host = true;
#else
inline constexpr bool is_host = false;
#endif

#if defined(__ARM_FEATURE_DSP) && __ARM_FEATURE_DSP && defined(__thumb2__)
inline constexpr bool has_dsp = true;
#else
inline constexpr bool has_dsp = false;
#endif

#if defined(__ARM_FEATURE_MVE) && (__ARM_FEATURE_MVE & 1)
inline constexpr bool has_mve = true;
#else
inline constexpr bool has_mve = false;
#endif

#if defined(__AVX2__) && defined(__FMA__)
inline constexpr bool has_avx2 = true;
#else
inline constexpr bool has_avx2 = false;
#endif

#if defined(__aarch64__) && defined(__ARM_NEON)
inline constexpr bool has_neon = true;
#else
inline constexpr bool has_neon = false;
#endif

/// Whether kernels that need the feature are as fast as they should be. Always true for Cortex-M
/// kernels on a host, because a host only tries them.
constexpr bool has_feature(core_feature f) {
    switch (f) {
        case core_feature::dsp: return has_dsp || is_host;
        case core_feature::mve: return has_mve || is_host;
        case core_feature::avx2: return has_avx2;
        case core_feature::neon: return has_neon;
        case core_feature::none: break;
    }
    return true;
}

/// The core feature that the kernels of a backend's tag need.
template <class Tag>
constexpr core_feature feature_of() {
    if constexpr (requires { Tag::needs; })
        return Tag::needs;
    else
        return core_feature::none;
}

}  // namespace tigris::kernels
