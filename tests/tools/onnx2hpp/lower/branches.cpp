// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/branches.hpp>

#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/lower/order.hpp>
#include <onnx2hpp/plan/plan.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/random.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

using order = std::vector<int>;

namespace {

/// A matrix product: `outputs` numbers from a row of them.
value_id product(model_builder& b, value_id x, std::int64_t inputs, std::int64_t outputs) {
    return b.node("MatMul", {x, b.constant({inputs, outputs})});
}

/// One branch with a long row inside and a short one at its end, and one that keeps a long row.
onnx_model two_branches(bool is_hungry_first) {
    model_builder b;
    const value_id x = b.node("Softmax", {b.input({1, 8})});
    value_id hungry = absent, keeping = absent;
    const auto add_hungry = [&] { hungry = product(b, product(b, x, 8, 512), 512, 8); };
    const auto add_keeping = [&] { keeping = product(b, x, 8, 256); };
    if (is_hungry_first) add_hungry();
    add_keeping();
    if (!is_hungry_first) add_hungry();
    b.output(b.node("Concat", {hungry, keeping}, {{"axis", std::int64_t{1}}}));
    return b.build();
}

/// Bytes of results at the worst moment, counted step by step.
std::int64_t peak_of(const onnx_model& m, const order& steps) {
    const auto last_use = [&](value_id v) {
        if (std::count(m.outputs.begin(), m.outputs.end(), v) > 0) return steps.size();
        std::size_t last = 0;
        for (std::size_t k = 0; k < steps.size(); ++k) {
            const node& n = m.nodes[static_cast<std::size_t>(steps[k])];
            if (std::count(n.inputs.begin(), n.inputs.end(), v) > 0) last = k;
        }
        return last;
    };
    std::vector<std::int64_t> live(steps.size());
    for (std::size_t k = 0; k < steps.size(); ++k) {
        const value_id v = m.nodes[static_cast<std::size_t>(steps[k])].outputs[0];
        for (std::size_t step = k; step < steps.size() && step <= std::max(k, last_use(v)); ++step)
            live[step] += 4 * element_count(value_of(m, v).dims);
    }
    return *std::max_element(live.begin(), live.end());
}

/// The nodes of `m` as a file has them: in number order.
order file_order(const onnx_model& m) {
    order all(m.nodes.size());
    std::iota(all.begin(), all.end(), 0);
    return all;
}

std::int64_t planned_bytes(const onnx_model& m) {
    const lowered_model lowered = lower(m, {});
    const owned_network network = network_of(lowered);
    return planner(network.view(), target_of(lowered, {})).smallest_fast_bytes(false);
}

/// Some nodes that each join up to two results before them, of all sizes.
onnx_model random_model(std::uint64_t seed) {
    tigris::test::random_numbers r(seed);
    model_builder b;
    std::vector<std::pair<value_id, std::int64_t>> made{{b.input({1, 4}), 4}};
    for (int k = 0; k < 12; ++k) {
        const auto [x, length] =
            made[static_cast<std::size_t>(r.between(0, static_cast<int>(made.size()) - 1))];
        const auto [y, more] =
            made[static_cast<std::size_t>(r.between(0, static_cast<int>(made.size()) - 1))];
        const std::int64_t outputs = r.between(1, 64);
        if (r.chance(2))
            made.emplace_back(product(b, x, length, outputs), outputs);
        else
            made.emplace_back(b.node("Concat", {x, y}, {{"axis", std::int64_t{1}}}), length + more);
    }
    b.output(made.back().first);
    return b.build();
}

}  // namespace

TEST_CASE("the branch that needs much and leaves little is first, wherever it stands in the file") {
    CHECK(execution_order(two_branches(true)) == order{0, 1, 2, 3, 4});
    CHECK(execution_order(two_branches(false)) == order{0, 2, 3, 1, 4});
}

TEST_CASE("the order matters for the arena, and the file's does not") {
    const onnx_model m = two_branches(false);
    CHECK(peak_of(m, {0, 1, 2, 3, 4}) == 4 * (256 + 512 + 8));
    CHECK(peak_of(m, execution_order(m)) == 4 * (8 + 512 + 8));
    const std::int64_t bytes = planned_bytes(m);
    CHECK(bytes == planned_bytes(two_branches(true)));
    CHECK(bytes < 4 * (256 + 512));
}

TEST_CASE("equal branches, and one that is all of another, stay as they are") {
    model_builder b;
    const value_id x = b.node("Softmax", {b.input({1, 8})});
    const value_id left = product(b, x, 8, 16), right = product(b, x, 8, 16);
    b.output(b.node("Add", {b.node("Add", {left, right}),
                            b.node("Concat", {x, x}, {{"axis", std::int64_t{1}}})}));
    reader_lists readers{{1, 2, 4}, {3}, {3}, {5}, {5}, {}, {0}};
    sort_branches(b.build(), readers);
    CHECK(readers[0] == order{1, 2, 4});
}

TEST_CASE("several inputs are branches, too") {
    model_builder b;
    const value_id keeping = product(b, b.input({1, 4}), 4, 256);
    const value_id hungry = product(b, product(b, b.input({1, 4}), 4, 512), 512, 8);
    b.output(b.node("Concat", {keeping, hungry}, {{"axis", std::int64_t{1}}}));
    CHECK(execution_order(b.build()) == order{1, 2, 0, 3});
}

TEST_CASE("five thousand readers of one value are sorted") {
    constexpr int readers = 5000;
    model_builder b;
    const value_id x = b.node("Softmax", {b.input({1, 8})});
    std::vector<value_id> pieces;
    for (int k = 0; k < readers; ++k) {
        const value_id wide = b.node("Tile", {x, b.integers({1, 2 + k})});
        pieces.push_back(
            b.node("Slice", {wide, b.integers({0}), b.integers({8}), b.integers({1})}));
    }
    b.output(b.node("Concat", pieces, {{"axis", std::int64_t{1}}}));
    const order steps = execution_order(b.build());
    // The widest first: all leave equally much behind.
    for (int k = 0; k < readers; ++k)
        CHECK(steps[static_cast<std::size_t>(1 + 2 * k)] == 1 + 2 * (readers - 1 - k));
}

TEST_CASE("random networks: every node behind those that it reads, and less memory altogether") {
    std::int64_t in_files = 0, chosen = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const onnx_model m = random_model(seed);
        const order steps = execution_order(m);
        REQUIRE(steps.size() == m.nodes.size());
        order place(steps.size());
        for (std::size_t k = 0; k < steps.size(); ++k)
            place[static_cast<std::size_t>(steps[k])] = static_cast<int>(k);
        for (const node& n : m.nodes)
            for (std::size_t producer = 0; producer < m.nodes.size(); ++producer)
                for (const value_id v : n.inputs)
                    if (m.nodes[producer].outputs[0] == v)
                        CHECK(place[producer] <
                              place[static_cast<std::size_t>(&n - m.nodes.data())]);
        CHECK(steps == execution_order(m));
        in_files += peak_of(m, file_order(m));
        chosen += peak_of(m, steps);
    }
    MESSAGE("live bytes at the peak: ", in_files, " in the files' orders, ", chosen, " as chosen");
    CHECK(chosen < in_files);
}
