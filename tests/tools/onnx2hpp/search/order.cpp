// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/search/order.hpp>

#include <onnx2hpp/plan/plan.hpp>

#include <helpers/converted.hpp>

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using namespace onnx2hpp;
using onnx2hpp::test::least_bytes;
using tigris::tensor_kind;

/// Two large tensors from one input, each summed up, and the sum of both. The order of the steps is
/// the caller's: 0 and 1 make the large tensors, 2 and 3 their sums.
lowered_model two_branches(const std::vector<std::size_t>& steps) {
    const tigris::shape large{4, {1, 16, 8, 4}}, small{4, {1, 1, 1, 4}}, turned{4, {1, 8, 16, 4}};
    lowered_model m;
    const auto add = [&](tensor_kind kind, const tigris::shape& dims) {
        const std::int16_t index =
            kind == tensor_kind::activation ? std::int16_t(-1) : std::int16_t(0);
        m.tensors.push_back({.kind = kind,
                             .type = tigris::dtype::i8,
                             .index = index,
                             .dims = dims,
                             .quant = {1, 0}});
        m.tensor_names.push_back("t");
        return int(m.tensors.size()) - 1;
    };
    const int in = add(tensor_kind::input, large);
    const int left = add(tensor_kind::activation, turned),
              right = add(tensor_kind::activation, turned);
    const int a = add(tensor_kind::activation, small), b = add(tensor_kind::activation, small);
    const int out = add(tensor_kind::output, small);
    m.inputs = {in};
    m.outputs = {out};
    const tigris::ops::transpose turn{.axes = {{0, 2, 1, 3, 4, 5, 6, 7}}};
    const std::vector<lowered_node> made{{"left", turn, {in}, {left}},
                                         {"right", turn, {in}, {right}},
                                         {"a", tigris::ops::global_average_pool{}, {left}, {a}},
                                         {"b", tigris::ops::global_average_pool{}, {right}, {b}}};
    for (const std::size_t step : steps) m.nodes.push_back(made[step]);
    m.nodes.push_back({"sum", tigris::ops::binary{}, {a, b}, {out}});
    return m;
}

/// Whether each step stands behind those that it reads.
bool is_in_order(const lowered_model& m) {
    std::vector<bool> made(m.tensors.size());
    for (const int t : m.inputs) made[std::size_t(t)] = true;
    for (const lowered_node& n : m.nodes) {
        for (const int t : n.inputs)
            if (!made[std::size_t(t)]) return false;
        for (const int t : n.outputs) made[std::size_t(t)] = true;
    }
    return true;
}

std::vector<std::string> names_of(const lowered_model& m) {
    std::vector<std::string> names;
    for (const lowered_node& n : m.nodes) names.push_back(n.name);
    return names;
}

}  // namespace

TEST_CASE("one branch after the other takes less than both at once") {
    options wanted;
    const lowered_model both = two_branches({0, 1, 2, 3}), one = two_branches({0, 2, 1, 3});
    REQUIRE(least_bytes(one, wanted) < least_bytes(both, wanted));
    wanted.fast = std::uint64_t(least_bytes(one, wanted));
    const lowered_model found = in_better_order(both, wanted);
    CHECK(is_in_order(found));
    CHECK(least_bytes(found, wanted) == least_bytes(one, wanted));
    CHECK(names_of(found) != names_of(both));
    CHECK(names_of(found) == names_of(in_better_order(both, wanted)));
}

TEST_CASE("what fits keeps its order, and so does what no order makes smaller") {
    options wanted;
    const lowered_model both = two_branches({0, 1, 2, 3}), one = two_branches({0, 2, 1, 3});
    CHECK(names_of(in_better_order(both, wanted)) == names_of(both));
    wanted.fast = std::uint64_t(least_bytes(both, wanted));
    CHECK(names_of(in_better_order(both, wanted)) == names_of(both));
    wanted.fast = 1;
    CHECK(names_of(in_better_order(one, wanted)) == names_of(one));
}

TEST_CASE("the order of a step and what it reads is noticed") {
    CHECK(is_in_order(two_branches({0, 1, 2, 3})));
    CHECK_FALSE(is_in_order(two_branches({2, 0, 1, 3})));
}
