// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model_files.hpp"

#include <reference/execute.hpp>
#include <reference/tensor_proto.hpp>

#include <fstream>
#include <stdexcept>

namespace differential {
namespace {

namespace fs = std::filesystem;

void write_numbered(const fs::path& folder, const char* prefix, std::size_t i,
                    const reference::tensor& value, const std::string& name) {
    reference::write_tensor(folder / (prefix + std::to_string(i) + ".pb"), value, name);
}

}  // namespace

onnx::ValueInfoProto declaration(const std::string& name, const reference::tensor& value) {
    onnx::ValueInfoProto result;
    result.set_name(name);
    auto& type = *result.mutable_type()->mutable_tensor_type();
    type.set_elem_type(int(value.type));
    type.mutable_shape();
    for (const std::int64_t extent : value.dims)
        type.mutable_shape()->add_dim()->set_dim_value(extent);
    return result;
}

reference::tensor as_stored(const reference::tensor& value) {
    return reference::from_proto(reference::to_proto(value, ""));
}

void write_case(const fs::path& folder, const onnx::ModelProto& model,
                const std::vector<reference::tensor>& inputs) {
    const fs::path set = folder / "test_data_set_0";
    fs::create_directories(set / "steps");
    std::size_t count = 0;
    const auto tell = [&](const std::string& name, const reference::tensor& value) {
        if (!value.is_text())  // compared by what is made of them
            write_numbered(set / "steps", "step_", count++, value, name);
    };
    const auto outputs = reference::execute(model, inputs, {}, tell);
    const auto names = reference::free_inputs(model);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        write_numbered(set, "input_", i, inputs[i], names[i]);
    for (std::size_t i = 0; i < outputs.size(); ++i)
        write_numbered(set, "output_", i, outputs[i], model.graph().output(int(i)).name());
    std::ofstream stream(folder / "model.onnx", std::ios::binary);
    if (!model.SerializeToOstream(&stream)) throw std::runtime_error("cannot write a model");
}

std::vector<reference::tensor> read_case_inputs(const fs::path& folder) {
    std::vector<reference::tensor> result;
    const fs::path set = folder / "test_data_set_0";
    for (int i = 0; fs::exists(set / ("input_" + std::to_string(i) + ".pb")); ++i)
        result.push_back(reference::read_tensor(set / ("input_" + std::to_string(i) + ".pb")));
    return result;
}

}  // namespace differential
