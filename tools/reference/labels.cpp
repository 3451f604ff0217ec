// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ai.onnx.ml's LabelEncoder, of numbers, and ZipMap.

#include <reference/call.hpp>
#include <reference/tensor_proto.hpp>

#include <cmath>

namespace reference {
namespace {

/// Attributes `<role>_int64s`, `<role>_floats` and `<role>_tensor`.
tensor list_called(const call& c, const std::string& role) {
    if (const auto* given = c.attribute((role + "_tensor").c_str())) return from_proto(given->t());
    const shape whole = c.integers((role + "_int64s").c_str(), {});
    if (!whole.empty()) return integers({std::int64_t(whole.size())}, whole);
    const std::vector<double> fractions = c.reals((role + "_floats").c_str(), {});
    if (fractions.empty()) throw unsupported("labels that are strings");
    return reals({std::int64_t(fractions.size())}, fractions);
}

double default_of(const call& c, const tensor& values) {
    if (const auto* given = c.attribute("default_tensor")) return from_proto(given->t()).number(0);
    return values.is_real() ? c.real("default_float", -0.0)
                            : double(c.integer("default_int64", -1));
}

/// NaN is a key as any other.
bool is_key(double key, double x) { return key == x || (std::isnan(key) && std::isnan(x)); }

/// Of equal keys the last one holds, as version 4 says.
tensors label_encoder(const call& c) {
    const tensor keys = list_called(c, "keys");
    const tensor values = list_called(c, "values");
    tensor y(values.type, c[0].dims);
    for (std::int64_t i = 0; i < y.size(); ++i) {
        double found = default_of(c, values);
        for (std::int64_t k = 0; k < keys.size(); ++k)
            if (is_key(keys.number(k), c[0].number(i))) found = values.number(k);
        y.set(i, found);
    }
    return {y};
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
