// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors that come from attributes or from shapes alone.

#include <reference/call.hpp>
#include <reference/tensor_proto.hpp>

#include <algorithm>
#include <cmath>

namespace reference {
namespace {

tensors constant(const call& c) {
    if (const auto* value = c.attribute("value")) return {from_proto(value->t())};
    if (const auto* value = c.attribute("value_float")) return {reals({}, {double(value->f())})};
    if (const auto* value = c.attribute("value_int")) return {integers({}, {value->i()})};
    if (c.attribute("value_floats")) {
        const std::vector<double> values = c.reals("value_floats");
        return {reals({std::int64_t(values.size())}, values)};
    }
    if (c.attribute("value_ints")) {
        const shape values = c.integers("value_ints");
        return {integers({std::int64_t(values.size())}, values)};
    }
    if (const auto* value = c.attribute("value_string")) return {reshaped(texts({value->s()}), {})};
    throw unsupported("Constant of sparse tensors, or of lists of strings");
}

tensors constant_of_shape(const call& c) {
    const auto* given = c.attribute("value");
    const tensor value = given ? from_proto(given->t()) : tensor(element_type::float32, {1});
    return {broadcast_to(reshaped(value, {}), c[0].integers)};
}

tensors eye_like(const call& c) {
    const std::int64_t type = c.integer("dtype", 0);
    tensor y(type ? type_of(type) : c[0].type, c[0].dims);
    for (std::int64_t i = 0; i < y.size(); ++i) {
        const shape at = index_of(i, y.dims);
        y.set(i, std::int64_t(at[1] - at[0] == c.integer("k", 0)));
    }
    return {y};
}

/// As many as fit below the limit.
tensors range(const call& c) {
    const bool is_real = c[0].is_real();
    const double span = c[1].number(0) - c[0].number(0);
    const auto count = std::max<std::int64_t>(0, std::int64_t(std::ceil(span / c[2].number(0))));
    tensor y(c[0].type, {count});
    for (std::int64_t i = 0; i < count; ++i) {
        if (is_real)
            y.set(i, c[0].number(0) + double(i) * c[2].number(0));
        else
            y.set(i, c[0].integer(0) + i * c[2].integer(0));
    }
    return {y};
}

}  // namespace

void add_constants(operator_map& all) {
    all["Constant"] = constant;
    all["ConstantOfShape"] = constant_of_shape;
    all["EyeLike"] = eye_like;
    all["Range"] = range;
}

}  // namespace reference
