// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which compile error a check of the library found. The error does not occur, because nothing here
// completes its class.

#include <tigris/support/check.hpp>
#include <tigris/support/type_list.hpp>

namespace tigris::test {

/// Whether the pointer that a check returned is for this class.
template <class Check, auto Fault>
inline constexpr bool finds = is_same<type_of<Fault>, const Check*>;

template <auto Fault>
inline constexpr bool finds_nothing = finds<nothing_to_say, Fault>;

}  // namespace tigris::test
