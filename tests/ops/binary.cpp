// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/binary.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using tigris::shape;
using tigris::ops::binary;
using tigris::ops::broadcast;
using tigris::ops::input_set;
using tigris::ops::row_operand_of;
using tigris::ops::row_pattern;
using tigris::test::described;

namespace {

constexpr shape image{4, {1, 5, 6, 7}}, images{4, {2, 5, 6, 7}};

constexpr bool is_read(const shape& operand, const shape& output, row_pattern pattern, bool fixed) {
    const tigris::ops::row_operand o = row_operand_of(operand, output);
    return o.by_rows && o.pattern == pattern && o.fixed == fixed;
}

}  // namespace

TEST_CASE("shapes broadcast from the innermost axis") {
    static_assert(broadcast({2, {3, 4}}, {2, {3, 4}}) == shape{2, {3, 4}});
    static_assert(broadcast({2, {3, 4}}, {1, {4}}) == shape{2, {3, 4}});
    static_assert(broadcast({1, {4}}, {3, {2, 1, 4}}) == shape{3, {2, 1, 4}});
    static_assert(broadcast({2, {3, 1}}, {2, {1, 4}}) == shape{2, {3, 4}});
    static_assert(broadcast({2, {3, 4}}, {0, {}}) == shape{2, {3, 4}});
    CHECK(true);
}

TEST_CASE("shapes that do not broadcast have no common shape") {
    static_assert(broadcast({2, {3, 4}}, {2, {3, 5}}) == shape{});
    CHECK(true);
}

TEST_CASE("operands with an element of one size for each of the output's may be overwritten") {
    constexpr tigris::tensor full{.dims = image}, row{.dims = {1, {7}}},
        known{.kind = tigris::tensor_kind::constant, .dims = image},
        flags{.type = tigris::dtype::boolean, .dims = image};
    static_assert(described(binary{}, {full, full}, full).in_place == input_set{3});
    static_assert(described(binary{}, {row, full}, full).in_place == input_set{2});
    static_assert(described(binary{}, {full, known}, full).in_place == input_set{1});
    static_assert(described(binary{}, {full, full}, flags).in_place.is_empty());
    CHECK(true);
}

TEST_CASE("operands whose rows are the output's, or one for all") {
    static_assert(is_read(image, image, row_pattern::full, false));
    static_assert(is_read({4, {1, 5, 6, 1}}, image, row_pattern::pixels, false));
    static_assert(is_read({4, {1, 5, 1, 7}}, image, row_pattern::channels, false));
    static_assert(is_read({4, {1, 5, 1, 1}}, image, row_pattern::single, false));
    static_assert(is_read({4, {1, 1, 1, 7}}, image, row_pattern::channels, true));
    static_assert(is_read({4, {1, 1, 6, 1}}, image, row_pattern::pixels, true));
    static_assert(is_read({1, {7}}, image, row_pattern::channels, true));
    static_assert(is_read({0, {}}, images, row_pattern::single, true));
    static_assert(is_read({1, {7}}, images, row_pattern::channels, true));
    static_assert(is_read({2, {1, 7}}, {2, {5, 7}}, row_pattern::full, true));
    static_assert(is_read({1, {4}}, {1, {4}}, row_pattern::full, false));
    CHECK(true);
}

TEST_CASE("operands that only the whole contract reads") {
    static_assert(!row_operand_of(image, images).by_rows);
    static_assert(!row_operand_of({4, {2, 1, 1, 7}}, images).by_rows);
    static_assert(!row_operand_of({3, {5, 6, 7}}, image).by_rows);
    static_assert(!row_operand_of({2, {6, 7}}, image).by_rows);
    static_assert(!row_operand_of({2, {5, 7}}, {4, {1, 5, 5, 7}}).by_rows);
    static_assert(!row_operand_of({5, {1, 1, 1, 1, 7}}, {5, {1, 2, 3, 4, 7}}).by_rows);
    CHECK(true);
}
