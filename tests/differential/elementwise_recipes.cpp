// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes.hpp"

#include <algorithm>

namespace differential {
namespace {

constexpr auto all_integers = {element_type::int8,   element_type::uint8, element_type::int16,
                               element_type::uint16, element_type::int32, element_type::uint32,
                               element_type::int64,  element_type::uint64};

void draw_unary(draft& d, const std::string& op) { d.result({op, {d.take(0, 5)}}); }
void draw_of_unit(draft& d, const std::string& op) { d.result({op, {d.take(0, 4, -0.9, 0.9)}}); }
void draw_of_positive(draft& d, const std::string& op) { d.result({op, {d.take(0, 4, 0.1, 5)}}); }
void draw_of_at_least_one(draft& d, const std::string& op) { d.result({op, {d.take(0, 4, 1, 5)}}); }
void draw_of_wide(draft& d, const std::string& op) { d.result({op, {d.take(0, 4, -20, 20)}}); }

/// Of floats, or of integers now and then.
void draw_signed(draft& d, const std::string& op) {
    if (!d.is_single() || d.chance(0.6)) return draw_unary(d, op);
    const auto type = d.random.pick(
        {element_type::int8, element_type::int16, element_type::int32, element_type::int64});
    d.add({op, {d.take_integers(type, 0, 4, -100, 100)}});
}

void draw_with_alpha(draft& d, const std::string& op) {
    node_draft node(op, {d.take(0, 5)});
    if (d.chance(0.7)) node.set("alpha", d.random.real(0.05, 1.5));
    if (d.chance(0.7) && op == "Selu") node.set("gamma", d.random.real(0.5, 1.5));
    if (d.chance(0.7) && op == "HardSigmoid") node.set("beta", d.random.real(0.2, 0.7));
    d.result(node);
}

void draw_gelu(draft& d, const std::string& op) {
    node_draft node(op, {d.take(0, 4)});
    if (d.chance(0.7)) node.set("approximate", d.random.pick({"none", "tanh"}));
    d.result(node);
}

void draw_shrink(draft& d, const std::string& op) {
    node_draft node(op, {d.take(0, 4)});
    if (d.chance(0.7)) node.set("bias", d.random.real(-1, 1));
    if (d.chance(0.7)) node.set("lambd", d.random.real(0.1, 1));
    d.result(node);
}

tensor scalar_real(double value) { return reference::reals({}, {double(float(value))}); }

void draw_clip(draft& d, const std::string& op) {
    if (d.is_single() && d.opset >= 12 && d.chance(0.2)) {
        const auto type = d.random.pick<element_type>(all_integers);
        const std::string low = d.constant(reference::integers({}, {3}, type));
        const std::string high = d.constant(reference::integers({}, {60}, type));
        d.add({op, {d.take_integers(type, 0, 4, -100, 100), low, high}});
        return;
    }
    const std::string x = d.take(0, 5);
    const double low = d.random.real(-1.5, 0);
    const double high = d.random.real(0, 1.5);
    if (d.takes(op, "min")) {
        node_draft node(op, {x});
        if (d.chance(0.8)) node.set("min", low);
        if (d.chance(0.8)) node.set("max", high);
        d.result(node);
        return;
    }
    std::vector<std::string> inputs{x};
    if (d.chance(0.85)) inputs.push_back(d.chance(0.8) ? d.parameter(scalar_real(low)) : "");
    if (inputs.size() == 2 && d.chance(0.85)) inputs.push_back(d.parameter(scalar_real(high)));
    d.result({op, inputs});
}

void draw_is_infinite(draft& d, const std::string& op) {
    node_draft node(op, {d.take(0, 4)});
    if (d.chance(0.5)) node.set("detect_negative", d.chance(0.5));
    if (d.chance(0.5)) node.set("detect_positive", d.chance(0.5));
    d.add(node);
}

void draw_is_nan(draft& d, const std::string& op) { d.add({op, {d.take(0, 4)}}); }

void draw_not(draft& d, const std::string& op) {
    d.add({op, {d.take_integers(element_type::boolean, 0, 4, 0, 1)}});
}

void draw_bitwise_not(draft& d, const std::string& op) {
    d.add({op, {d.take_integers(d.random.pick<element_type>(all_integers), 0, 4, -100, 100)}});
}

/// A shape that broadcasts with the given one.
shape partner(draft& d, shape dims) {
    if (d.opset < 7) return dims;
    const int how = int(d.random.integer(0, 4));
    if (how == 0) return {};
    if (how == 1)
        for (std::int64_t& extent : dims)
            if (d.chance(0.5)) extent = 1;
    if (how == 2 && !dims.empty())
        dims.erase(dims.begin(), dims.begin() + d.random.integer(0, std::int64_t(dims.size()) - 1));
    return dims;
}

/// Before opset 7 the second shape is a part of the first one.
shape old_partner(draft& d, node_draft& node, const shape& dims) {
    if (dims.empty() || d.chance(0.4)) return dims;
    const auto axis = d.random.integer(0, std::int64_t(dims.size()) - 1);
    const auto last = d.random.integer(axis + 1, std::int64_t(dims.size()));
    node.set("broadcast", 1);
    if (d.chance(0.7) || last < std::int64_t(dims.size())) node.set("axis", axis);
    return {dims.begin() + axis, dims.begin() + last};
}

node_draft old_broadcast(draft& d, const std::string& op, const std::string& x) {
    node_draft node(op, {x});
    node.proto.add_input(d.also(old_partner(d, node, d.dims(x)), 0.5, 2));
    return node;
}

/// The operands either way round.
void draw_pair(draft& d, const std::string& op, double low, double high) {
    const std::string x = d.take(0, 5);
    if (d.takes(op, "axis")) {
        d.result(old_broadcast(d, op, x));
        return;
    }
    const std::string y = d.also(partner(d, d.dims(x)), low, high);
    const bool is_swapped = low < 0 && d.opset >= 7 && d.chance(0.3);
    d.result({op, is_swapped ? std::vector{y, x} : std::vector{x, y}});
}

std::vector<std::string> integer_pair(draft& d, element_type type, double low, double high) {
    const std::string x = d.take_integers(type, 0, 4, -100, 100);
    const std::string y =
        d.parameter(d.random_integers(type, partner(d, d.dims(x)), low, high), 0.6);
    return {x, y};
}

void draw_arithmetic(draft& d, const std::string& op) {
    if (!d.is_single() || d.opset < 7 || d.chance(0.7)) return draw_pair(d, op, -2, 2);
    d.add({op, integer_pair(d, d.random.pick<element_type>(all_integers), -100, 100)});
}

void draw_div(draft& d, const std::string& op) {
    if (!d.is_single() || d.opset < 7 || d.chance(0.7)) return draw_pair(d, op, 0.5, 3);
    d.add({op, integer_pair(d, d.random.pick<element_type>(all_integers), 1, 20)});
}

void draw_mod(draft& d, const std::string& op) {
    if (!d.is_single() || d.chance(0.4)) {
        const std::string x = d.take(0, 4, -5, 5);
        d.result(node_draft(op, {x, d.also(partner(d, d.dims(x)), 0.5, 3)}).set("fmod", 1));
        return;
    }
    const auto type = d.random.pick<element_type>(all_integers);
    node_draft node(op, integer_pair(d, type, 1, 20));
    if (d.chance(0.6)) node.set("fmod", d.chance(0.5));
    d.add(node);
}

void draw_pow(draft& d, const std::string& op) {
    const std::string x = d.take(0, 4, 0.2, 3);
    if (d.takes(op, "axis")) {
        d.result(old_broadcast(d, op, x));
        return;
    }
    if (d.opset >= 12 && d.is_single() && d.chance(0.3)) {
        const auto type = d.random.pick({element_type::int32, element_type::int64});
        d.result({op, {x, d.parameter(d.random_integers(type, partner(d, d.dims(x)), 0, 3))}});
        return;
    }
    d.result({op, {x, d.also(partner(d, d.dims(x)), -1, 3)}});
}

void draw_comparison(draft& d, const std::string& op) {
    if (!d.is_single() || d.opset < 9 || d.chance(0.6)) {
        const std::string x = d.take(0, 4);
        if (d.takes(op, "axis")) {
            d.add(old_broadcast(d, op, x));
            return;
        }
        d.add({op, {x, d.also(partner(d, d.dims(x)))}});
        return;
    }
    d.add({op, integer_pair(d, d.random.pick<element_type>(all_integers), -5, 5)});
}

void draw_equal(draft& d, const std::string& op) {
    if (d.opset >= 11 && (!d.is_single() || d.chance(0.5))) return draw_comparison(d, op);
    const auto type = d.random.pick({element_type::int32, element_type::int64});
    if (d.opset >= 7) {
        d.add({op, integer_pair(d, type, -3, 3)});
        return;
    }
    const std::string x = d.take_integers(type, 0, 4, -3, 3);
    node_draft node(op, {x});
    node.proto.add_input(d.input(d.random_integers(type, old_partner(d, node, d.dims(x)), -3, 3)));
    d.add(node);
}

void draw_logic(draft& d, const std::string& op) {
    const std::string x = d.take_integers(element_type::boolean, 0, 4, 0, 1);
    node_draft node(op, {x});
    shape dims = partner(d, d.dims(x));
    if (d.takes(op, "axis") && !dims.empty() && d.chance(0.6)) {
        node.set("broadcast", 1).set("axis", std::int64_t(dims.size()) - 1);
        dims = {dims.back()};
    }
    node.proto.add_input(d.parameter(d.random_integers(element_type::boolean, dims, 0, 1), 0.6));
    d.add(node);
}

void draw_bitwise(draft& d, const std::string& op) {
    d.add({op, integer_pair(d, d.random.pick<element_type>(all_integers), -100, 100)});
}

void draw_bit_shift(draft& d, const std::string& op) {
    const auto type = d.random.pick(
        {element_type::uint8, element_type::uint16, element_type::uint32, element_type::uint64});
    d.add(node_draft(op, integer_pair(d, type, 0, 7))
              .set("direction", d.random.pick({"LEFT", "RIGHT"})));
}

void draw_variadic(draft& d, const std::string& op) {
    const bool of_integers =
        d.is_single() && d.opset >= 12 && (op == "Max" || op == "Min") && d.chance(0.3);
    const auto type = d.random.pick<element_type>(all_integers);
    const std::string x = of_integers ? d.take_integers(type, 0, 4, -100, 100) : d.take(0, 4);
    std::vector<std::string> inputs{x};
    const auto count = d.random.integer(1, 4);
    for (std::int64_t i = 1; i < count; ++i) {
        const shape dims = d.opset >= 8 ? partner(d, d.dims(x)) : d.dims(x);
        inputs.push_back(of_integers ? d.parameter(d.random_integers(type, dims, -100, 100), 0.6)
                                     : d.also(dims));
    }
    if (of_integers)
        d.add({op, inputs});
    else
        d.result({op, inputs});
}

void draw_prelu(draft& d, const std::string& op) {
    const std::string x = d.take(2, 5);
    shape slope{d.dims(x).at(1)};
    if (d.opset >= 7) {
        slope.resize(d.dims(x).size() - 1, 1);
        if (d.chance(0.3)) slope = {1};
        if (d.chance(0.2)) slope = d.dims(x);
    }
    d.result({op, {x, d.parameter(d.random_reals(slope, -0.5, 1))}});
}

void draw_where(draft& d, const std::string& op) {
    const std::string x = d.take(0, 4);
    const shape dims = d.dims(x);
    const std::string condition =
        d.parameter(d.random_integers(element_type::boolean, partner(d, dims), 0, 1), 0.6);
    d.result({op, {condition, x, d.also(partner(d, dims))}});
}

void draw_two(draft& d, const std::string& op) {
    const std::string x = d.take(1, 4);
    const shape other = op == "SwiGLU" ? d.dims(x) : shape{d.dims(x).back()};
    node_draft node(op, {x});
    if (op != "com.microsoft.FastGelu" || d.chance(0.7)) node.proto.add_input(d.also(other));
    if (d.chance(0.5)) node.set("alpha", d.random.real(0.3, 2));
    d.result(node);
}

void draw_cast(draft& d, const std::string& op) {
    const std::vector<element_type> types{
        element_type::float32, element_type::int8,    element_type::uint8,   element_type::int16,
        element_type::uint16,  element_type::int32,   element_type::uint32,  element_type::int64,
        element_type::boolean, element_type::float16, element_type::float64, element_type::int4,
        element_type::uint4};
    const auto to = d.random.pick(types);
    const auto from = d.random.pick(types);
    const bool of_integers = d.is_single() && !reference::is_real(from);
    const std::string x = of_integers ? d.take_integers(from, 0, 4, 0, 100) : d.take(0, 4, 0, 50);
    node_draft node(op, {x});
    if (op == "CastLike")
        node.proto.add_input(d.constant(tensor(to, {1})));
    else
        node.set("to", std::int64_t(to));
    if (d.chance(0.2)) node.set("saturate", 1);
    if (d.chance(0.2)) node.set("round_mode", "up");
    d.add(node);
}

void draw_bit_cast(draft& d, const std::string& op) {
    const auto to = d.random.pick({element_type::int32, element_type::uint32});
    if (d.chance(0.5)) {
        d.add(node_draft(op, {d.take(0, 4)}).set("to", std::int64_t(to)));
        return;
    }
    d.add(node_draft(op, {d.take_integers(element_type::int8, 0, 4, -100, 100)})
              .set("to", std::int64_t(element_type::uint8)));
}

void add_unary_recipes(recipe_map& all) {
    for (const char* op : {"Atan", "Ceil", "Cos", "Erf", "Exp", "Floor", "HardSwish", "Mish",
                           "Round", "Sin", "Softplus", "Softsign", "Tanh", "com.microsoft.Gelu"})
        all[op] = {draw_unary};
    all["Relu"] = {draw_signed, 4};
    all["Sigmoid"] = {draw_unary, 3};
    for (const char* op : {"Abs", "Neg", "Sign"}) all[op] = {draw_signed};
    for (const char* op : {"Acos", "Asin", "Atanh", "Sinh", "Tan", "Cosh"})
        all[op] = {draw_of_unit};
    for (const char* op : {"Log", "Reciprocal", "Sqrt"}) all[op] = {draw_of_positive};
    all["Acosh"] = {draw_of_at_least_one};
    all["Asinh"] = {draw_of_wide};
    for (const char* op : {"Celu", "Elu", "HardSigmoid", "LeakyRelu", "Selu", "Swish",
                           "ThresholdedRelu", "com.microsoft.QuickGelu"})
        all[op] = {draw_with_alpha};
    all["Clip"] = {draw_clip, 2};
    all["Gelu"] = {draw_gelu};
    all["Shrink"] = {draw_shrink};
}

}  // namespace

void add_elementwise_recipes(recipe_map& all) {
    add_unary_recipes(all);
    for (const char* op : {"Add", "Sub", "Mul"}) all[op] = {draw_arithmetic, 4};
    all["Div"] = {draw_div};
    all["Mod"] = {draw_mod, 0};
    all["Pow"] = {draw_pow};
    for (const char* op : {"Greater", "GreaterOrEqual", "Less", "LessOrEqual"})
        all[op] = {draw_comparison, 0};
    all["Equal"] = {draw_equal, 0};
    for (const char* op : {"And", "Or", "Xor"}) all[op] = {draw_logic, 0};
    for (const char* op : {"BitwiseAnd", "BitwiseOr", "BitwiseXor"}) all[op] = {draw_bitwise, 0};
    all["BitShift"] = {draw_bit_shift, 0};
    all["BitwiseNot"] = {draw_bitwise_not, 0};
    all["Not"] = {draw_not, 0};
    all["IsInf"] = {draw_is_infinite, 0};
    all["IsNaN"] = {draw_is_nan, 0};
    for (const char* op : {"Max", "Min", "Sum", "Mean"}) all[op] = {draw_variadic};
    all["PRelu"] = {draw_prelu};
    all["Where"] = {draw_where};
    for (const char* op : {"SwiGLU", "com.microsoft.BiasGelu", "com.microsoft.FastGelu"})
        all[op] = {draw_two};
    for (const char* op : {"Cast", "CastLike"}) all[op] = {draw_cast, 0};
    all["BitCast"] = {draw_bit_cast, 0};
}

}  // namespace differential
