// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Classes that give one compile error each: completing the class triggers its static_assert.
// Functions that find a mistake return a pointer to the class, so that nothing completes it too
// early.

namespace tigris {

/// A pointer to a class that is not completed yet.
template <class Check>
constexpr const Check* as_check() {
    return nullptr;
}

/// The class that a pointer from as_check() is for.
template <class Pointer>
struct pointed_check;
template <class Check>
struct pointed_check<const Check*> {
    using type = Check;
};

/// The class that stands for no mistake.
struct nothing_to_say {};
template <class Pointer>
inline constexpr bool is_fault = true;
template <>
inline constexpr bool is_fault<const nothing_to_say*> = false;

/// Completes the class of a pointer: looking up a function that is called with the pointer does so,
/// and triggers its assertion. An expression that depends on the class would cause more errors.
constexpr bool complete(const void*) { return true; }

/// A base that turns a mistake into one error of the class that has it: checked<complete(...)>. If
/// the base itself had the error, clang would drop the whole class and print more errors.
template <bool Complete>
struct checked {};

}  // namespace tigris
