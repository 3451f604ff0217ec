// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Classes that are one compile error each: a static_assert speaks when they are completed.
// Functions that find a mistake return a pointer to its class, so that nothing completes it too
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

/// Looking up what is called with a pointer completes its class, whose assertion speaks then; what
/// depends on the class would cause more errors.
constexpr bool complete(const void*) { return true; }

/// A base that makes a mistake one error of the class that has it: checked<complete(...)>. A base
/// with an error would make clang drop the whole class, and say more.
template <bool Complete>
struct checked {};

}  // namespace tigris
