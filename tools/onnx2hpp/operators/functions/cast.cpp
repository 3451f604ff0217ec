// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/expand/quantized_values.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/functions/convert.hpp>
#include <onnx2hpp/operators/functions/elementwise.hpp>

#include <bit>
#include <cmath>

namespace onnx2hpp {
namespace {

using tigris::dtype;

void shape_cast(shape_context& c) {
    require_type(c, 0, is_readable(c.input(0).type), "use float, bool or integers");
    c.set_output(target_type(c), c.input(0).dims);
}

const attribute_map to_floats{{"to", std::int64_t{1}}};

/// A bfloat16 is the upper half of a float.
shared_tensor as_floats(const tensor_data& t) {
    std::vector<float> numbers;
    for (const std::uint16_t bits : elements_of<std::uint16_t>(t))
        numbers.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16));
    return tensor_of(dtype::f32, t.dims, numbers);
}

/// Doubles as floats from which halves are rounded as from the doubles: what is no float gets an
/// odd last bit. Source: Boldo, Melquiond, "When double rounding is odd" (2005).
shared_tensor rounded_to_odd(const tensor_data& t) {
    std::vector<float> numbers;
    for (const double x : elements_of<double>(t)) {
        auto y = static_cast<float>(x);
        if (std::fabs(static_cast<double>(y)) > std::fabs(x)) y = std::nextafterf(y, 0);
        if (x == x && static_cast<double>(y) != x)
            y = std::bit_cast<float>(std::bit_cast<std::uint32_t>(y) | 1);
        numbers.push_back(y);
    }
    return tensor_of(dtype::f32, t.dims, numbers);
}

/// Integers of 8 bits and bools are halves.
bool has_only_halves(dtype type) { return tigris::bits_of(type) <= 8; }

/// The numbers of x, rounded to those of float16.
value_id as_halves(expansion& e, value_id x) {
    const dtype type = e.type(x);
    if (type == dtype::f64 && e.is_constant(x))
        return e.add("tigris.RoundToHalf", {e.constant(rounded_to_odd(*e.of(x).constant))});
    const value_id floats = type == dtype::f32 ? x : e.add("Cast", {x}, to_floats);
    return has_only_halves(type) ? floats : e.add("tigris.RoundToHalf", {floats});
}

/// Doubles that are computed are floats that hold them (load/file_types.hpp).
value_id as_doubles(expansion& e, value_id x) {
    if (e.type(x) == dtype::f32) return x;
    if (bits_of(e.type(x)) > 16)
        fail_unsupported(e.at, "it makes numbers of type double that floats do not hold",
                         "export the model with float");
    return e.add("Cast", {x}, to_floats);
}

/// The low 4 bits of integers; floats are rounded before, ties to even. Source: ONNX,
/// docs/technical/int4.md.
value_id as_4_bits(expansion& e, value_id x, dtype to) {
    const dtype here = value_type_of(to), from = e.type(x);
    if (e.of(x).file_type == to || from == dtype::boolean) return cast(e, x, here);
    if (is_real(from)) x = cast(e, e.add("Round", {x}), dtype::i32);
    const value_id bits = e.add("BitwiseAnd", {cast(e, x, here), e.number(here, 15)});
    if (to == dtype::u4) return bits;
    const value_id sign = e.number(here, 8);
    return e.add("Sub", {e.add("BitwiseXor", {bits, sign}), sign});
}

/// Expands a Cast of strings to strings, which stay what they are.
bool expand_cast_of_text(expansion& e) {
    constexpr std::int64_t to_string = 8;
    if (integer_attribute(e.at, "to", 0) != to_string)
        fail_unsupported(e.at, "its input is of strings, whose numbers would be guessed",
                         "export the classifier with integer labels");
    e.give(0, e.input(0));
    return true;
}

