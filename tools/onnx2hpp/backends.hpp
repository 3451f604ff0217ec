// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the tool knows of backends: their names and their facts.

#include <tigris/kernels/arm_dsp/facts.hpp>
#include <tigris/kernels/blocked/facts.hpp>
#include <tigris/kernels/helium/facts.hpp>
#include <tigris/kernels/x86/facts.hpp>

namespace onnx2hpp {

struct named_backend {
    const char* name;
    tigris::backend value;
};
inline constexpr named_backend backends[]{{"portable", tigris::portable},
                                          {"blocked", tigris::blocked},
                                          {"arm_dsp", tigris::arm_dsp},
                                          {"x86", tigris::x86},
                                          {"helium", tigris::helium}};

/// Calls f with the tag by which a backend's facts are found.
template <class F>
auto with_tag_of(tigris::backend backend, const F& f) {
    if (backend == tigris::arm_dsp) return f(tigris::kernels::arm_dsp_tag{});
    if (backend == tigris::blocked) return f(tigris::kernels::blocked_tag{});
    if (backend == tigris::x86) return f(tigris::kernels::x86_tag{});
    if (backend == tigris::helium) return f(tigris::kernels::helium_tag{});
    return f(tigris::kernels::portable_tag{});
}

}  // namespace onnx2hpp
