// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Facts that hold in a constant expression and at run time alike.

#include <helpers/seeds.hpp>

#include <doctest/doctest.h>

namespace tigris::test {

/// The same value, unknown to the compiler, so that what is computed from it runs.
template <class T>
T unknown(T value) {
    asm volatile("" : : "r"(&value) : "memory");
    return value;
}

}  // namespace tigris::test

/// law(argument) is true when the compiler evaluates it, and when the program does.
#define TIGRIS_CHECK(law, argument)                                                              \
    do {                                                                                         \
        static_assert(law(argument), #law "(" #argument ")");                                    \
        CHECK_MESSAGE(law(tigris::test::unknown(argument)), #law "(" #argument ") at run time"); \
    } while (false)

/// A fact without an argument, likewise.
#define TIGRIS_HOLDS(...)           \
    do {                            \
        static_assert(__VA_ARGS__); \
        CHECK((__VA_ARGS__));       \
    } while (false)

/// The law holds for seeds 1 and 2, in the compiler too, and for 10 and more at run time: up to
/// `end`, or the share of them that seeds() takes.
#define TIGRIS_CHECK_SEEDS(end, ...)                                           \
    do {                                                                       \
        constexpr auto law = __VA_ARGS__;                                      \
        TIGRIS_CHECK(law, 1);                                                  \
        TIGRIS_CHECK(law, 2);                                                  \
        for (int seed = 10; seed < 10 + tigris::test::seeds(end - 10); ++seed) \
            CHECK_MESSAGE(law(seed), seed);                                    \
    } while (false)