/// What is said to become float16 is rounded to it, and stays float; what becomes int4 or uint4 is
/// one of its numbers, in 8 bits. Weights that are stored as bfloat16 become floats.
bool expand_cast(expansion& e) {
    const value_id x = e.input(0);
    if (e.of(x).is_text()) return expand_cast_of_text(e);
    const dtype type = e.type(x);
    const auto to = element_type_of(static_cast<std::int32_t>(integer_attribute(e.at, "to", 0)));
    if (to == dtype::f16 && is_readable(type)) {
        e.give(0, as_halves(e, x));
        return true;
    }
    if (to && tigris::bits_of(*to) == 4 && is_readable(type)) {
        e.give(0, as_4_bits(e, x, *to));
        return true;
    }
    if (to == dtype::f64 && is_readable(type) && !e.is_constant(x)) {
        e.give(0, as_doubles(e, x));
        return true;
    }
    if (type != dtype::bf16 || !e.is_constant(x) || !to || !is_readable(*to)) return false;
    const value_id floats = e.constant(as_floats(*e.of(x).constant));
    note(label_of(e.at) + ": its constant of " + name_of(type) +
         " becomes float, of twice the size");
    e.give(0, *to == dtype::f32 ? floats : e.add("Cast", {floats}, e.at.attributes));
    return true;
}

bool expand_cast_like(expansion& e) {
    const value& like = e.of(e.input(1));
    const std::int64_t to = data_type_of(like.file_type.value_or(like.type));
    e.give(0, e.add("Cast", {e.input(0)}, {{"to", to}}));
    return true;
}

/// Whether every real number of a tensor is within the range of integers of `type`.
bool fits(const tensor_data& t, dtype type) {
    bool result = true;
    with_element(type, [&]<class T>(T) {
        const double low = static_cast<double>(std::numeric_limits<T>::lowest());
        const double high = static_cast<double>(std::numeric_limits<T>::max());
        for (const double x : numbers_of(t))
            result = result && std::trunc(x) >= low && std::trunc(x) <= high &&
                     !(sizeof(T) == 8 && x >= high);
    });
    return result;
}

/// Real numbers are cut off toward zero; what no integer of the type can be is left to the kernel.
shared_tensor evaluate_cast(const constant_node& n) {
    const tensor_data& x = n.input(0);
    const dtype type = n.output().type;
    if (!is_readable(type)) return {};
    if (type == dtype::boolean) {
        shared_tensor result;
        with_element(x.type, [&]<class T>(T) {
            std::vector<std::uint8_t> elements;
            for (const T element : elements_of<T>(x)) elements.push_back(element != T{0});
            result = tensor_of(type, x.dims, elements);
        });
        return result;
    }
    const bool may_exceed = x.type == dtype::u64 && is_real(type);  // int64
    if (!is_real(x.type) && !may_exceed) return make_tensor(type, x.dims, integers_of(x));
    if (!is_real(type) && !fits(x, type)) return {};
    return make_tensor(type, x.dims, numbers_of(x));
}

}  // namespace

namespace operators {

operator_entries cast_operators() {
    return {
        {.type = "Cast",
         .versions =
             {{.since = {6, 9, 13}, .attributes = {required(integer("to"))}},
              {.since = {19, 21, 23}, .attributes = {flag("saturate"), required(integer("to"))}},
              {.since = {24, 25},
               .attributes = {text("round_mode"), flag("saturate"), required(integer("to"))}}},
         .shape = shape_cast,
         .expand = expand_cast,
         .evaluate = evaluate_cast,
         .lower = lower_convert,
         .traits = {.order = wanted_order::as_result,
                    .keeps_numbers = true,
                    .converts_type = true,
                    .takes_any_type = true,
                    .reads_texts = true,
                    .evaluates_wide = true}},
        {.type = "CastLike",
         .versions = {{.since = {15}, .inputs = {2, 2}},
                      {.since = {19, 21, 23}, .inputs = {2, 2}, .attributes = {flag("saturate")}},
                      {.since = {24, 25},
                       .inputs = {2, 2},
                       .attributes = {text("round_mode"), flag("saturate")}}},
         .expand = expand_cast_like,
         .traits = {.converts_type = true, .takes_any_type = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
