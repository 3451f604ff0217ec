// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WITHOUT: Boost
// EXPECT: tigris: names need Boost.Hana; install libboost-dev, or give its folder by -isystem
#include <tigris/names.hpp>
