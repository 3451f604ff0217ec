// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/parts.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

#include <cmath>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Versions before 8 of Max, Min, Sum and Mean do not broadcast.
void require_one_shape(const expansion& e) {
    for (const value_id v : e.at.inputs)
        if (e.at.since < 8 && e.dims(v) != e.dims(e.input(0)))
            fail_bad_input(e.at, fmt::format("shapes {} and {} differ, which version 8 allows",
                                             to_text(e.dims(e.input(0))), to_text(e.dims(v))));
}

/// All inputs by a function of two, from the first to the last.
value_id chained(expansion& e, std::string_view op_type) {
    value_id result = e.input(0);
    for (std::size_t i = 1; i < e.at.inputs.size(); ++i)
        result = e.add(op_type, {result, e.input(i)});
    return result;
}

bool is_number(const expansion& e, value_id v, double number) {
    return e.is_constant(v) && numbers_of(*e.of(v).constant)[0] == number;
}

/// A single float that is constant and a number: a bound that a clamp can have.
bool is_plain_bound(const expansion& e, value_id v) {
    if (v == absent) return true;
    return e.is_constant(v) && e.type(v) == dtype::f32 && element_count(e.dims(v)) == 1 &&
           is_number(e, v, numbers_of(*e.of(v).constant)[0]);
}

/// What ONNX asks of a bound; the shape rule complains about others.
bool is_bound(const expansion& e, value_id v, value_id x) {
    return v == absent ||
           (element_count(e.dims(v)) == 1 && e.dims(v).size() <= 1 && e.type(v) == e.type(x));
}

/// A scalar without axes, which broadcasts to any rank.
value_id as_scalar(expansion& e, value_id v) { return reshaped(e, v, {}); }

/// `b` with axes of extent 1 behind its own, so that these begin at `axis` of `a`.
value_id aligned(expansion& e, value_id a, value_id b, std::int64_t axis) {
    const auto rank = static_cast<std::int64_t>(e.dims(a).size());
    extents dims = e.dims(b);
    const auto missing = rank - static_cast<std::int64_t>(dims.size()) - axis;
    if (axis < 0 || missing < 0)
        fail_bad_input(e.at, fmt::format("shape {} does not fit into {} from axis {} on",
                                         to_text(dims), to_text(e.dims(a)), axis));
    dims.insert(dims.end(), static_cast<std::size_t>(missing), 1);
    return reshaped(e, b, dims);
}

value_id float_like(expansion& e, float number) { return e.number(dtype::f32, double(number)); }

}  // namespace

/// Versions before 7 broadcast on request, the second shape from an axis of the first on.
bool expand_old_broadcast(expansion& e) {
    if (e.at.since >= 7 || integer_attribute(e.at, "broadcast", 0) == 0) return false;
    const auto a_rank = static_cast<std::int64_t>(e.dims(e.input(0)).size());
    const auto b_rank = static_cast<std::int64_t>(e.dims(e.input(1)).size());
    std::int64_t axis = integer_attribute(e.at, "axis", a_rank - b_rank);
    if (axis < 0) axis += a_rank;
    const value_id b = aligned(e, e.input(0), e.input(1), axis);
    const value_id y = e.add(e.at.op_type, {e.input(0), b});
    if (e.dims(y) != e.dims(e.input(0)))
        fail_bad_input(e.at, fmt::format("shape {} does not broadcast to {}",
                                         to_text(e.dims(e.input(1))), to_text(e.dims(e.input(0)))));
    e.give(0, y);
    return true;
}

/// Two inputs are the canonical form.
bool expand_extremum(expansion& e) {
    require_one_shape(e);
    if (e.at.inputs.size() == 2) return false;
    e.give(0, chained(e, e.at.op_type));
    return true;
}

bool expand_sum(expansion& e) {
    require_one_shape(e);
    e.give(0, chained(e, "Add"));
    return true;
}

bool expand_mean(expansion& e) {
    require_one_shape(e);
    const value_id sum = chained(e, "Add");
    const auto count = static_cast<double>(e.at.inputs.size());
    e.give(0, e.add("Div", {sum, e.number(e.type(sum), count)}));
    return true;
}

/// What no clamp can have: bounds of integers, bounds at run time.
bool expand_clip(expansion& e) {
    const value_id x = e.input(0), low = e.input(1), high = e.input(2);
    const bool is_clamp =
        e.type(x) == dtype::f32 && is_plain_bound(e, low) && is_plain_bound(e, high);
    const bool is_right = is_bound(e, low, x) && is_bound(e, high, x);
    if (is_clamp || !is_right || !is_readable(e.type(x))) return false;
    value_id y = x;
    if (low != absent) y = e.add("Max", {y, as_scalar(e, low)});
    if (high != absent) y = e.add("Min", {y, as_scalar(e, high)});
    e.give(0, y);
    return true;
}

