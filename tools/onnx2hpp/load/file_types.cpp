// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/file_types.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>
#include <onnx2hpp/onnx/opsets.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// ONNX's number of the type that an attribute gives to the node's result; 0 if none does.
std::int64_t named_type(const node& n) {
    for (const char* name : {"to", "output_dtype", "dtype", "output_datatype"})
        if (const auto number = find_attribute<std::int64_t>(n, name)) return *number;
    return 0;
}

/// Whether the results have types of their own: those of branches and bodies, and floats of trees.
bool has_own_types(const onnx_model& model, const node& n) {
    return traits_of(model, n).has_own_types || n.domain == ml_domain;
}

/// The input whose type a result of type `type` has: the first that has it, or the one that a
/// conversion is told. Null if there is none.
const value* source_of(const onnx_model& model, const node& n, dtype type) {
    const bool is_told = traits_of(model, n).converts_type && n.inputs.size() > 1;
    for (std::size_t i = is_told ? 1 : 0; i < n.inputs.size(); ++i) {
        if (!has_input(n, i)) continue;
        const value& v = model.values[static_cast<std::size_t>(n.inputs[i])];
        if (v.type == type) return &v;
    }
    return nullptr;
}

/// Whether a node may read values of this type of the file.
bool takes(const operator_traits& traits, dtype type) {
    if (traits.takes_any_type) return true;
    if (type == dtype::f64) return traits.takes_doubles;
    return bits_of(type) != 4 || traits.takes_4_bits;
}

bool holds_doubles(const onnx_model& model, value_id v) {
    return v != absent && model.values[static_cast<std::size_t>(v)].file_type == dtype::f64;
}

shared_tensor as_floats(const node& n, const value& v) {
    const std::vector<double> numbers = numbers_of(*v.constant);
    for (const double x : numbers)
        if (x == x && static_cast<double>(static_cast<float>(x)) != x)
            fail_unsupported(n,
                             fmt::format("it reads {} of {} beside numbers that are computed, and "
                                         "no float is equal to it",
                                         x, in_quotes(v.name)),
                             "export the model with float");
    return make_tensor(dtype::f32, v.dims, numbers);
}

/// The one that a Cast of a constant reads is what weights are stored as.
bool takes_bfloat16(const operator_traits& traits, const value& v) {
    return traits.takes_any_type && (v.constant || !traits.converts_type);
}

void refuse_bfloat16(const onnx_model& model, const node& n) {
    constexpr const char* hint =
        "export the model with float or float16; weights of bfloat16 may stay where a Cast to "
        "float reads them";
    if (traits_of(model, n).converts_type &&
        element_type_of(static_cast<std::int32_t>(named_type(n))) == dtype::bf16)
        fail_unsupported(n, "it makes bfloat16, which no node can read here", hint);
    for (std::size_t i = 0; i < n.inputs.size(); ++i) {
        if (!has_input(n, i)) continue;
        const value& v = model.values[static_cast<std::size_t>(n.inputs[i])];
        if (v.type == dtype::bf16 && !takes_bfloat16(traits_of(model, n), v))
            fail_unsupported(n,
                             fmt::format("input {} ({}) is bfloat16, which only a Cast of a "
                                         "constant reads",
                                         i, in_quotes(v.name)),
                             hint);
    }
}

}  // namespace

void set_file_types(onnx_model& model, const node& n) {
    if (has_own_types(model, n)) return;
    const auto named = element_type_of(static_cast<std::int32_t>(named_type(n)));
    for (const value_id v : n.outputs) {
        if (v == absent) continue;
        value& made = model.values[static_cast<std::size_t>(v)];
        if (named)
            made.file_type = *named == made.type ? std::nullopt : named;
        else if (const value* source = source_of(model, n, made.type))
            made.file_type = source->file_type;
    }
}

void hold_doubles_as_floats(onnx_model& model, node& n) {
    if (std::none_of(n.inputs.begin(), n.inputs.end(),
                     [&](value_id v) { return holds_doubles(model, v); }))
        return;
    for (value_id& input : n.inputs) {
        if (input == absent) continue;
        const value v = model.values[static_cast<std::size_t>(input)];
        if (v.type != dtype::f64 || !v.constant) continue;
        value& floats = model.values.emplace_back();
        floats.name = v.name;
        floats.file_type = dtype::f64;
        set_constant(floats, as_floats(n, v));
        input = static_cast<value_id>(model.values.size() - 1);
    }
}

void refuse_file_types(const onnx_model& model, const node& n) {
    refuse_bfloat16(model, n);
    for (std::size_t i = 0; i < n.inputs.size(); ++i) {
        if (!has_input(n, i)) continue;
        const value& v = model.values[static_cast<std::size_t>(n.inputs[i])];
        if (!v.file_type || takes(traits_of(model, n), *v.file_type)) continue;
        fail_unsupported(n,
                         fmt::format("input {} ({}) is {}, which is not supported here", i,
                                     in_quotes(v.name), name_of(*v.file_type)),
                         *v.file_type == dtype::f64 ? "export the model with float"
                                                    : "read it with DequantizeLinear or Cast");
    }
}

}  // namespace onnx2hpp
