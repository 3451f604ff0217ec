// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Random networks of plain facts, for laws about planning.

#include <tigris/planning/make_plan.hpp>

#include <algorithm>
#include <random>
#include <vector>

namespace tigris::test {

/// A network that owns its arrays.
struct owned_network {
    std::vector<planning::tensor_facts> tensors;
    std::vector<planning::step_facts> steps;
    std::vector<std::int16_t> edges;

    planning::network view() const {
        return {{tensors.data(), int(tensors.size())},
                {steps.data(), int(steps.size())},
                {edges.data(), int(edges.size())}};
    }
};

/// A plan that owns its arrays.
struct owned_plan : planning::plan_totals {
    std::vector<planning::tensor_plan> tensors;
    std::vector<planning::step_plan> steps;
};

inline owned_plan make_plan(const owned_network& n, std::int64_t alignment) {
    owned_plan out;
    const std::size_t tensors = n.tensors.size(), steps = n.steps.size();
    out.tensors.resize(tensors);
    out.steps.resize(steps);
    std::vector<planning::lifetime> lives(tensors);
    std::vector<std::int64_t> live(steps);
    std::vector<planning::block> blocks(tensors + steps);
    std::vector<std::int16_t> by_offset(tensors + steps);
    planning::make_plan(n.view(), alignment,
                        {{lives.data(), int(tensors)},
                         {live.data(), int(steps)},
                         {blocks.data(), int(blocks.size())},
                         {by_offset.data(), int(by_offset.size())}},
                        out, {out.tensors.data(), int(tensors)}, {out.steps.data(), int(steps)});
    return out;
}

/// Steps with one or two inputs, most of them made shortly before; some write in place, some are
/// aliases, some need scratch. Tensor 0 is the input, tensor s + 1 the output of step s, the last
/// one the model's.
class random_network {
public:
    explicit random_network(unsigned seed) : random_(seed) {}

    owned_network make(int steps) {
        owned_network n;
        n.tensors.push_back({tensor_kind::input, 0, pick(1, 4096)});
        for (int step = 0; step < steps; ++step) add_step(n, step, step + 1 == steps);
        return n;
    }

private:
    int pick(int low, int high) { return std::uniform_int_distribution(low, high)(random_); }

    void add_step(owned_network& n, int step, bool last) {
        const bool alias = step > 0 && !last && pick(0, 9) == 0;
        const int inputs = alias ? 1 : pick(1, std::min(2, step + 1));
        planning::step_facts facts{.runs = alias ? ops::contract::alias : ops::contract::rows,
                                   .in_place = std::int8_t(alias ? 0 : pick(-1, inputs - 1)),
                                   .first_input = std::int16_t(n.edges.size()),
                                   .inputs = std::int16_t(inputs),
                                   .outputs = 1};
        for (int i = 0; i < inputs; ++i)
            n.edges.push_back(std::int16_t(std::max(alias ? 1 : 0, step - pick(0, 3))));
        facts.first_output = std::int16_t(n.edges.size());
        n.edges.push_back(std::int16_t(step + 1));
        if (!alias && pick(0, 4) == 0) facts.kernel.scratch_bytes = pick(1, 1024);
        n.steps.push_back(facts);
        const auto read = std::size_t(n.edges[std::size_t(facts.first_input)]);
        n.tensors.push_back({last ? tensor_kind::output : tensor_kind::activation,
                             std::int16_t(last ? 0 : -1),
                             alias ? n.tensors[read].bytes : pick(1, 4096)});
    }

    std::mt19937 random_;
};

}  // namespace tigris::test
