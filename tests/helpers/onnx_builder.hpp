// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// ONNX models made in a few lines, files to keep them in, and checks of how the tool refuses them.

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/load.hpp>
#include <onnx2hpp/operators/list.hpp>

#include <onnx/onnx_pb.h>

#include <unistd.h>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace onnx2hpp::test {

using names = std::vector<std::string>;

inline onnx::ModelProto make_model(int opset = 13, int ir_version = 7) {
    onnx::ModelProto model;
    model.set_ir_version(ir_version);
    model.add_opset_import()->set_version(opset);
    model.mutable_graph()->set_name("test");
    return model;
}

/// Extent -1 becomes the symbol N, -2 stays without any value.
inline void describe(onnx::ValueInfoProto* info, const std::string& name, const extents& dims,
                     int type) {
    info->set_name(name);
    auto* tensor = info->mutable_type()->mutable_tensor_type();
    tensor->set_elem_type(type);
    auto* shape = tensor->mutable_shape();
    for (const std::int64_t extent : dims) {
        auto* dim = shape->add_dim();
        if (extent == -1) dim->set_dim_param("N");
        if (extent >= 0 || extent < -2) dim->set_dim_value(extent);
    }
}

inline void add_input(onnx::ModelProto& m, const std::string& name, const extents& dims,
                      int type = onnx::TensorProto::FLOAT) {
    describe(m.mutable_graph()->add_input(), name, dims, type);
}

inline void add_value_info(onnx::ModelProto& m, const std::string& name, const extents& dims,
                           int type = onnx::TensorProto::FLOAT) {
    describe(m.mutable_graph()->add_value_info(), name, dims, type);
}

/// An output with a name and nothing else.
inline void add_output(onnx::ModelProto& m, const std::string& name) {
    m.mutable_graph()->add_output()->set_name(name);
}

template <class T>
inline constexpr int data_type = onnx::TensorProto::UNDEFINED;
template <>
inline constexpr int data_type<float> = onnx::TensorProto::FLOAT;
template <>
inline constexpr int data_type<std::int8_t> = onnx::TensorProto::INT8;
template <>
inline constexpr int data_type<std::uint8_t> = onnx::TensorProto::UINT8;
template <>
inline constexpr int data_type<std::int32_t> = onnx::TensorProto::INT32;
template <>
inline constexpr int data_type<std::int64_t> = onnx::TensorProto::INT64;

template <class T>
onnx::TensorProto make_tensor_proto(const std::string& name, const extents& dims,
                                    const std::vector<T>& elements) {
    onnx::TensorProto tensor;
    tensor.set_name(name);
    tensor.set_data_type(data_type<T>);
    for (const std::int64_t extent : dims) tensor.add_dims(extent);
    tensor.set_raw_data(elements.data(), elements.size() * sizeof(T));
    return tensor;
}

template <class T>
onnx::TensorProto* add_initializer(onnx::ModelProto& m, const std::string& name,
                                   const extents& dims, const std::vector<T>& elements) {
    *m.mutable_graph()->add_initializer() = make_tensor_proto(name, dims, elements);
    return m.mutable_graph()->mutable_initializer(m.graph().initializer_size() - 1);
}

/// `count` floats that are all 0.5.
inline void add_weights(onnx::ModelProto& m, const std::string& name, const extents& dims) {
    std::int64_t count = 1;
    for (const std::int64_t extent : dims) count *= extent;
    add_initializer(m, name, dims, std::vector<float>(static_cast<std::size_t>(count), 0.5f));
}

/// A node that is called like its first output.
inline onnx::NodeProto* add_node(onnx::ModelProto& m, const std::string& op_type,
                                 const names& inputs, const names& outputs) {
    auto* node = m.mutable_graph()->add_node();
    node->set_op_type(op_type);
    for (const std::string& name : inputs) node->add_input(name);
    for (const std::string& name : outputs) node->add_output(name);
    return node;
}

inline onnx::AttributeProto* add_attribute(onnx::NodeProto* node, const std::string& name,
                                           onnx::AttributeProto::AttributeType type) {
    auto* a = node->add_attribute();
    a->set_name(name);
    a->set_type(type);
    return a;
}

inline void set(onnx::NodeProto* node, const std::string& name, std::int64_t number) {
    add_attribute(node, name, onnx::AttributeProto::INT)->set_i(number);
}

inline void set(onnx::NodeProto* node, const std::string& name, float number) {
    add_attribute(node, name, onnx::AttributeProto::FLOAT)->set_f(number);
}

inline void set(onnx::NodeProto* node, const std::string& name, const std::string& text) {
    add_attribute(node, name, onnx::AttributeProto::STRING)->set_s(text);
}

inline void set(onnx::NodeProto* node, const std::string& name, const extents& numbers) {
    auto* a = add_attribute(node, name, onnx::AttributeProto::INTS);
    for (const std::int64_t number : numbers) a->add_ints(number);
}

/// A folder that vanishes with this object.
class temporary_folder {
public:
    temporary_folder() {
        std::string name = (std::filesystem::temp_directory_path() / "onnx2hpp.XXXXXX").string();
        folder = mkdtemp(name.data());
    }
    temporary_folder(const temporary_folder&) = delete;
    ~temporary_folder() { std::filesystem::remove_all(folder); }

    std::string path(const std::string& name) const { return (folder / name).string(); }

    std::string write(const std::string& name, const std::string& bytes) const {
        std::ofstream(path(name), std::ios::binary) << bytes;
        return path(name);
    }

private:
    std::filesystem::path folder;
};

inline onnx_model load_file(const std::string& path) {
    options wanted;
    wanted.input = path;
    return load(wanted, all_operators());
}

inline onnx_model load_bytes(const std::string& bytes) {
    const temporary_folder folder;
    return load_file(folder.write("model.onnx", bytes));
}

inline onnx_model load_proto(const onnx::ModelProto& m) {
    return load_bytes(m.SerializeAsString());
}

/// How an action ended: the code and sentence of its failure, or success and nothing.
struct verdict {
    outcome code = outcome::success;
    std::string sentence;

    /// Whether it failed with this code, saying (among other things) `part`.
    bool says(outcome expected, const std::string& part) const {
        return code == expected && sentence.find(part) != std::string::npos;
    }
};

template <class Action>
verdict verdict_of(Action action) {
    try {
        action();
        return {};
    } catch (const failure& f) {
        return {f.code, f.what()};
    }
}

inline verdict verdict_of_loading(const onnx::ModelProto& m) {
    return verdict_of([&m] { load_proto(m); });
}

inline const value& value_named(const onnx_model& model, const std::string& name) {
    for (const value& v : model.values)
        if (v.name == name) return v;
    throw std::out_of_range("the model has no value " + name);
}

}  // namespace onnx2hpp::test
