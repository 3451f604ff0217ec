// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The one include: the library, and names of inputs and outputs wherever Boost.Hana is found and
// the C++ standard library, which Boost.Hana includes.

#include <tigris/support/language.hpp>  // first
#if __has_include(<cstdint>)
#include <cstdint>  // users write std::int8_t
#endif
#include <tigris/core.hpp>
#include <tigris/execution/no_names.hpp>
#if __has_include(<boost/hana/map.hpp>) && __has_include(<type_traits>)
#include <tigris/names.hpp>
#endif
