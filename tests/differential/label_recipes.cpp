// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LabelEncoder and ZipMap.

#include "recipes.hpp"

#include <algorithm>
#include <utility>

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

/// Elements of which some have no key.
tensor some_of(draft& d, const tensor& keys) {
    const shape dims = d.random_shape(1, 3, 4);
    const tensor x = keys.is_real() ? d.random_integers(element_type::int64, dims, -1, 5)
                                    : d.random_integers(element_type::int64, dims, -4, 6);
    tensor given(keys.type, dims);
    for (std::int64_t i = 0; i < x.size(); ++i)
        if (keys.is_real())
            given.set(i, double(x.integer(i)) / 2);
        else
            given.set(i, x.integer(i));
    return given;
}

/// Keys of version 2 are there once.
tensor some_keys(draft& d) {
    tensor keys = labels_of(d, d.chance(0.5), d.random.integer(1, 5));
    for (std::int64_t i = 0; i < keys.size(); ++i)
        if (keys.is_real())
            keys.set(i, double(i) / 2);
        else
            keys.set(i, 2 * i - 3);
    return keys;
}

/// Some of these words, in another order.
std::vector<std::string> some_words(draft& d) {
    std::vector<std::string> words{"cat", "dog", "", "Cat", "_Unused", "no"};
    for (std::size_t i = words.size(); i-- > 1;)
        std::swap(words[i], words[std::size_t(d.random.integer(0, std::int64_t(i)))]);
    words.resize(std::size_t(d.random.integer(1, 6)));
    return words;
}

void set_words(draft& d, node_draft& node, const std::string& role,
               const std::vector<std::string>& words) {
    if (d.ml_version >= 4 && d.chance(0.3))
        node.set((role + "_tensor").c_str(), reference::texts(words));
    else
        node.set((role + "_strings").c_str(), words);
}

void set_default_word(draft& d, node_draft& node) {
    if (!d.chance(0.6)) return;
    const std::string word = d.random.pick({"dog", "none", ""});
    if (d.ml_version >= 4 && d.chance(0.4))
        node.set("default_tensor", reference::texts({word}));
    else
        node.set("default_string", word);
}

/// Numbers whose strings no operator has seen: those of the first version are their places.
std::string drawn_words(draft& d, const std::string& op) {
    if (d.ml_version == 1) {
        const tensor x = d.random_integers(element_type::int64, d.random_shape(1, 3, 4), -1, 6);
        node_draft node(op, {d.input(x)});
        node.set("classes_strings", some_words(d));
        set_default_word(d, node);
        return d.add(node).at(0);
    }
    const tensor keys = some_keys(d);
    node_draft node(op, {d.input(some_of(d, keys))});
    std::vector<std::string> words;
    for (std::int64_t i = 0; i < keys.size(); ++i) words.push_back(some_words(d).front());
    set_labels(d, node, "keys", keys);
    set_words(d, node, "values", words);
    set_default_word(d, node);
    return d.add(node).at(0);
}

/// Of a number, by a string: an output of strings would be compared by its numbers only.
void draw_encoded_words(draft& d, const std::string& op) {
    const std::string words = drawn_words(d, op);
    if (d.ml_version >= 2 && d.chance(0.4)) {
        node_draft between(op, {words});
        const std::vector<std::string> keys = some_words(d);
        std::vector<std::string> values;
        for (std::size_t i = 0; i < keys.size(); ++i) values.push_back(some_words(d).front());
        set_words(d, between, "keys", keys);
        set_words(d, between, "values", values);
        set_default_word(d, between);
        return add_numbers_of(d, d.add(between).at(0), some_words(d));
    }
    add_numbers_of(d, words, some_words(d));
}

void draw_label_encoder(draft& d, const std::string& op) {
    if (d.ml_version == 1 || d.chance(0.5)) return draw_encoded_words(d, op);
    const tensor keys = some_keys(d);
    const tensor values = labels_of(d, d.chance(0.5), keys.size());
    node_draft node(op, {d.input(some_of(d, keys))});
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

void add_numbers_of(draft& d, const std::string& words, const std::vector<std::string>& keys) {
    node_draft node("ai.onnx.ml.LabelEncoder", {words});
    if (d.ml_version == 1) {
        node.set("classes_strings", keys);
        if (d.chance(0.5)) node.set("default_int64", d.random.integer(-9, 9));
    } else {
        const tensor values = labels_of(d, d.chance(0.5), std::int64_t(keys.size()));
        set_words(d, node, "keys", keys);
        set_labels(d, node, "values", values);
        set_default(d, node, values);
    }
    d.add(node);
}

void add_label_recipes(recipe_map& all) {
    all["ai.onnx.ml.LabelEncoder"] = {draw_label_encoder, 0};
    all["ai.onnx.ml.ZipMap"] = {draw_zip_map, 0};
}

}  // namespace differential
