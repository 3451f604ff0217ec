// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/budget_error.hpp>

#include <helpers/check.hpp>

#include <cstdint>

using namespace tigris;
using namespace tigris::planning;

// What the compiler says of a budget that is too small is in tests/fail.

namespace {

struct a_model;
using worst = worst_op<0>;
using help = what_would_help<advice::raise_fast_memory>;

template <std::uint64_t Needs, std::uint64_t Budget>
constexpr bool fast_fits =
    fits_fast_memory<a_model, fits_in_bytes<Needs>, budget_bytes<Budget>, worst, help>;
template <std::uint64_t Needs, std::uint64_t Budget>
constexpr bool slow_fits = fits_slow_memory<a_model, needs_bytes<Needs>, budget_bytes<Budget>>;
template <std::uint64_t Needs, std::uint64_t Budget>
constexpr bool flash_fits =
    fits_flash<a_model, needs_bytes<Needs>, budget_bytes<Budget>, worst, help>;

template <template <class...> class Budget, class Needs, class... Rest>
constexpr bool is_complete = sizeof(Budget<a_model, Needs, budget_bytes<100>, Rest...>) > 0;

}  // namespace

TEST_CASE("a budget of just the bytes that are needed is enough, of one less it is not") {
    TIGRIS_HOLDS(fast_fits<100, 100>);
    TIGRIS_HOLDS(!fast_fits<101, 100>);
    TIGRIS_HOLDS(slow_fits<100, 100>);
    TIGRIS_HOLDS(!slow_fits<101, 100>);
    TIGRIS_HOLDS(flash_fits<100, 100>);
    TIGRIS_HOLDS(!flash_fits<101, 100>);
}

TEST_CASE("bytes are counted without a sign") {
    TIGRIS_HOLDS(fast_fits<5, UINT64_MAX>);
    TIGRIS_HOLDS(!slow_fits<UINT64_MAX, 5>);
    TIGRIS_HOLDS(flash_fits<UINT64_MAX, UINT64_MAX>);
}

TEST_CASE("fast memory is measured by what a plan fits in, not by what another plan needs") {
    constexpr bool by_needs =
        fits_fast_memory<a_model, needs_bytes<5>, budget_bytes<100>, worst, help>;
    TIGRIS_HOLDS(!by_needs);
}

TEST_CASE("no budget that is enough is an error") {
    TIGRIS_HOLDS(is_complete<fast_memory_budget, fits_in_bytes<100>, worst, help>);
    TIGRIS_HOLDS(is_complete<slow_memory_budget, needs_bytes<100>, help>);
    TIGRIS_HOLDS(is_complete<flash_budget, needs_bytes<100>, worst, help>);
}
