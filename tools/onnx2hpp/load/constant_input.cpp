// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/constant_input.hpp>
#include <onnx2hpp/load/message_memory.hpp>
#include <onnx2hpp/load/tensors.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/read_file.hpp>

#include <fmt/format.h>
#include <google/protobuf/stubs/logging.h>

#include <filesystem>

namespace onnx2hpp {
namespace {

bool agrees(const extents& declared, const extents& actual) {
    if (declared.size() != actual.size()) return false;
    for (std::size_t axis = 0; axis < actual.size(); ++axis)
        if (declared[axis] >= 0 && declared[axis] != actual[axis]) return false;
    return true;
}

void check(const std::string& label, const declaration& declared, const tensor_data& found) {
    if (declared.type && *declared.type != found.type)
        fail_bad_input(fmt::format("{}: the file has elements of type {}, the model's input {}",
                                   label, name_of(found.type), name_of(*declared.type)));
    if (declared.dims && !agrees(*declared.dims, found.dims))
        fail_bad_input(fmt::format("{}: the file has shape {}, the model's input {}", label,
                                   declared_to_text(found.dims), declared_to_text(*declared.dims)));
}

onnx::TensorProto tensor_in(const std::string& label, const std::string& file) {
    const std::string bytes = read_file(label + ": file", file);
    const std::string name = fmt::format("{}: file {}", label, in_quotes(file));
    require_message_memory(name, bytes, onnx::TensorProto::descriptor());
    const google::protobuf::LogSilencer silence;
    onnx::TensorProto tensor;
    if (!tensor.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) ||
        !tensor.has_data_type())
        fail_bad_input(name + " holds no TensorProto");
    return tensor;
}

}  // namespace

constant_files read_constants(const std::map<std::string, std::string>& paths) {
    constant_files files;
    for (const auto& [name, path] : paths) {
        constant_file& file = files[name] = {path, tensor_in("--constant " + name, path)};
        file.tensor.set_name(name);
    }
    return files;
}

std::shared_ptr<const tensor_data> constant_input(const declaration& declared,
                                                  const std::string& name,
                                                  const constant_file& file) {
    const std::string label = "--constant " + name;
    auto result = tensor_from(file.tensor, std::filesystem::path(file.path).parent_path().string());
    check(label, declared, *result);
    return result;
}

}  // namespace onnx2hpp
