// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Losses of classifications.

#include "recipes.hpp"

namespace differential {
namespace {

void draw_loss(draft& d, const std::string& op) {
    const std::int64_t classes = d.random.integer(2, 5);
    shape dims = d.random_shape(1, 3, 4);
    const tensor chosen = d.random_integers(element_type::int64, dims, 0, double(classes - 1));
    dims.insert(dims.begin() + 1, classes);
    const bool is_log = op == "NegativeLogLikelihoodLoss";
    node_draft node(op, {d.input(d.random_reals(dims, -2, is_log ? 0 : 2)), d.input(chosen)});
    if (d.chance(0.5)) node.proto.add_input(d.parameter(d.random_reals({classes}, 0.5, 1.5)));
    if (d.chance(0.7)) node.set("reduction", d.random.pick({"none", "sum", "mean"}));
    if (d.chance(0.4) && chosen.size() > 1) node.set("ignore_index", chosen.integer(0));
    d.add(node, is_log ? 1 : int(d.random.integer(1, 2)));
}

}  // namespace

void add_loss_recipes(recipe_map& all) {
    for (const char* op : {"NegativeLogLikelihoodLoss", "SoftmaxCrossEntropyLoss"})
        all[op] = {draw_loss, 0};
}

}  // namespace differential
