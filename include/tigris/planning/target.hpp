// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a model is planned for: memories, backend, policy and I/O modes. The whole key of a plan.

#include <stdint.h>
#include <tigris/model/backend.hpp>

#ifndef TIGRIS_TENSOR_ALIGN
#if defined(__XTENSA__)
#define TIGRIS_TENSOR_ALIGN 16
#elif defined(__aarch64__)
#define TIGRIS_TENSOR_ALIGN 16
#elif defined(__x86_64__)
#define TIGRIS_TENSOR_ALIGN 32
#elif defined(__arm__)
#define TIGRIS_TENSOR_ALIGN 4
#else
#define TIGRIS_TENSOR_ALIGN 8
#endif
#endif

namespace tigris {

/// A budget that is not checked.
inline constexpr uint64_t unlimited = UINT64_MAX;

/// Which layers get kernels compiled for their channel counts: all, those with at least 2 % of the
/// model's multiply-accumulates, or none.
enum class optimize : uint8_t { speed, balanced, size };

/// Where an input or output is: in the caller's memory, read and written where it stands.
enum class io : uint8_t { caller };

/// Bytes of the memories, and the choices that a plan depends on. Budgets of 0 fit nothing.
/// `fast` holds activations and scratch; `flash` holds weights and tables (not code, whose size no
/// compiler knows before it is linked). `alignment` of every tensor is a power of two, in bytes.
struct target {
    uint64_t fast = unlimited;
    uint64_t flash = unlimited;
    tigris::backend backend = portable;
    tigris::optimize optimize = tigris::optimize::balanced;
    tigris::io input = tigris::io::caller;
    tigris::io output = tigris::io::caller;
    uint32_t alignment = TIGRIS_TENSOR_ALIGN;

    friend constexpr bool operator==(const target&, const target&) = default;
};

inline namespace literals {

consteval uint64_t operator""_KiB(unsigned long long n) { return uint64_t(n) << 10; }
consteval uint64_t operator""_MiB(unsigned long long n) { return uint64_t(n) << 20; }

}  // namespace literals
}  // namespace tigris
