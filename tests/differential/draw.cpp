// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "draw.hpp"

#include "recipes.hpp"

#include <algorithm>

namespace differential {
namespace {

constexpr int oldest_opset = 6;
constexpr int newest_opset = 28;
constexpr int tries = 60;

/// The versions of all rows that a model of a supported opset can have, with the last opset of
/// each.
struct span_of_opsets {
    std::string op;
    int version;
    int first;
    int last;
};

int next_version(const std::string& op, int version) {
    int next = newest_opset + 1;
    for (const auto& row : onnx2hpp::test::signatures())
        for (const int each : row.since)
            if (row.op_type == op && each > version) next = std::min(next, each);
    return next;
}

std::vector<span_of_opsets> all_versions() {
    std::vector<span_of_opsets> result;
    for (const auto& row : onnx2hpp::test::signatures()) {
        const std::string op(row.op_type);
        const bool is_microsoft = op.starts_with("com.microsoft.");
        const bool is_ml = op.starts_with("ai.onnx.ml.");
        for (const int version : row.since) {
            const int first = is_microsoft || is_ml ? 13 : std::max(version, oldest_opset);
            const int last = is_microsoft || is_ml ? 21 : next_version(op, version) - 1;
            if (op == "Upsample" && version == 10) continue;  // Resize has taken its place
            if (first <= last) result.push_back({op, version, first, last});
        }
    }
    return result;
}

style drawn_style(random_source& random) {
    return random.chance(0.5) ? style::quantized : style::floats;
}

/// A picture, a sequence or a vector to begin with.
void add_first_input(draft& d) {
    const int kind = int(d.random.integer(0, 5));
    shape dims{1, d.random.integer(1, 8)};
    if (kind <= 3)
        dims = {1, d.random.integer(1, 6), d.random.integer(5, 14), d.random.integer(5, 14)};
    if (kind == 4) dims = {1, d.random.integer(2, 8), d.random.integer(2, 10)};
    const std::string x = d.input(d.random_reals(dims, -2, 2));
    if (d.kind == style::quantized) d.requantized(x);
}

/// A copy of half floats now and then, where they are possible.
draft perhaps_half(const draft& d, double probability) {
    draft half = d;
    if (!half.chance(probability)) return d;
    try {
        half.make_half();
    } catch (const bad_draw&) {
        return d;
    }
    return half;
}

/// One more node, if the operator suits the network.
void try_to_add(std::optional<draft>& d, const std::string& op) {
    draft next = *d;
    try {
        next.row(op);
        recipes().at(op).draw(next, op);
    } catch (const bad_draw&) {
        return;
    }
    d.emplace(std::move(next));
}

std::string drawn_operator(random_source& random) {
    std::int64_t sum = 0;
    for (const auto& [op, recipe] : recipes()) sum += recipe.weight;
    std::int64_t rest = random.integer(0, sum - 1);
    for (const auto& [op, recipe] : recipes()) {
        rest -= recipe.weight;
        if (rest < 0) return op;
    }
    return "Relu";
}

}  // namespace

drawn_model draw_operator(random_source& random, std::int64_t index) {
    static const std::vector<span_of_opsets> all = all_versions();
    const span_of_opsets& chosen = all[std::size_t(index) % all.size()];
    drawn_model result{{}, chosen.op, "no recipe"};
    const auto found = recipes().find(chosen.op);
    for (int i = 0; found != recipes().end() && i < tries; ++i) {
        draft d(random, style::single, int(random.integer(chosen.first, chosen.last)));
        if (chosen.op.starts_with("ai.onnx.ml.")) d.ml_version = chosen.version;
        try {
            d.row(chosen.op);
            found->second.draw(d, chosen.op);
            result.model.emplace(perhaps_half(d, 0.1));
            return result;
        } catch (const bad_draw& error) {
            result.reason = error.what();
        }
    }
    return result;
}

drawn_model draw_network(random_source& random) {
    const style kind = drawn_style(random);
    const int opset = random.pick(kind == style::quantized ? std::vector{11, 13, 17, 18, 21}
                                                           : std::vector{9, 11, 13, 17, 18, 22});
    std::optional<draft> d(std::in_place, random, kind, opset);
    add_first_input(*d);
    const int wanted = int(random.integer(2, 8)) * (kind == style::quantized ? 4 : 1);
    for (int i = 0; i < 40 * tries && d->node_count() < wanted; ++i)
        try_to_add(d, drawn_operator(random));
    if (random.chance(0.2)) try_to_add(d, "Concat");  // its last result lies within an output
    if (random.chance(0.25)) d->keep_onnx_order();
    if (d->node_count() < 2) return {{}, "network", "no nodes"};
    if (kind == style::floats) return {perhaps_half(*d, 0.15), "network", ""};
    return {d, "network", ""};
}

}  // namespace differential
