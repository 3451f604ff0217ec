// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the tool knows of backends: their facts.

#include <tigris/kernels/arm_dsp/facts.hpp>

namespace onnx2hpp {

/// Calls f with the tag by which a backend's facts are found.
template <class F>
auto with_tag_of(tigris::backend backend, const F& f) {
    if (backend == tigris::arm_dsp) return f(tigris::kernels::arm_dsp_tag{});
    return f(tigris::kernels::portable_tag{});
}

}  // namespace onnx2hpp