bool expand_relu(expansion& e) {
    const dtype type = e.type(e.input(0));
    if (type == dtype::f32 || !is_readable(type)) return false;
    e.give(0, e.add("Max", {e.input(0), e.number(type, 0)}));
    return true;
}

/// Version 6 has one slope for all, or one for each index of axis 1.
bool expand_prelu(expansion& e) {
    if (e.at.since >= 7) return false;
    const extents x = e.dims(e.input(0)), slope = e.dims(e.input(1));
    const bool is_list = slope.size() == 1 && slope[0] != 1 && x.size() > 2;
    const value_id slopes = is_list ? aligned(e, e.input(0), e.input(1), 1) : e.input(1);
    e.give(0, e.add("PRelu", {e.input(0), slopes}));
    return true;
}

bool expand_cast_like(expansion& e) {
    const value& like = e.of(e.input(1));
    const std::int64_t to = data_type_of(like.file_type.value_or(like.type));
    e.give(0, e.add("Cast", {e.input(0)}, {{"to", to}}));
    return true;
}

bool expand_swiglu(expansion& e) {
    const value_id gate =
        e.add("Swish", {e.input(0)}, {{"alpha", real_attribute(e.at, "alpha", 1)}});
    if (e.dims(e.input(0)) != e.dims(e.input(1)))
        fail_bad_input(e.at, fmt::format("shapes {} and {} differ", to_text(e.dims(e.input(0))),
                                         to_text(e.dims(e.input(1)))));
    e.give(0, e.add("Mul", {gate, e.input(1)}));
    return true;
}

/// com.microsoft.Gelu, BiasGelu and FastGelu: the bias, if there is one, is added before.
bool expand_microsoft_gelu(expansion& e) {
    const std::string form = e.at.op_type == "FastGelu" ? "tanh" : "none";
    const value_id x = e.has_input(1) ? e.add("Add", {e.input(0), e.input(1)}) : e.input(0);
    e.give(0, e.add("Gelu", {x}, {{"approximate", form}}));
    return true;
}

/// Functions of floats that ONNX has for small integers, too: cut off toward zero.
bool expand_shrink(expansion& e) {
    const dtype type = e.type(e.input(0));
    if (type == dtype::f32 || !is_readable(type) || bits_of(type) > 16) return false;
    const value_id x =
        e.add("Cast", {e.input(0)}, {{"to", std::int64_t{data_type_of(dtype::f32)}}});
    const value_id y = e.add("Shrink", {x}, e.at.attributes);
    e.give(0, e.add("Cast", {y}, {{"to", std::int64_t{data_type_of(type)}}}));
    return true;
}

/// An activation that a com.microsoft operator names, with its parameters.
value_id activated(expansion& e, value_id x) {
    const std::string name = text_attribute(e.at, "activation", "");
    const auto given = find_attribute<std::vector<float>>(e.at, "activation_params")
                           .value_or(std::vector<float>{});
    const auto parameter = [&](std::size_t i, float usual) {
        return i < given.size() ? given[i] : usual;
    };
    if (name.empty()) return x;
    if (name == "Relu" || name == "Tanh" || name == "Sigmoid") return e.add(name, {x});
    if (name == "LeakyRelu") return e.add(name, {x}, {{"alpha", parameter(0, 0.01f)}});
    if (name == "HardSigmoid")
        return e.add(name, {x}, {{"alpha", parameter(0, 0.2f)}, {"beta", parameter(1, 0.5f)}});
    if (name == "Clip")
        return e.add(name, {x, float_like(e, parameter(0, -INFINITY)),
                            float_like(e, parameter(1, INFINITY))});
    fail_unsupported(e.at, "its activation " + in_quotes(name) + " is not known",
                     "use a Conv and the activation's own node");
}

bool expand_fused_conv(expansion& e) {
    attribute_map attributes = e.at.attributes;
    attributes.erase("activation");
    attributes.erase("activation_params");
    std::vector<value_id> inputs{e.input(0), e.input(1)};
    if (e.has_input(2)) inputs.push_back(e.input(2));
    value_id y = e.add("Conv", inputs, attributes);
    if (e.has_input(3)) y = e.add("Add", {y, e.input(3)});
    e.give(0, activated(e, y));
    return true;
}

}  // namespace onnx2hpp
