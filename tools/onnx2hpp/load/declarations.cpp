// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/declarations.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

constexpr std::int64_t unknown = -1;  // some exporters write it into the file

std::int64_t extent_from(const onnx::TensorShapeProto::Dimension& dim, const std::string& label) {
    if (!dim.has_dim_value() || dim.dim_value() == unknown) return unknown;
    if (dim.dim_value() < 0 || dim.dim_value() > max_elements)
        fail_bad_input(fmt::format("{} declares the impossible extent {}", label, dim.dim_value()));
    return dim.dim_value();
}

extents extents_from(const onnx::TensorShapeProto& shape, const std::string& label) {
    extents dims;
    for (const auto& dim : shape.dim()) dims.push_back(extent_from(dim, label));
    extents known = dims;
    std::replace(known.begin(), known.end(), unknown, std::int64_t{1});
    if (!count_elements(known))
        fail_bad_input(fmt::format("{} declares shape {}, which has more than 2^31 elements", label,
                                   declared_to_text(dims)));
    return dims;
}

std::optional<tigris::dtype> type_from(std::int32_t data_type, const std::string& label) {
    if (data_type == onnx::TensorProto::UNDEFINED) return std::nullopt;
    if (data_type == onnx::TensorProto::STRING) return std::nullopt;  // declaration::is_text
    const auto type = value_type_of(data_type);
    if (!type)
        fail_unsupported(fmt::format("{} has elements of type {}, which is not supported", label,
                                     name_of_data_type(data_type)),
                         "use one of " + known_types());
    return type;
}

bool contradicts(const extents& declared, const extents& actual) {
    if (declared.size() != actual.size()) return true;
    for (std::size_t axis = 0; axis < actual.size(); ++axis)
        if (declared[axis] != unknown && declared[axis] != actual[axis]) return true;
    return false;
}

extents with_batch_of_one(const std::string& name, extents dims) {
    note(fmt::format("input {}: symbolic batch of {} becomes 1", in_quotes(name),
                     declared_to_text(dims)));
    dims[0] = 1;
    return dims;
}

extents declared_extents(const onnx::TensorShapeProto& shape) {
    extents dims;
    for (const auto& dim : shape.dim())
        dims.push_back(dim.has_dim_value() ? dim.dim_value() : unknown);
    return dims;
}

/// Doubles that floats hold are no contradiction.
bool has_type(const value& v, std::int32_t data_type) {
    return value_type_of(data_type) == v.type ||
           (data_type == onnx::TensorProto::DOUBLE && v.file_type == tigris::dtype::f64);
}

/// How a value is of another type than its declaration says; empty if it is not. A declaration that
/// is no tensor is only another contradiction.
std::string wrong_type(const value& v, const onnx::ValueInfoProto& info) {
    const std::string name = in_quotes(v.name);
    const auto kind = info.type().value_case();
    if (kind == onnx::TypeProto::VALUE_NOT_SET) return "";
    if (kind != onnx::TypeProto::kTensorType) return name + " is declared as no tensor";
    const auto type = info.type().tensor_type().elem_type();
    const bool are_texts = type == onnx::TensorProto::STRING && v.is_text();
    if (type == onnx::TensorProto::UNDEFINED || are_texts || has_type(v, type)) return "";
    return fmt::format("{} is declared as {}, but is {}", name, name_of_data_type(type),
                       name_of(v.type));
}

/// How a value has another shape than its declaration says; empty if it has not.
std::string wrong_shape(const value& v, const onnx::ValueInfoProto& info) {
    const auto& tensor = info.type().tensor_type();
    const extents dims = declared_extents(tensor.shape());
    if (!tensor.has_shape() || !contradicts(dims, v.dims)) return "";
    return fmt::format("{} is declared with shape {}, but has shape {}", in_quotes(v.name),
                       declared_to_text(dims), declared_to_text(v.dims));
}

/// The first few, and how many more there are.
std::string listed(const std::vector<std::string>& sentences) {
    constexpr std::size_t most = 3;
    const std::size_t shown = std::min(most, sentences.size());
    const std::string text = fmt::format(
        "{}",
        fmt::join(sentences.begin(), sentences.begin() + static_cast<std::ptrdiff_t>(shown), "; "));
    return shown == sentences.size()
               ? text
               : fmt::format("{}; and {} more", text, sentences.size() - shown);
}

}  // namespace

declaration declaration_from(const onnx::ValueInfoProto& info, value_id id) {
    const std::string label = "value " + in_quotes(info.name());
    const auto kind = info.type().value_case();
    if (kind != onnx::TypeProto::kTensorType && kind != onnx::TypeProto::VALUE_NOT_SET)
        fail_unsupported(label + " is no tensor",
                         "sequences, maps and optional values are not supported");
    const auto& tensor = info.type().tensor_type();
    declaration result{id, type_from(tensor.elem_type(), label), std::nullopt,
                       tensor.elem_type() == onnx::TensorProto::STRING};
    if (tensor.has_shape()) result.dims = extents_from(tensor.shape(), label);
    return result;
}

std::optional<extents> input_extents(const std::string& name, const declaration& declared,
                                     const extents* asked) {
    if (asked && declared.dims && contradicts(*declared.dims, *asked))
        fail_bad_input(fmt::format("--input-shape {}: {} contradicts the file's {}", name,
                                   declared_to_text(*asked), declared_to_text(*declared.dims)));
    if (asked) return *asked;
    if (!declared.dims) return {};
    extents dims = *declared.dims;
    if (!dims.empty() && dims[0] == unknown && std::count(dims.begin(), dims.end(), unknown) == 1)
        dims = with_batch_of_one(name, dims);
    if (std::count(dims.begin(), dims.end(), unknown) > 0) return {};
    return dims;
}

void fail_dynamic_inputs(const std::vector<const onnx::ValueInfoProto*>& inputs) {
    std::string shapes, options;
    for (const onnx::ValueInfoProto* info : inputs) {
        const auto& tensor = info->type().tensor_type();
        const std::string dims = declared_to_text(declared_extents(tensor.shape()));
        std::string asked = tensor.has_shape() ? dims.substr(1, dims.size() - 2) : "?";
        asked.erase(std::remove(asked.begin(), asked.end(), ' '), asked.end());
        shapes += fmt::format("{}{} {}", shapes.empty() ? "" : ", ", in_quotes(info->name()),
                              tensor.has_shape() ? dims : "of unknown rank");
        options += fmt::format(" --input-shape {}", in_quotes(info->name() + '=' + asked));
    }
    fail_bad_input(
        fmt::format("inputs have dynamic shapes: {}; add numbers for the question marks of{}",
                    shapes, options));
}

void check_declarations(const onnx_model& model, const std::vector<declared_value>& declared) {
    std::vector<std::string> stale, edges;
    for (const auto& [id, info, is_model_edge] : declared) {
        const value& v = model.values[static_cast<std::size_t>(id)];
        if (!v.shape_known) continue;
        const std::string type = wrong_type(v, *info);
        const std::string shape = type.empty() ? wrong_shape(v, *info) : "";
        if (is_model_edge && !type.empty()) fail_bad_input("value " + type);
        if (is_model_edge && !shape.empty()) edges.push_back(shape);
        if (!is_model_edge && !(type + shape).empty()) stale.push_back(type + shape);
    }
    if (!edges.empty())
        note("outputs of the model have other shapes than it declares: " + listed(edges));
    if (!stale.empty()) note("value_info of the model is stale and not used: " + listed(stale));
}

}  // namespace onnx2hpp
