// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// C++ that runs a model.

#include <onnx2hpp/show/analysis.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// What a model needs before its first run.
struct preparation {
    bool binds_blob = false;        // a blob is bound
    bool copies_constants = false;  // constants are copied
    bool checks_constants = false;  // packed constants are checked
    bool is_known = true;           // false: only the firmware knows how constants are copied

    bool has_init() const { return copies_constants || checks_constants; }
    bool may_lack() const { return binds_blob || has_init(); }
};
preparation preparation_of(const analysis& a);

/// A program that runs a model once.
struct cpp_call {
    std::string workspace;                  // declares ws, if the call names it
    std::vector<std::string> declarations;  // buffers and arenas
    std::vector<std::string> functions;     // row functions, which the firmware defines
    std::string run;                        // the call, as an expression
};

/// How a program calls the model. With `always_names_workspace` the call names a workspace even
/// where the model's own would do.
cpp_call make_call(const analysis& a, bool always_names_workspace);

/// Declarations and a call of run, for firmware to paste: lines that compile after the header. A
/// blob's address and size are the firmware's. Where constants need a way to be copied that only
/// the firmware knows: the page that says so.
std::string spell_call(const analysis& a);

}  // namespace onnx2hpp
