// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/message_memory.hpp>
#include <onnx2hpp/load/parse_model.hpp>
#include <onnx2hpp/read_file.hpp>
#include <onnx2hpp/sha256.hpp>

#include <fmt/format.h>
#include <google/protobuf/stubs/logging.h>

#include <limits>
#include <string_view>

namespace onnx2hpp {
namespace {

// Older ones leave out what later ones must have, such as the types of attributes.
constexpr int oldest_ir_version = 3;

void check(const onnx::ModelProto& model, const std::string& label) {
    const auto fail = [&label](const std::string& reason) {
        fail_bad_input(fmt::format("{} is not an ONNX model, or not all of it: {}", label, reason));
    };
    if (model.ir_version() < oldest_ir_version)
        fail(fmt::format("it names no IR version from {} on", oldest_ir_version));
    if (!model.has_graph()) fail("it has no graph");
    if (model.graph().output_size() == 0) fail("its graph has no output");
    if (model.opset_import_size() == 0) fail("it imports no opset");
}

/// Files of other formats: what they have at an offset, and what is said of them. Those of PyTorch
/// are zip archives, in which files have names.
struct other_format {
    std::size_t offset;
    std::string_view signature;
    std::string_view name_inside;
    const char* sentence;
};
constexpr other_format other_formats[]{
    {0, "version https://git-lfs", "",
     "is a pointer of Git LFS, not the file itself; fetch that: git lfs pull"},
    {4, "TFL3", "",
     "is a TensorFlow Lite model; convert it to ONNX first: python -m tf2onnx.convert --tflite "
     "model.tflite --output model.onnx"},
    {0, "PK\x03\x04", "data.pkl",
     "is a PyTorch file; write ONNX instead: torch.onnx.export(model, example_inputs, "
     "\"model.onnx\")"},
    {0, "PK\x03\x04", "",
     "is a zip archive; unpack it, or write ONNX: torch.onnx.export does for PyTorch, tf2onnx for "
     "Keras"},
    {0, "\x89HDF\r\n\x1a\n", "",
     "is an HDF5 file, such as a Keras model; convert it to ONNX first: "
     "tf2onnx.convert.from_keras(model, output_path=\"model.onnx\")"}};

void refuse_other_formats(const std::string& label, const std::string& bytes) {
    for (const other_format& f : other_formats)
        if (bytes.size() > f.offset &&
            std::string_view(bytes).substr(f.offset).starts_with(f.signature) &&
            bytes.find(f.name_inside) != std::string::npos)
            fail_bad_input(label + " " + f.sentence);
}

[[noreturn]] void fail_to_parse(const std::string& label, const std::string& bytes) {
    if (is_nested_too_deeply(bytes, onnx::ModelProto::descriptor()))
        fail_bad_input(label +
                       " has graphs that are nested too deeply; export it with fewer branches "
                       "and loops within each other");
    fail_bad_input(label +
                   " is not an ONNX model, or is damaged or truncated; copy it or export it again");
}

}  // namespace

parsed_file parse_model(const std::string& path) {
    const std::string label = "model file " + in_quotes(path);
    const std::string bytes =
        read_file("model file", path,
                  {.hint = ", which protobuf cannot read; keep its weights as external data"});
    if (bytes.empty()) fail_bad_input(label + " is empty; export it again");
    refuse_other_formats(label, bytes);
    require_message_memory(label, bytes, onnx::ModelProto::descriptor());
    const google::protobuf::LogSilencer silence;
    parsed_file parsed{{}, sha256(bytes)};
    if (!parsed.model.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
        fail_to_parse(label, bytes);
    check(parsed.model, label);
    return parsed;
}

std::map<std::string, int> opsets_of(
    const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto>& imports) {
    std::map<std::string, int> opsets;
    for (const auto& import : imports) {
        const std::string domain = import.domain() == "ai.onnx" ? "" : import.domain();
        if (import.version() < 1 || import.version() > std::numeric_limits<int>::max())
            fail_bad_input(fmt::format("opset version {} of domain {} is impossible",
                                       import.version(), in_quotes(domain)));
        const int version = static_cast<int>(import.version());
        if (opsets.emplace(domain, version).first->second != version)
            fail_bad_input(fmt::format("domain {} is imported in two versions", in_quotes(domain)));
    }
    return opsets;
}

}  // namespace onnx2hpp
