// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LabelEncoder, of numbers, and ZipMap.

#include "recipes.hpp"

#include <algorithm>

namespace differential {
namespace {

/// Keys or values as a list of the drawn type, or as the tensor that version 4 has, too.
void set_labels(draft& d, node_draft& node, const std::string& role, const tensor& labels) {
    const std::string name = role + (labels.is_real() ? "_floats" : "_int64s");
    if (d.ml_version >= 4 && d.chance(0.4))
        node.set((role + "_tensor").c_str(), labels);
    else if (labels.is_real())
        node.set(name.c_str(), labels.reals);
    else
        node.set(name.c_str(), labels.integers);
}

tensor labels_of(draft& d, bool are_real, std::int64_t count) {
    return are_real ? d.random_reals({count}, -2, 2)
                    : d.random_integers(element_type::int64, {count}, -9, 9);
}

void set_default(draft& d, node_draft& node, const tensor& values) {
    if (!d.chance(0.6)) return;
    const bool is_tensor = d.ml_version >= 4 && d.chance(0.5);
    if (is_tensor)
        node.set("default_tensor", labels_of(d, values.is_real(), 1));
    else if (values.is_real())
        node.set("default_float", d.random.real(-1, 1));
    else
        node.set("default_int64", d.random.integer(-9, 9));
}

/// Some elements have no key. Keys of version 2 are there once.
void draw_label_encoder(draft& d, const std::string& op) {
    if (d.ml_version == 1) throw bad_draw("strings");
    tensor keys = labels_of(d, d.chance(0.5), d.random.integer(1, 5));
    for (std::int64_t i = 0; i < keys.size(); ++i)
        if (keys.is_real())
            keys.set(i, double(i) / 2);
        else
            keys.set(i, 2 * i - 3);
    const shape dims = d.random_shape(1, 3, 4);
    const tensor x = keys.is_real() ? d.random_integers(element_type::int64, dims, -1, 5)
                                    : d.random_integers(element_type::int64, dims, -4, 6);
    tensor given(keys.type, dims);
    for (std::int64_t i = 0; i < x.size(); ++i)
        if (keys.is_real())
            given.set(i, double(x.integer(i)) / 2);
        else
            given.set(i, x.integer(i));
    const tensor values = labels_of(d, d.chance(0.5), keys.size());
    node_draft node(op, {d.input(given)});
    set_labels(d, node, "keys", keys);
    set_labels(d, node, "values", values);
    set_default(d, node, values);
    d.add(node);
}

void draw_zip_map(draft& d, const std::string& op) {
    const std::int64_t classes = d.random.integer(2, 4);
    const std::string x = d.input(d.random_reals({d.random.integer(1, 3), classes}, 0, 1));
    const std::string scores = d.add(node_draft("Softmax", {x})).at(0);
    node_draft node(op, {scores});
    const bool are_texts = d.chance(0.5);
    if (are_texts) {
        std::vector<std::string> names;
        for (std::int64_t i = 0; i < classes; ++i) names.push_back("class " + std::to_string(i));
        node.set("classlabels_strings", names);
    } else {
        shape numbers;
        for (std::int64_t i = 0; i < classes; ++i) numbers.push_back(3 * i);
        node.set("classlabels_int64s", numbers);
    }
    d.declare_maps(d.add(node).at(0), are_texts);
}

}  // namespace

void add_label_recipes(recipe_map& all) {
    all["ai.onnx.ml.LabelEncoder"] = {draw_label_encoder, 0};
    all["ai.onnx.ml.ZipMap"] = {draw_zip_map, 0};
}

}  // namespace differential
