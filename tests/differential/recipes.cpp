// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes.hpp"

namespace differential {

const recipe_map& recipes() {
    static const recipe_map all = [] {
        recipe_map result;
        for (const auto add :
             {add_control_recipes, add_elementwise_recipes, add_index_recipes, add_label_recipes,
              add_layout_recipes, add_loss_recipes, add_matrix_recipes, add_normalization_recipes,
              add_quantized_recipes, add_reduction_recipes, add_sequence_recipes,
              add_signal_recipes, add_tree_recipes, add_window_recipes})
            add(result);
        return result;
    }();
    return all;
}

}  // namespace differential
