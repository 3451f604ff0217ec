// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/rows/lifetime.hpp>

#include <helpers/synthetic_rows.hpp>

#include <doctest/doctest.h>

namespace {

using namespace tigris;
using test::network_builder;
using test::synthetic_rows;

constexpr row_extents image{1, 8, 4, 4};

}  // namespace

TEST_CASE("a tensor lives from the task that makes it to the last that reads it") {
    network_builder b;
    const int x = b.input(image), first = b.pointwise(x, 4), second = b.pointwise(first, 4);
    b.keep(b.add(second, first));
    const synthetic_rows rows(b.made);
    CHECK(rows.life(x).producer == -1);
    CHECK(rows.life(first).producer == 0);
    CHECK(rows.life(first).first_reader == 1);
    CHECK(rows.life(first).last_reader == 2);
    CHECK(rows.life(first).readers == 2);
    CHECK(rows.life(second).readers == 1);
}

TEST_CASE("what is kept outlives all tasks, what nobody reads has no reader") {
    network_builder b;
    const int x = b.input(image), unused = b.pointwise(x, 4), kept = b.pointwise(x, 2);
    b.keep(kept);
    const synthetic_rows rows(b.made);
    CHECK(rows.life(unused).last_reader == -1);
    CHECK(rows.life(kept).last_reader == 2);
    CHECK(rows.life(kept).crosses(2));
    CHECK_FALSE(rows.life(x).crosses(2));
}

TEST_CASE("an input that nobody reads is needed until the first task") {
    network_builder b;
    const int x = b.input(image), unread = b.input(image);
    b.keep(b.pointwise(x, 4));
    const synthetic_rows rows(b.made);
    CHECK(rows.life(unread).crosses(0));
    CHECK_FALSE(rows.life(unread).crosses(1));
    CHECK(rows.life(unread).readers == 0);
}

TEST_CASE("a reshape is another name of what it reads") {
    network_builder b;
    const int x = b.input(image), made = b.pointwise(x, 4);
    b.keep(b.pointwise(b.reshape(made, {1, 4, 8, 4}), 4));
    const synthetic_rows rows(b.made);
    CHECK(rows.tasks.size() == 2);
    CHECK(rows.life(made).last_reader == 1);
    CHECK(rows.storage[2] == made);
}

TEST_CASE("one operand of a sum is made in the sum's place, and only what nobody else reads") {
    network_builder b;
    const int x = b.input(image), left = b.pointwise(x, 4), right = b.pointwise(x, 4);
    const int sum = b.add(left, right);
    b.keep(b.add(sum, right));
    const synthetic_rows rows(b.made);
    CHECK(rows.life(left).merges);
    CHECK_FALSE(rows.life(right).merges);
    CHECK(rows.life(sum).merges);
    CHECK_FALSE(rows.life(x).merges);
}

TEST_CASE("all that is concatenated is made in its slice") {
    network_builder b;
    const int x = b.input(image), left = b.pointwise(x, 3), right = b.pointwise(x, 5);
    b.keep(b.concat({left, right, x}));
    const synthetic_rows rows(b.made);
    CHECK(rows.life(left).merges);
    CHECK(rows.life(right).merges);
    CHECK_FALSE(rows.life(x).merges);
}

TEST_CASE("nothing is made in a slice whose producer cannot, or writes other pixels") {
    network_builder b;
    const int x = b.input(image), soft = b.softmax(x);
    const int reshaped = b.reshape(b.pointwise(x, 4), {1, 8, 2, 8});
    const int halves = b.reshape(x, {1, 8, 2, 8});
    b.keep(b.concat({soft, b.pointwise(x, 2)}));
    b.keep(b.concat({reshaped, b.pointwise(halves, 2)}));
    const synthetic_rows rows(b.made);
    CHECK_FALSE(rows.life(soft).merges);
    CHECK_FALSE(rows.life(reshaped - 1).merges);
}

TEST_CASE("in a slice, no sum is made in place") {
    network_builder b;
    const int x = b.input(image), left = b.pointwise(x, 4), sum = b.add(left, x);
    b.keep(b.concat({sum, b.pointwise(x, 2)}));
    const synthetic_rows rows(b.made);
    CHECK(rows.life(sum).merges);
    CHECK_FALSE(rows.life(left).merges);
}

TEST_CASE("rows are written over a block of several images, and a block over rows") {
    constexpr ops::row_reach window{.kernel = 3, .pad = 1, .pad_end = 1};
    network_builder b;
    const int x = b.input({5, 8, 4, 4}), block = b.conv(x, window, 4),
              rows_of_all = b.softmax(block);
    const int folded = b.softmax(b.reshape(rows_of_all, {1, 1, 40, 16}));
    b.keep(b.conv(folded, window, 4));
    const synthetic_rows rows(b.made);
    CHECK(rows.tensors[std::size_t(rows.storage[std::size_t(block)])].rows == 1);
    CHECK(rows.tensors[std::size_t(rows.storage[std::size_t(rows_of_all)])].rows == 40);
    CHECK(planning::overwrites(rows.network(), 1, rows.storage[std::size_t(block)]));
    CHECK(planning::overwrites(rows.network(), 2, rows.storage[std::size_t(rows_of_all)]));
}

TEST_CASE("only an input that may be overwritten is, and not where it is read again") {
    network_builder b;
    const int x = b.input(image), data = b.pointwise(x, 4), places = b.pointwise(x, 4);
    const int made = b.scatter(data, places);
    b.keep(b.scatter(made, made));
    const synthetic_rows rows(b.made);
    const auto is_overwritten = [&](int task, int t) {
        return planning::overwrites(rows.network(), task, rows.storage[std::size_t(t)]);
    };
    CHECK(is_overwritten(2, data));
    CHECK_FALSE(is_overwritten(2, places));
    CHECK_FALSE(is_overwritten(3, made));
}

TEST_CASE("what is written over another has no row behind its") {
    using planning::has_rows_before;
    CHECK(has_rows_before({.rows = 1, .row_bytes = 9 * 65}, {.rows = 9, .row_bytes = 64}));
    CHECK_FALSE(has_rows_before({.rows = 1, .row_bytes = 9 * 64}, {.rows = 9, .row_bytes = 65}));
    CHECK_FALSE(has_rows_before({.rows = 3, .row_bytes = 30}, {.rows = 9, .row_bytes = 10}));
    CHECK_FALSE(has_rows_before({.rows = 9, .row_bytes = 4}, {.rows = 9, .row_bytes = 8}));
}
