// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: this operator is missing in ops::list
#include <tigris/ops/list.hpp>

struct cosine_transform {};
constexpr auto kind = tigris::ops::kind_of<cosine_transform>;
