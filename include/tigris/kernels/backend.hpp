// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tags of kernel families. They inherit, so a kernel that a family lacks is taken from its base.

#include <tigris/model/backend.hpp>

namespace tigris::kernels {

struct portable_tag {};

/// The tag of a backend. A user's own backend is a constant of type tigris::backend with an id of
/// its own, and a specialization of this template.
template <backend Backend>
struct backend_tag;
template <>
struct backend_tag<portable> {
    using type = portable_tag;
};

}  // namespace tigris::kernels
