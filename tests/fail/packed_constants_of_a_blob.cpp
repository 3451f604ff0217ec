// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: constants of a blob cannot be packed; convert without --weights blob, or
#include <conv_int8.hpp>
#include <helpers/packed_by_step.hpp>

struct packed_in_blob : tigris::test::packed_by_step<conv_int8::model> {
    static constexpr tigris::weight_blob blob{0x123u, 4096};
};
constexpr packed_in_blob model{};
constinit tigris::workspace<model> memory{};
