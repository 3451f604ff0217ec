// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the tool knows of backends: their names and their facts.

#include <tigris/kernels/arm_dsp/facts.hpp>
#include <tigris/kernels/blocked/facts.hpp>
#include <tigris/kernels/cmsis_nn/facts.hpp>
#include <tigris/kernels/contract/substitute.hpp>
#include <tigris/kernels/esp_nn/facts.hpp>
#include <tigris/kernels/helium/facts.hpp>
#include <tigris/kernels/simd/facts.hpp>

#include <map>
#include <string>

namespace onnx2hpp {

struct named_backend {
    const char* name;
    tigris::backend value;
};
inline constexpr named_backend backends[]{
    {"portable", tigris::portable}, {"blocked", tigris::blocked}, {"arm_dsp", tigris::arm_dsp},
    {"helium", tigris::helium},     {"x86", tigris::x86},         {"aarch64", tigris::aarch64},
    {"cmsis_nn", tigris::cmsis_nn}, {"esp_nn", tigris::esp_nn}};

constexpr const char* spell(tigris::backend value) {
    for (const named_backend& b : backends)
        if (b.value == value) return b.name;
    return "";
}

/// All backends by their names, as the command line says them.
inline std::map<std::string, tigris::backend> backends_by_name() {
    std::map<std::string, tigris::backend> named;
    for (const named_backend& b : backends) named[b.name] = b.value;
    return named;
}

template <class F, class... Tagged>
auto with_tag_among(tigris::type_list<Tagged...>, tigris::backend backend, const F& f) {
    decltype(f(tigris::kernels::portable_tag{})) made{};
    const auto call = [&](auto tag) { made = f(tag); };
    ((backend == Tagged::value ? call(typename Tagged::type{}) : void()), ...);
    return made;
}

/// Calls f with the tag by which a backend's facts are found; all of f's results are of one type.
template <class F>
auto with_tag_of(tigris::backend backend, const F& f) {
    return with_tag_among(tigris::kernels::library_backends{}, backend, f);
}

/// f(tag) with the tag of a backend, for a model that rounds by `rounds`. Portable's tag where the
/// backend rounds otherwise.
template <class F>
auto with_tag_of(tigris::backend backend, tigris::rounding rounds, const F& f) {
    return with_tag_of(backend, [&](auto tag) {
        if (tigris::kernels::can_round<decltype(tag)>(rounds)) return f(tag);
        return f(tigris::kernels::portable_tag{});
    });
}

}  // namespace onnx2hpp
