// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/rows/row_tensors.hpp>

#include <helpers/synthetic_network.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace tigris;
using namespace tigris::planning;

namespace {

constexpr row_extents image{1, 8, 4, 3};

/// The row tensors of a network.
struct found {
    std::vector<std::int16_t> storage;
    std::vector<row_tensor> tensors;

    explicit found(const test::owned_network& n) : storage(n.tensors.size()) {
        const view<std::int16_t> numbers{storage.data(), int(storage.size())};
        tensors.resize(std::size_t(find_storages(n.view(), numbers)));
        describe_tensors(n.view(), {storage.data(), int(storage.size())},
                         {tensors.data(), int(tensors.size())});
    }
    int number(int t) const { return storage[std::size_t(t)]; }
    const row_tensor& of(int t) const { return tensors[std::size_t(number(t))]; }
};

}  // namespace

TEST_CASE("tensors are numbered in the model's order, constants are none") {
    test::network_builder b;
    const int x = b.input(image), weights = b.constant({1, 1, 1, 3}), y = b.input(image);
    const int sum = b.add(x, weights);
    b.keep(b.add(sum, y));
    const found f(b.made);
    CHECK(f.number(x) == 0);
    CHECK(f.number(weights) == -1);
    CHECK(f.number(y) == 1);
    CHECK(f.number(sum) == 2);
    CHECK(f.tensors.size() == 4);
}

TEST_CASE("reshapes of reshapes are their source, also of a constant") {
    test::network_builder b;
    const int x = b.input(image), flat = b.reshape(x, {1, 1, 1, 96});
    const int again = b.reshape(flat, {1, 4, 8, 3});
    const int weights = b.constant(image), other = b.reshape(weights, {1, 4, 8, 3});
    b.keep(b.add(again, other));
    const found f(b.made);
    CHECK(f.number(flat) == f.number(x));
    CHECK(f.number(again) == f.number(x));
    CHECK(f.number(weights) >= 0);
    CHECK(f.number(other) == f.number(weights));
    CHECK(f.of(other).home == home::constant);
    CHECK(f.of(again).tensor == x);
}

TEST_CASE("rows are those that the first step which reads or makes them sees") {
    test::network_builder b;
    const int x = b.input(image), made = b.pointwise(x, 2);
    const int flat = b.reshape(made, {1, 1, 1, 64});
    b.keep(b.gemm(flat, 10));
    const found f(b.made);
    CHECK(f.of(x).rows == 8);
    CHECK(f.of(x).row_bytes == 12);
    CHECK(f.of(x).pixel_bytes == 3);
    CHECK(f.of(flat).rows == 8);  // as its producer makes it
    CHECK(f.of(flat).row_bytes == 8);
}

TEST_CASE("several images are one block to what looks across rows, rows to what does not") {
    const tensor_facts three{.bytes = 3 * 8 * 12, .extents = {3, 8, 4, 3}, .bits = 8};
    const row_tensor block = rows_seen(true, three);
    CHECK(block.rows == 1);
    CHECK(block.row_bytes == 3 * 8 * 12);
    const row_tensor rows = rows_seen(false, three);
    CHECK(rows.rows == 24);
    CHECK(rows.row_bytes == 12);
    CHECK(rows.bytes() == block.bytes());
}

TEST_CASE("wide elements have wide pixels and rows") {
    const tensor_facts floats{.bytes = 8 * 12 * 4, .extents = image, .bits = 32};
    const row_tensor seen = rows_seen(true, floats);
    CHECK(seen.row_bytes == 48);
    CHECK(seen.pixel_bytes == 12);
    CHECK(seen.width() == 4);
}

TEST_CASE("an input that nobody reads is one row") {
    test::network_builder b;
    const int x = b.input(image), unread = b.input(image);
    b.keep(b.pointwise(x, 2));
    CHECK(found(b.made).of(unread).rows == 1);
    CHECK(found(b.made).of(unread).row_bytes == 96);
}

TEST_CASE("an output that is a reshape lives where outputs do, with its own number") {
    test::network_builder b;
    const int x = b.input(image), first = b.pointwise(x, 2), second = b.pointwise(x, 2);
    b.keep(first);
    b.keep(b.reshape(second, {1, 1, 1, 64}));
    const found f(b.made);
    CHECK(f.of(first).home == home::output);
    CHECK(f.of(first).index == 0);
    CHECK(f.of(second).home == home::output);
    CHECK(f.of(second).index == 1);
    CHECK(f.of(x).home == home::input);
}

TEST_CASE("inputs and outputs behind the model's own are states") {
    network n{};
    n.own_inputs = 2;
    n.own_outputs = 1;
    CHECK_FALSE(is_state(n, {.index = 1, .home = home::input}));
    CHECK(is_state(n, {.index = 2, .home = home::input}));
    CHECK_FALSE(is_state(n, {.index = 0, .home = home::output}));
    CHECK(is_state(n, {.index = 1, .home = home::output}));
}
