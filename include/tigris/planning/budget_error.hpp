// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the compiler says when a model does not fit a budget. execution/checks/budget_check.hpp asks
// whether it does.

#include <stdint.h>

namespace tigris {

// The compiler prints the types declared here, with numbers as template arguments.
template <uint64_t>
struct needs_bytes;
/// The compiler's smallest plan, or that of a hint. A search may find one that takes less.
template <uint64_t>
struct fits_in_bytes;
template <uint64_t>
struct budget_bytes;
template <auto>
struct worst_op;

/// What would make the model fit. With give_slow_memory comes a number: the bytes of slow memory
/// with which the model fits.
enum class advice { raise_fast_memory, give_slow_memory, raise_slow_memory, raise_flash };
template <advice, uint64_t SlowBytes = 0>
struct what_would_help;

namespace planning {

template <class Model, class Needs, class Budget, class Worst, class Help>
inline constexpr bool fits_fast_memory = false;
template <class Model, uint64_t Least, uint64_t Budget, class Worst, class Help>
    requires(Least <= Budget)
inline constexpr bool
    fits_fast_memory<Model, fits_in_bytes<Least>, budget_bytes<Budget>, Worst, Help> = true;

/// Completing this type gives one error if even the smallest plan exceeds the fast memory. The
/// template arguments name the bytes and the operator at the peak (docs/reference/errors.md).
template <class Model, class Least, class Budget, class Worst, class Help>
struct fast_memory_budget {
    static_assert(fits_fast_memory<Model, Least, Budget, Worst, Help>,
                  "tigris: without a search the model does not fit in the fast memory it was "
                  "given; raise it to fits_in_bytes, or let onnx2hpp -m search");
};

template <class Model, class Needs, class Budget>
inline constexpr bool fits_slow_memory = false;
template <class Model, uint64_t Needs, uint64_t Budget>
    requires(Needs <= Budget)
inline constexpr bool fits_slow_memory<Model, needs_bytes<Needs>, budget_bytes<Budget>> = true;

/// Completing this type gives one error if a plan takes more slow memory than the target has. Fast
/// memory is enough for that plan.
template <class Model, class Needs, class Budget, class Help>
struct slow_memory_budget {
    static_assert(fits_slow_memory<Model, Needs, Budget>,
                  "tigris: the model does not fit in the slow memory it was given; raise it to "
                  "needs_bytes, or give more fast memory");
};

template <class Model, class Needs, class Budget, class Worst, class Help>
inline constexpr bool fits_flash = false;
template <class Model, uint64_t Needs, uint64_t Budget, class Worst, class Help>
    requires(Needs <= Budget)
inline constexpr bool fits_flash<Model, needs_bytes<Needs>, budget_bytes<Budget>, Worst, Help> =
    true;

/// Completing this type gives one error if constants and tables exceed the target's flash. The
/// template arguments name the operator with the largest constants.
template <class Model, class Needs, class Budget, class Worst, class Help>
struct flash_budget {
    static_assert(fits_flash<Model, Needs, Budget, Worst, Help>,
                  "tigris: the model's weights and tables do not fit in the flash they were given; "
                  "raise it to needs_bytes, or shrink constants");
};

}  // namespace planning
}  // namespace tigris
