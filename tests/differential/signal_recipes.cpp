// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes.hpp"

namespace differential {
namespace {

void draw_window(draft& d, const std::string& op) {
    const std::int64_t size = d.random.integer(2, 9);
    node_draft node(op, {d.scalar(size)});
    if (d.chance(0.5)) node.set("periodic", d.chance(0.5));
    if (d.chance(0.5)) node.set("output_datatype", 1);
    d.add({"Mul", {d.input(d.random_reals({size}, -2, 2)), d.add(node).at(0)}});
}

void draw_dft(draft& d, const std::string& op) {
    const bool is_complex = d.chance(0.4);
    const std::string x = d.input(d.random_reals(
        {1, d.random.integer(2, 8), d.random.integer(2, 5), is_complex ? 2 : 1}, -1, 1));
    node_draft node(op, {x});
    const bool has_length = d.chance(0.3);
    const std::int64_t axis = d.random.integer(1, 2);
    if (has_length) node.proto.add_input(d.scalar(d.random.integer(2, 9)));
    if (d.opset < 20) {
        if (axis != 1 || d.chance(0.3)) node.set("axis", axis);
    } else if (d.chance(0.6)) {
        if (!has_length) node.proto.add_input("");
        node.proto.add_input(d.scalar(axis));
    }
    if (!is_complex && d.chance(0.4))
        node.set("onesided", 1);
    else if (d.chance(0.4))
        node.set("inverse", d.chance(0.7));
    d.add(node);
}

void draw_stft(draft& d, const std::string& op) {
    const std::int64_t frame = d.random.integer(3, 8);
    const std::string x = d.input(d.random_reals({1, d.random.integer(9, 20), 1}, -1, 1));
    node_draft node(op, {x, d.scalar(d.random.integer(1, 4))});
    const bool has_window = d.chance(0.6);
    node.proto.add_input(has_window ? d.constant(d.random_reals({frame}, 0, 1)) : "");
    if (!has_window || d.chance(0.5)) node.proto.add_input(d.scalar(frame));
    if (d.chance(0.6)) node.set("onesided", d.chance(0.6));
    d.add(node);
}

void draw_mel(draft& d, const std::string& op) {
    const auto one = [&](std::int64_t x) { return d.scalar(x); };
    const auto real = [&](double x) { return d.constant(reference::reals({}, {x})); };
    node_draft node(op, {one(d.random.integer(2, 8)), one(16), one(8000), real(0), real(4000)});
    if (d.chance(0.5)) node.set("output_datatype", 1);
    const std::string made = d.add(node).at(0);
    d.add({"MatMul", {d.input(d.random_reals({2, d.dims(made)[0]}, -1, 1)), made}});
}

}  // namespace

void add_signal_recipes(recipe_map& all) {
    for (const char* op : {"HannWindow", "HammingWindow", "BlackmanWindow"})
        all[op] = {draw_window, 0};
    all["DFT"] = {draw_dft, 0};
    all["STFT"] = {draw_stft, 0};
    all["MelWeightMatrix"] = {draw_mel, 0};
}

}  // namespace differential
