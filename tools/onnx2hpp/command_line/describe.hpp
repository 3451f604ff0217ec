// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The options and subcommands, with their help.

#include <onnx2hpp/command_line/raw_options.hpp>
#include <onnx2hpp/options.hpp>

namespace CLI {
class App;
}

namespace onnx2hpp {

struct subcommands {
    CLI::App* tensors;
    CLI::App* analyze;
    CLI::App* report;
};

/// Adds all options. Parsing then writes into `wanted`, and into `raw` what is parsed further.
subcommands describe(CLI::App& app, options& wanted, raw_options& raw);

}  // namespace onnx2hpp
