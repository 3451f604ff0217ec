// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tags of kernel families. They inherit, so a kernel that a family lacks is taken from its base.

#include <tigris/model/backend.hpp>

namespace tigris::kernels {

struct portable_tag {};

/// A backend's kernels find their calls' working memory at `scratch`, if their facts want some.
struct arm_dsp_tag : portable_tag {
    void* scratch = nullptr;
};

struct blocked_tag : portable_tag {
    void* scratch = nullptr;
};

struct x86_tag : portable_tag {
    void* scratch = nullptr;
};

struct helium_tag : portable_tag {
    void* scratch = nullptr;
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
struct backend_tag<helium> {
    using type = helium_tag;
};

}  // namespace tigris::kernels
