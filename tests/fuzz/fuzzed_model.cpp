// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzzed_model.hpp"

#include "model_mutator.hpp"
#include "scratch_folder.hpp"

#include <onnx2hpp/command_line/parse_options.hpp>
#include <onnx2hpp/diagnostic.hpp>

#include <google/protobuf/stubs/logging.h>

#include <algorithm>
#include <iterator>
#include <sstream>

namespace fuzz {
namespace {

onnx::ModelProto model_from(const std::uint8_t* data, std::size_t size) {
    const google::protobuf::LogSilencer silence;
    onnx::ModelProto model;
    model.ParsePartialFromArray(data, static_cast<int>(size));
    return model;
}

std::vector<std::string> options_in(const std::uint8_t* data, std::size_t size) {
    const onnx::ModelProto model = model_from(data, size);
    std::string text;
    for (const auto& entry : model.metadata_props())
        if (entry.key() == options_key) text = entry.value();
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

/// The bytes of `model`, or nothing where there is no room for them.
std::size_t written(const onnx::ModelProto& model, std::uint8_t* out, std::size_t most) {
    const std::string bytes = model.SerializePartialAsString();
    if (bytes.size() > most) return 0;
    std::copy(bytes.begin(), bytes.end(), out);
    return bytes.size();
}

}  // namespace

void run_tool(const std::uint8_t* data, std::size_t size, std::vector<std::string> fixed,
              const std::function<void(const onnx2hpp::options&)>& run) {
    fixed.push_back(scratch_file("model.onnx", {reinterpret_cast<const char*>(data), size}));
    const std::vector<std::string> asked = options_in(data, size);
    fixed.insert(fixed.end(), asked.begin(), asked.end());
    // The search for hints takes nearly all of the time; only models that ask for it get it.
    if (std::find(asked.begin(), asked.end(), "--effort") == asked.end())
        fixed.insert(fixed.end(), {"--effort", "none"});
    std::vector<const char*> words = {"onnx2hpp"};
    for (const std::string& word : fixed) words.push_back(word.c_str());
    try {
        const auto wanted = onnx2hpp::parse_options(static_cast<int>(words.size()), words.data());
        if (wanted) run(*wanted);
    } catch (const onnx2hpp::failure&) {
    }
}

std::size_t mutated_model(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
    random_source random(seed);
    onnx::ModelProto model = model_from(data, size);
    do mutate_model(model, random);
    while (!once_in(random, 2));
    const std::size_t bytes = written(model, data, most);
    return bytes == 0 ? size : bytes;
}

std::size_t crossed_models(const std::uint8_t* data, std::size_t size, const std::uint8_t* other,
                           std::size_t other_size, std::uint8_t* out, std::size_t most,
                           unsigned seed) {
    random_source random(seed);
    onnx::ModelProto model = model_from(data, size);
    onnx::ModelProto donor = model_from(other, other_size);
    cross_over(model, donor, random);
    return written(model, out, most);
}

}  // namespace fuzz
