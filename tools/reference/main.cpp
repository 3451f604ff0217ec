// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs an ONNX model on a folder's test inputs by the words of ONNX's specification.
// usage: run_reference MODEL FOLDER OUTPUT_FOLDER [--steps FOLDER] [--draw SEED]
// Reads FOLDER/input_<i>.pb, writes OUTPUT_FOLDER/output_<i>.pb, and with --steps what each node of
// the graph computes. With --draw, last bits of floats are drawn. Exits with 3 for operators that
// it does not know, with 1 for broken files.

#include <reference/execute.hpp>
#include <reference/tensor_proto.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>

namespace {

namespace fs = std::filesystem;

constexpr int exit_unsupported = 3;

struct options {
    fs::path model, from, to;
    std::optional<fs::path> steps;
    reference::rounding results;
};

/// Nothing where they make no sense.
std::optional<options> parse(int argc, const char* const* argv) {
    if (argc < 4 || argc % 2) return {};
    options result{argv[1], argv[2], argv[3], {}, {}};
    for (int i = 4; i < argc; i += 2) {
        const std::string name = argv[i];
        if (name == "--steps")
            result.steps = argv[i + 1];
        else if (name == "--draw")
            result.results = reference::rounding(std::uint32_t(std::stoul(argv[i + 1])));
        else
            return {};
    }
    return result;
}

reference::observer write_to(const std::optional<fs::path>& steps) {
    if (!steps) return {};
    fs::create_directories(*steps);
    return [steps, count = 0](const std::string& name, const reference::tensor& value) mutable {
        write_tensor(*steps / ("step_" + std::to_string(count++) + ".pb"), value, name);
    };
}

void run(const options& asked) {
    const onnx::ModelProto model = reference::read_model(asked.model);
    std::vector<reference::tensor> inputs;
    for (std::size_t i = 0; i < reference::free_inputs(model).size(); ++i)
        inputs.push_back(
            reference::read_tensor(asked.from / ("input_" + std::to_string(i) + ".pb")));
    const auto outputs = reference::execute(model, inputs, asked.model.parent_path(),
                                            write_to(asked.steps), asked.results);
    fs::create_directories(asked.to);
    for (std::size_t i = 0; i < outputs.size(); ++i)
        reference::write_tensor(asked.to / ("output_" + std::to_string(i) + ".pb"), outputs[i],
                                model.graph().output(int(i)).name());
}

}  // namespace

int main(int argc, char** argv) try {
    const std::optional<options> asked = parse(argc, argv);
    if (!asked) {
        std::fprintf(stderr,
                     "usage: run_reference MODEL FOLDER OUTPUT_FOLDER "
                     "[--steps FOLDER] [--draw SEED]\n");
        return 2;
    }
    run(*asked);
    return EXIT_SUCCESS;
} catch (const reference::unsupported& error) {
    std::fprintf(stderr, "run_reference: unsupported: %s\n", error.what());
    return exit_unsupported;
} catch (const std::exception& error) {
    std::fprintf(stderr, "run_reference: %s\n", error.what());
    return EXIT_FAILURE;
}
