// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ai.onnx.ml's LabelEncoder and ZipMap.

#include <reference/call.hpp>
#include <reference/tensor_proto.hpp>

#include <cmath>

namespace reference {
namespace {

/// Attributes `<role>_strings`, `<role>_int64s`, `<role>_floats` and `<role>_tensor`.
tensor list_called(const call& c, const std::string& role) {
    if (const auto* given = c.attribute((role + "_tensor").c_str())) return from_proto(given->t());
    if (c.attribute((role + "_strings").c_str()))
        return texts(c.texts((role + "_strings").c_str()));
    const shape whole = c.integers((role + "_int64s").c_str(), {});
    if (!whole.empty()) return integers({std::int64_t(whole.size())}, whole);
    const std::vector<double> fractions = c.reals((role + "_floats").c_str(), {});
    return reals({std::int64_t(fractions.size())}, fractions);
}

/// One element, for what is no key.
tensor default_of(const call& c, const tensor& values) {
    if (const auto* given = c.attribute("default_tensor")) return from_proto(given->t());
    if (values.is_text()) return texts({c.text("default_string", "_Unused")});
    tensor result(values.type, {1});
    result.set(0, values.is_real() ? c.real("default_float", -0.0)
                                   : double(c.integer("default_int64", -1)));
    return result;
}

void copy_element(const tensor& from, std::int64_t position, tensor& to, std::int64_t i) {
    if (to.is_text())
        to.texts.at(std::size_t(i)) = from.texts.at(std::size_t(position));
    else
        to.set(i, from.number(position));
}

/// NaN is a key as any other.
bool is_key(const tensor& keys, std::int64_t k, const tensor& x, std::int64_t i) {
    if (keys.is_text()) return keys.texts.at(std::size_t(k)) == x.texts.at(std::size_t(i));
    const double key = keys.number(k);
    return key == x.number(i) || (std::isnan(key) && std::isnan(x.number(i)));
}

/// Of equal keys the last one holds, as version 4 says.
tensors encoded(const call& c, const tensor& keys, const tensor& values) {
    const tensor otherwise = default_of(c, values);
    tensor y(values.type, c[0].dims);
    for (std::int64_t i = 0; i < y.size(); ++i) {
        copy_element(otherwise, 0, y, i);
        for (std::int64_t k = 0; k < keys.size(); ++k)
            if (is_key(keys, k, c[0], i)) copy_element(values, k, y, i);
    }
    return {y};
}

/// Version 1 has strings, whose places are the numbers.
tensors label_encoder(const call& c) {
    if (!c.attribute("classes_strings"))
        return encoded(c, list_called(c, "keys"), list_called(c, "values"));
    const tensor classes = texts(c.texts("classes_strings"));
    tensor places(element_type::int64, classes.dims);
    for (std::int64_t i = 0; i < places.size(); ++i) places.set(i, i);
    return c[0].is_text() ? encoded(c, classes, places) : encoded(c, places, classes);
}

/// A column for each class says what a map of each row would.
tensors zip_map(const call& c) {
    const std::size_t classes =
        c.integers("classlabels_int64s", {}).size() + c.texts("classlabels_strings").size();
    if (std::int64_t(classes) != c[0].extent(-1))
        throw std::invalid_argument("another number of classes");
    return {c[0]};
}

}  // namespace

void add_labels(operator_map& all) {
    all["ai.onnx.ml.LabelEncoder"] = label_encoder;
    all["ai.onnx.ml.ZipMap"] = zip_map;
}

}  // namespace reference
