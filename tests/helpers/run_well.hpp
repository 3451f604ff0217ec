// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <tigris/execution/run.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace tigris::test {

/// tigris::run; where that gives a status, it must be ok.
template <class... Arguments>
void run_well(Arguments&&... arguments) {
    if constexpr (std::is_void_v<decltype(tigris::run(arguments...))>)
        tigris::run(arguments...);
    else
        REQUIRE(tigris::run(arguments...) == status::ok);
}

}  // namespace tigris::test
