// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a model is planned for: memories, backend, policy and I/O modes. The whole key of a plan.

#include <stdint.h>
#include <tigris/model/backend.hpp>
#include <tigris/planning/target/memory_map.hpp>
#include <tigris/planning/target/placement.hpp>
#include <tigris/support/power_of_two.hpp>

#ifndef TIGRIS_TENSOR_ALIGN
#if defined(__aarch64__)
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

static_assert(is_power_of_two(TIGRIS_TENSOR_ALIGN),
              "tigris: TIGRIS_TENSOR_ALIGN is not a power of two; give 4, 8, 16 or 32");

/// A budget that is not checked.
inline constexpr uint64_t unlimited = UINT64_MAX;

/// Which layers take more flash for less time, with kernels compiled for their channel counts and
/// with prepared constants. speed: all. balanced: layers with at least 2 % of the
/// multiply-accumulates of the model. size: none. If an operator has less than 0.5 % of them,
/// `balanced` takes the shorter form of its kernel.
enum class optimize : uint8_t { speed, balanced, size };

/// Where an input or output is. caller: in the caller's memory, read and written there row by row.
/// arena: in the workspace's fast memory, which the planner may reuse. rows: a row source gives it,
/// or a row sink takes it, one row after the other. slow: in the workspace's slow memory.
enum class io : uint8_t { caller, arena, rows, slow };

/// The modes of all inputs or outputs: one for all, or one for each in ONNX order. The last one
/// holds for all further inputs or outputs.
struct io_modes {
    static constexpr int capacity = 8;

    io of[capacity]{};

    constexpr io_modes(io all) {
        for (io& mode : of) mode = all;
    }
    template <class... Modes>
    constexpr io_modes(io first, io second, Modes... more) {
        constexpr int given = 2 + int(sizeof...(more));
        static_assert(given <= capacity,
                      "tigris: a target has at most 8 I/O modes; the last one holds for the rest");
        const io modes[]{first, second, more...};
        for (int i = 0; i < capacity; ++i) of[i] = modes[i < given ? i : given - 1];
    }
    constexpr io operator[](int i) const { return of[i < capacity ? i : capacity - 1]; }
    friend constexpr bool operator==(const io_modes&, const io_modes&) = default;
};

/// Costs for the planner, in thousandths of a cycle.
struct plan_costs {
    uint32_t mac = 500;         // cost of a multiply-accumulate
    uint32_t slow_byte = 4000;  // cost of a byte moved from or to slow memory
    uint32_t flash_byte = 20;   // cost of a byte of constants read from flash
    /// Percent of the model's multiply-accumulates that may be done again before slow memory is
    /// used.
    uint32_t recompute_percent = 15;
    uint32_t meeting = 2000000;  // cost of two workers that wait for each other

    friend constexpr bool operator==(const plan_costs&, const plan_costs&) = default;
};

/// How many workers may share a run.
inline constexpr int max_workers = 2;

/// Bytes of the memories, and the choices that a plan depends on. A budget of 0 fits nothing.
struct target {
    uint64_t fast = unlimited;           // bytes for activations and scratch
    uint64_t slow = 0;                   // bytes for activations that do not fit into fast memory
    uint64_t flash = unlimited;          // bytes for weights and tables, without machine code
    uint64_t scratch = unlimited;        // most bytes for a call of one row; else a substitute runs
    tigris::backend backend = portable;  // backend of the steps' kernels
    tigris::optimize optimize = tigris::optimize::balanced;  // flash against time
    io_modes input = io::caller;   // one mode for all inputs, or one for each, in their order
    io_modes output = io::caller;  // one mode for all outputs, or one for each, in their order
    /// Bytes that each tensor's address is a multiple of: a power of two. Wider elements and sums
    /// raise it (planning/layout/alignment.hpp).
    uint32_t alignment = TIGRIS_TENSOR_ALIGN;
    /// 1, or 2: where it pays, two cores share the rows of a step, each with scratch of its own.
    uint8_t workers = 1;
    plan_costs costs{};            // costs for the planner, in thousandths of a cycle
    bool forbid_fallback = false;  // a step on portable kernels, or a substitute, is an error
    bool emulate = false;          // a backend whose instructions the core lacks is no error
    const memory_map* memories = nullptr;        // a board's, in place of fast and slow
    const placement_rules* placement = nullptr;  // override those of the model's header

    friend constexpr bool operator==(const target&, const target&) = default;
};

/// Any target that compiles. Templates that require it make g++ tell a target with a misspelled
/// member two or three times, not 40 to 78 times.
template <target Target>
concept is_usable_target = Target.workers >= 0;

inline namespace literals {

consteval uint64_t operator""_KiB(unsigned long long n) { return uint64_t(n) << 10; }
consteval uint64_t operator""_MiB(unsigned long long n) { return uint64_t(n) << 20; }

}  // namespace literals
}  // namespace tigris
