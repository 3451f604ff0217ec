// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/slide.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("kept rows stay as many, and new ones may be written where they are") {
    constexpr tensor kept{.dims = {3, {1, 9, 4}}}, fresh{.dims = {3, {1, 2, 4}}};
    constexpr description d = described(slide{}, {kept, fresh});
    static_assert(d.output == kept.dims && d.contract == contract::whole &&
                  d.in_place == first_input());
    CHECK(d.macs == 0);
}
