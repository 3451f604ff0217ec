// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// C++ that runs a model.

#include <onnx2hpp/show/analysis.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// What a model needs before its first run. Where `is_known` is false, constants come from memory
/// that is not addressable, and only the firmware knows how they are copied.
struct preparation {
    bool binds_blob = false;
    bool copies_constants = false;
    bool checks_constants = false;
    bool is_known = true;

    bool has_init() const { return copies_constants || checks_constants; }
    bool may_lack() const { return binds_blob || has_init(); }
};
preparation preparation_of(const analysis& a);

/// The parts of a program that runs a model once. `workspace` declares ws, where a call names it;
/// `functions` are of rows, and the firmware defines them; `run` is an expression.
struct cpp_call {
    std::string workspace;
    std::vector<std::string> declarations;
    std::vector<std::string> functions;
    std::string run;
};

/// How a program calls the model. With `always_names_workspace` the call names a workspace even
/// where the model's own would do.
cpp_call make_call(const analysis& a, bool always_names_workspace);

/// Declarations and a call of run, for firmware to paste: lines that compile after the header. A
/// blob's address and size are the firmware's. Where constants need a way to be copied that only
/// the firmware knows: the page that says so.
std::string spell_call(const analysis& a);

}  // namespace onnx2hpp
