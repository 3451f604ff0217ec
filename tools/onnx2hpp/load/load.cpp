// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/constant_input.hpp>
#include <onnx2hpp/load/import_graph.hpp>
#include <onnx2hpp/load/infer_shapes.hpp>
#include <onnx2hpp/load/inference_mode.hpp>
#include <onnx2hpp/load/load.hpp>
#include <onnx2hpp/load/parse_model.hpp>
#include <onnx2hpp/load/protect_files.hpp>
#include <onnx2hpp/load/topological_order.hpp>
#include <onnx2hpp/onnx/bounds.hpp>

#include <filesystem>

namespace onnx2hpp {

namespace {

/// Frees what was imported from the file, for what is made of it. Declarations stay.
void drop_imported(onnx::ModelProto& file) {
    auto& nodes = *file.mutable_graph()->mutable_node();
    auto& initializers = *file.mutable_graph()->mutable_initializer();
    nodes.DeleteSubrange(0, nodes.size());
    initializers.DeleteSubrange(0, initializers.size());
    file.mutable_functions()->DeleteSubrange(0, file.functions_size());
}

}  // namespace

onnx_model load(const options& wanted, const operator_table& known) {
    parsed_file file = parse_model(wanted.input);
    const constant_files constants = read_constants(wanted.constants);
    const std::vector<file_read> read = files_read(wanted, file.model, constants);
    protect_files(wanted, read);
    const std::string folder = std::filesystem::path(wanted.input).parent_path().string();
    auto [model, declarations] = import_graph(file.model, folder, wanted, constants, known);
    drop_imported(file.model);
    model.sha256 = file.sha256;
    for (const file_read& one : read) model.files.push_back(one.path);
    apply_bounds(model, wanted.bounds);
    leave_training_out(model);
    sort_topologically(model);
    infer_shapes(model);
    check_declarations(model, declarations);
    return std::move(model);
}

}  // namespace onnx2hpp
