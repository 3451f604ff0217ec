// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the tool knows of backends: their names and their facts.

#include <tigris/kernels/arm_dsp/facts.hpp>
#include <tigris/kernels/blocked/facts.hpp>
#include <tigris/kernels/cmsis_nn/facts.hpp>
#include <tigris/kernels/esp_nn/facts.hpp>
#include <tigris/kernels/helium/facts.hpp>
#include <tigris/kernels/simd/facts.hpp>

namespace onnx2hpp {

struct named_backend {
    const char* name;
    tigris::backend value;
};
inline constexpr named_backend backends[]{
    {"portable", tigris::portable}, {"blocked", tigris::blocked}, {"arm_dsp", tigris::arm_dsp},
    {"helium", tigris::helium},     {"x86", tigris::x86},         {"aarch64", tigris::aarch64},
    {"cmsis_nn", tigris::cmsis_nn}, {"esp_nn", tigris::esp_nn}};

/// Calls f with the tag by which a backend's facts are found.
template <class F>
auto with_tag_of(tigris::backend backend, const F& f) {
    if (backend == tigris::arm_dsp) return f(tigris::kernels::arm_dsp_tag{});
    if (backend == tigris::blocked) return f(tigris::kernels::blocked_tag{});
    if (backend == tigris::x86) return f(tigris::kernels::x86_tag{});
    if (backend == tigris::helium) return f(tigris::kernels::helium_tag{});
    if (backend == tigris::aarch64) return f(tigris::kernels::aarch64_tag{});
    if (backend == tigris::cmsis_nn) return f(tigris::kernels::cmsis_nn_tag{});
    if (backend == tigris::esp_nn) return f(tigris::kernels::esp_nn_tag{});
    return f(tigris::kernels::portable_tag{});
}

/// The same for a model that rounds so: kernels are portable's where the backend rounds otherwise.
template <class F>
auto with_tag_of(tigris::backend backend, tigris::rounding rounds, const F& f) {
    return with_tag_of(backend, [&](auto tag) {
        if (tigris::kernels::can_round<decltype(tag)>(rounds)) return f(tag);
        return f(tigris::kernels::portable_tag{});
    });
}

}  // namespace onnx2hpp
