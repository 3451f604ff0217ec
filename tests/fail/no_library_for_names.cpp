// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WITHOUT: library
// EXPECT: tigris: names need the C.. standard library, which Boost.Hana includes
#include <tigris/names.hpp>
