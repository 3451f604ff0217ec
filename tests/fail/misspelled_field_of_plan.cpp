// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: error: .*(member named .fst|field designator 'fst' does not refer)
// ERRORS g++: 2
#include <helpers/two_layers.hpp>

constexpr tigris::target board{.fst = 16384};
constexpr auto bytes = tigris::plan_of<two_layers::model, board>.fast_peak_bytes;
