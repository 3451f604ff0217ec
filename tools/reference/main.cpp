// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs an ONNX model on a folder's test inputs by the words of ONNX's specification.
// usage: run_reference MODEL FOLDER OUTPUT_FOLDER
// Reads FOLDER/input_<i>.pb, writes OUTPUT_FOLDER/output_<i>.pb. Exits with 3 for operators that it
// does not know, with 1 for broken files.

#include <reference/execute.hpp>
#include <reference/tensor_proto.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>

namespace {

constexpr int exit_unsupported = 3;

void run(const std::filesystem::path& file, const std::filesystem::path& from,
         const std::filesystem::path& to) {
    const onnx::ModelProto model = reference::read_model(file);
    std::vector<reference::tensor> inputs;
    for (std::size_t i = 0; i < reference::free_inputs(model).size(); ++i)
        inputs.push_back(reference::read_tensor(from / ("input_" + std::to_string(i) + ".pb")));
    const auto outputs = reference::execute(model, inputs, file.parent_path());
    std::filesystem::create_directories(to);
    for (std::size_t i = 0; i < outputs.size(); ++i)
        reference::write_tensor(to / ("output_" + std::to_string(i) + ".pb"), outputs[i],
                                model.graph().output(int(i)).name());
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 4) {
        std::fprintf(stderr, "usage: run_reference MODEL FOLDER OUTPUT_FOLDER\n");
        return 2;
    }
    run(argv[1], argv[2], argv[3]);
    return EXIT_SUCCESS;
} catch (const reference::unsupported& error) {
    std::fprintf(stderr, "run_reference: unsupported: %s\n", error.what());
    return exit_unsupported;
} catch (const std::exception& error) {
    std::fprintf(stderr, "run_reference: %s\n", error.what());
    return EXIT_FAILURE;
}
