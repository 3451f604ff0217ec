// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How nodes of each operator of the table are drawn.

#include "draft.hpp"

#include <map>
#include <string>

namespace differential {

/// Draws a valid node of the operator into a model; throws bad_draw where luck fails it. `weight`
/// is how often networks draw it; 0 leaves it to single operators.
struct recipe {
    void (*draw)(draft& d, const std::string& op);
    int weight = 1;
};

using recipe_map = std::map<std::string, recipe>;

/// A LabelEncoder from strings, which are a value of the model, to numbers; those that are no key
/// become its default.
void add_numbers_of(draft& d, const std::string& words, const std::vector<std::string>& keys);

void add_control_recipes(recipe_map& all);
void add_elementwise_recipes(recipe_map& all);
void add_index_recipes(recipe_map& all);
void add_label_recipes(recipe_map& all);
void add_layout_recipes(recipe_map& all);
void add_loss_recipes(recipe_map& all);
void add_matrix_recipes(recipe_map& all);
void add_normalization_recipes(recipe_map& all);
void add_quantized_recipes(recipe_map& all);
void add_reduction_recipes(recipe_map& all);
void add_sequence_recipes(recipe_map& all);
void add_signal_recipes(recipe_map& all);
void add_tree_recipes(recipe_map& all);
void add_window_recipes(recipe_map& all);

const recipe_map& recipes();

}  // namespace differential
