// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/slide.hpp>

#include <helpers/check.hpp>
#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("kept rows stay as many, and new ones may be written where they are") {
    constexpr tensor kept{.dims = {3, {1, 9, 4}}}, fresh{.dims = {3, {1, 2, 4}}};
    TIGRIS_HOLDS(described(slide{}, {kept, fresh}).output == kept.dims);
    TIGRIS_HOLDS(described(slide{}, {kept, fresh}).contract == contract::whole);
    TIGRIS_HOLDS(described(slide{}, {kept, fresh}).in_place == first_input());
    TIGRIS_HOLDS(described(slide{}, {kept, fresh}).macs == 0);
}
