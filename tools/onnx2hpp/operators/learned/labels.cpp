// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/expand/label_map.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/windows/requirements.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace onnx2hpp {
namespace {

using tigris::dtype;
using bytes = std::vector<std::uint8_t>;

/// The value that each string stands for: that of the last one of equal keys; the default where
/// none is.
std::vector<std::int64_t> values_of_texts(const label_map& map,
                                          const std::vector<std::string>& texts) {
    std::map<std::string_view, std::int64_t> places;
    for (std::size_t i = 0; i < map.text_keys.size(); ++i)
        places[map.text_keys[i]] = static_cast<std::int64_t>(i);
    std::vector<std::int64_t> result;
    for (const std::string& text : texts) {
        const auto found = places.find(text);
        result.push_back(found == places.end() ? map.default_place() : found->second);
    }
    return result;
}

shared_tensor flags(const bytes& numbers) {
    return tensor_of(dtype::boolean, {static_cast<std::int64_t>(numbers.size())}, numbers);
}

/// Whether each element of x equals each key, in a new last axis of keys. NaN equals NaN.
value_id equal_keys(expansion& e, const label_map& map, value_id x) {
    extents dims = e.dims(x);
    dims.push_back(1);
    const value_id column = reshaped(e, x, dims);
    const value_id is_equal = e.add("Equal", {column, e.constant(map.keys)});
    if (map.keys->type != dtype::f32) return is_equal;
    const std::vector<double> keys = numbers_of(*map.keys);
    bytes is_nan(keys.size());
    std::transform(keys.begin(), keys.end(), is_nan.begin(),
                   [](double k) { return std::isnan(k); });
    if (std::count(is_nan.begin(), is_nan.end(), 1) == 0) return is_equal;
    const value_id both = e.add("And", {e.add("IsNaN", {column}), e.constant(flags(is_nan))});
    return e.add("Or", {is_equal, both});
}

/// The place of the last key that equals each element of x, or the place before all: 1 + place.
value_id places_behind_default(expansion& e, const label_map& map, value_id x) {
    const value_id is_equal = e.add("Cast", {equal_keys(e, map, x)}, {{"to", std::int64_t{6}}});
    extents first = e.dims(is_equal);
    first.back() = 1;
    check_size(e, first);
    const value_id always = e.constant(
        make_tensor(dtype::i32, first,
                    std::vector<std::int64_t>(static_cast<std::size_t>(element_count(first)), 1)));
    const auto axis = static_cast<std::int64_t>(first.size()) - 1;
    const value_id all = e.add("Concat", {always, is_equal}, {{"axis", axis}});
    return e.add(
        "ArgMax", {all},
        {{"axis", axis}, {"keepdims", std::int64_t{0}}, {"select_last_index", std::int64_t{1}}});
}

/// Places of values, the default after them, for x of strings or of numbers.
value_id places_of_values(expansion& e, const label_map& map) {
    const value_id x = e.input(0);
    if (e.of(x).is_text())
        return e.add("Gather", {e.integers(values_of_texts(map, *e.of(x).texts)), e.numbers(x)});
    std::vector<std::int64_t> rotated(map.count() + 1);
    std::iota(rotated.begin() + 1, rotated.end(), std::int64_t{0});
    rotated[0] = map.default_place();
    return e.add("Gather", {e.integers(rotated), places_behind_default(e, map, x)});
}

/// Strings to strings only change what the numbers stand for.
bool expand_label_encoder(expansion& e) {
    const value_id x = e.input(0);
    const label_map map = label_map_of(e.at, e.of(x));
    if (!map.text_values.empty() && e.of(x).is_text()) {
        std::vector<std::string> texts;
        for (const std::int64_t place : values_of_texts(map, *e.of(x).texts))
            texts.push_back(map.text_values[static_cast<std::size_t>(place)]);
        e.give_texts(0, e.numbers(x), texts);
    } else if (!map.text_values.empty()) {
        e.give_texts(0, places_of_values(e, map), map.text_values);
    } else {
        e.give(0, e.add("Gather", {e.constant(map.values), places_of_values(e, map)}));
    }
    return true;
}

/// Maps of probabilities are for languages that have them: the tensor says the same.
bool expand_zip_map(expansion& e) {
    require_float(e, 0);
    note(label_of(e.at) + ": dropped; its output is the tensor of scores, a column for each class");
    e.give(0, e.input(0));
    return true;
}

}  // namespace

namespace operators {

operator_entries labels_operators() {
    return {
        {.type = "ai.onnx.ml.LabelEncoder",
         .versions = {{.since = {1},
                       .attributes = {texts("classes_strings"), integer("default_int64"),
                                      text("default_string")}},
                      {.since = {2},
                       .attributes = {real("default_float"), integer("default_int64"),
                                      text("default_string"), reals("keys_floats"),
                                      integers("keys_int64s"), texts("keys_strings"),
                                      reals("values_floats"), integers("values_int64s"),
                                      texts("values_strings")}},
                      {.since = {4},
                       .attributes = {real("default_float"), integer("default_int64"),
                                      text("default_string"), any_tensor("default_tensor"),
                                      reals("keys_floats"), integers("keys_int64s"),
                                      texts("keys_strings"), any_tensor("keys_tensor"),
                                      reals("values_floats"), integers("values_int64s"),
                                      texts("values_strings"), any_tensor("values_tensor")}}},
         .expand = expand_label_encoder,
         .traits = {.reads_texts = true}},
        {.type = "ai.onnx.ml.ZipMap",
         .versions = {{.since = {1},
                       .attributes = {integers("classlabels_int64s"),
                                      texts("classlabels_strings")}}},
         .expand = expand_zip_map,
         .traits = {.makes_map = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
