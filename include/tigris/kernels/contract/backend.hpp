// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tags of backends. Tags inherit: a backend that lacks a kernel uses the kernel of its base.

#include <tigris/kernels/contract/core_feature.hpp>
#include <tigris/model/backend.hpp>
#include <tigris/model/quantization.hpp>
#include <tigris/support/type_list.hpp>

namespace tigris::kernels {

struct portable_tag {};

/// The tag of a call of a kernel.
struct working_tag : portable_tag {
    void* scratch = nullptr;         // the call's working memory, if the kernel's facts want some
    const void* prepared = nullptr;  // prepared constants, if the key says so (key.hpp)
};

/// The base of backends that multiply floats by canonical weights with kernels of blocked. Such a
/// backend may have kernels of its own for weights in another order (arm_dsp/floats/,
/// helium/floats/).
struct float_blocks_tag : working_tag {};
struct blocked_tag : float_blocks_tag {};

/// The base of backends for Cortex-M. Kernels that they share are in fast_int8/ and fast_float/.
/// `Own` is the tag of the backend itself: so a kernel of a tag that inherits from `Own` is
/// preferred.
template <class Own>
struct cortex_m_tag : float_blocks_tag {};

/// `own_backend`: the backend that facts name, if several tags share these facts.
struct arm_dsp_tag : cortex_m_tag<arm_dsp_tag> {
    static constexpr core_feature needs = core_feature::dsp;
    static constexpr backend own_backend = arm_dsp;
};
struct helium_tag : cortex_m_tag<helium_tag> {
    static constexpr core_feature needs = core_feature::mve;
    static constexpr backend own_backend = helium;
};

/// Vectors of AVX2 or NEON.
struct simd_tag : working_tag {};
struct x86_tag : simd_tag {
    static constexpr core_feature needs = core_feature::avx2;
    static constexpr backend own_backend = x86;
};
struct aarch64_tag : simd_tag {
    static constexpr core_feature needs = core_feature::neon;
    static constexpr backend own_backend = aarch64;
};

/// The base of backends that call a library. Libraries have one rounding. Their functions copy
/// images and weights into working memory. If this does not fit, kernels of blocked run the step.
struct library_tag : working_tag {
    static constexpr rounding only_rounding = rounding::tflite;
    using substitute = blocked_tag;
};
struct cmsis_nn_tag : library_tag {};
struct esp_nn_tag : library_tag {};

/// Whether a tag has substitutes: kernels of another backend for steps whose own kernels want too
/// much scratch.
template <class Tag>
concept has_substitute = requires {
    typename Tag::substitute;
};

template <backend Backend, class Tag>
struct tagged {
    static constexpr backend value = Backend;
    using type = Tag;
};

/// The backends that come with the library.
using library_backends = type_list<tagged<portable, portable_tag>, tagged<blocked, blocked_tag>,
                                   tagged<arm_dsp, arm_dsp_tag>, tagged<helium, helium_tag>,
                                   tagged<x86, x86_tag>, tagged<aarch64, aarch64_tag>,
                                   tagged<cmsis_nn, cmsis_nn_tag>, tagged<esp_nn, esp_nn_tag>>;

template <class... T>
struct all_of : T... {};
template <backend Backend, class Tag>
tagged<Backend, Tag> select_tag(tagged<Backend, Tag>);

/// The tag of a backend. A user's own backend is a constant of type tigris::backend with an id of
/// its own, and a specialization of this template.
template <backend Backend>
struct backend_tag {
    using type = typename decltype(select_tag<Backend>(library_backends::apply<all_of>{}))::type;
};

/// Whether the program has the library that the kernels of a tag call. The kernels' headers
/// specialize it.
template <class Tag>
inline constexpr bool has_library = true;

/// Whether a tag's kernels round as `rounds` says.
template <class Tag>
constexpr bool can_round(rounding rounds) {
    if constexpr (requires { Tag::only_rounding; })
        return rounds == Tag::only_rounding;
    else
        return true;
}

/// The tag that finds a model's kernels: portable's tag if the backend rounds differently from the
/// model.
template <backend Backend, rounding Rounds>
using tag_of = typename type_list<portable_tag, typename backend_tag<Backend>::type>::template at<
    can_round<typename backend_tag<Backend>::type>(Rounds)>;

}  // namespace tigris::kernels
