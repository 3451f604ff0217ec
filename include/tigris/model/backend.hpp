// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Names a backend by value, so that a target can hold it.

#include <stdint.h>

namespace tigris {

/// A backend's number, by which its kernels are found (kernels/contract/backend.hpp).
struct backend {
    uint32_t id = 0;
    friend constexpr bool operator==(const backend&, const backend&) = default;
};

/// Plain C++ for every core and element type: the reference.
inline constexpr backend portable{};

/// For cores without instructions for several products (Cortex-M0+, M3, RISC-V). Plain C++ that
/// keeps the sums of four outputs in registers.
inline constexpr backend blocked{7};

/// For Cortex-M4, M7 and M33: two 16-bit multiplications at once (the DSP extension). Its kernels
/// for floats read weights in the order float_fours. Canonical weights of floats are multiplied by
/// kernels of blocked.
inline constexpr backend arm_dsp{1};

/// For 64-bit PCs: AVX2 and FMA, and VNNI's products of bytes, if the compiler may use them (-mavx2
/// -mfma, -march=native). Otherwise the portable kernels run. Results of integers are equal to
/// portable's. Floats are added in another order.
inline constexpr backend x86{2};

/// For Cortex-M55 and M85: vectors of 128 bits (Helium, MVE). Other cores compute the same with
/// plain C++, slowly. Its kernels for floats read weights in the order float_fours. Canonical
/// weights of floats are multiplied by kernels of blocked.
inline constexpr backend helium{3};

/// Calls the CMSIS-NN that the user has (docs/how_to/adapters.md): models of rounding::tflite.
inline constexpr backend cmsis_nn{4};

/// Calls the ESP-NN that the user has (docs/how_to/adapters.md): models of rounding::tflite.
inline constexpr backend esp_nn{5};

/// For 64-bit Arm: NEON, and its dot products if the compiler may use them
/// (-march=armv8.2-a+dotprod). On other cores the portable kernels run. Results of integers are
/// equal to portable's. Floats are added in another order.
inline constexpr backend aarch64{6};

}  // namespace tigris
