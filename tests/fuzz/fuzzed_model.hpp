// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// One run of the tool on bytes that may be a model, as its command line would do it.

#include <onnx2hpp/options.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace fuzz {

/// Writes the bytes to a file, parses `fixed` and the words in the model's metadata as a command
/// line, and calls `run`. A failure that the tool reports is no finding; any other exception is.
void run_tool(const std::uint8_t* data, std::size_t size, std::vector<std::string> fixed,
              const std::function<void(const onnx2hpp::options&)>& run);

/// What libFuzzer asks of a target whose inputs are models.
std::size_t mutated_model(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed);
std::size_t crossed_models(const std::uint8_t* data, std::size_t size, const std::uint8_t* other,
                           std::size_t other_size, std::uint8_t* out, std::size_t most,
                           unsigned seed);

}  // namespace fuzz
