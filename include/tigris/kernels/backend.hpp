// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tags of kernel families. They inherit, so a kernel that a family lacks is taken from its base.

#include <tigris/model/backend.hpp>
#include <tigris/model/quantization.hpp>
#include <tigris/support/type_list.hpp>

namespace tigris::kernels {

struct portable_tag {};

/// A backend's kernels find their calls' working memory at `scratch`, if their facts want some.
struct arm_dsp_tag : portable_tag {
    void* scratch = nullptr;
};

struct blocked_tag : portable_tag {
    void* scratch = nullptr;
};

/// Vectors of AVX2 or NEON; who inherits it says as whose kernels facts name them.
struct simd_tag : portable_tag {
    void* scratch = nullptr;
};
struct x86_tag : simd_tag {
    static constexpr backend family = x86;
};
struct aarch64_tag : simd_tag {
    static constexpr backend family = aarch64;
};

struct helium_tag : portable_tag {
    void* scratch = nullptr;
};

/// Libraries know one rounding.
struct cmsis_nn_tag : portable_tag {
    void* scratch = nullptr;
    static constexpr rounding only_rounding = rounding::tflite;
};

struct esp_nn_tag : portable_tag {
    void* scratch = nullptr;
    static constexpr rounding only_rounding = rounding::tflite;
};

/// The tag of a backend. A user's own backend is a constant of type tigris::backend with an id of
/// its own, and a specialization of this template.
template <backend Backend>
struct backend_tag;
template <>
struct backend_tag<portable> {
    using type = portable_tag;
};
template <>
struct backend_tag<arm_dsp> {
    using type = arm_dsp_tag;
};
template <>
struct backend_tag<blocked> {
    using type = blocked_tag;
};
template <>
struct backend_tag<x86> {
    using type = x86_tag;
};
template <>
struct backend_tag<aarch64> {
    using type = aarch64_tag;
};
template <>
struct backend_tag<helium> {
    using type = helium_tag;
};
template <>
struct backend_tag<cmsis_nn> {
    using type = cmsis_nn_tag;
};
template <>
struct backend_tag<esp_nn> {
    using type = esp_nn_tag;
};

/// Whether the program has the library that a tag's kernels call; said beside them.
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

/// The tag by which a model's kernels are found: portable's where the backend rounds otherwise.
template <backend Backend, rounding Rounds>
using tag_of = typename type_list<portable_tag, typename backend_tag<Backend>::type>::template at<
    can_round<typename backend_tag<Backend>::type>(Rounds)>;

}  // namespace tigris::kernels
