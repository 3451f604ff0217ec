// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Errors and notes of the tool, and exit codes.

#include <stdexcept>
#include <string>
#include <string_view>

namespace onnx2hpp {

/// Exit codes of the tool.
enum class outcome { success = 0, bad_input = 1, over_budget = 2, unsupported = 3, grown = 4 };

/// Ends the conversion. main() prints `onnx2hpp: error: ` and what(), writes no file and exits with
/// `code`.
struct failure : std::runtime_error {
    failure(outcome code, const std::string& sentence) : std::runtime_error(sentence), code(code) {}
    outcome code;
};

struct node;

/// A broken file or option; with a node: `node 'name' (OpType-opset): sentence`.
[[noreturn]] void fail_bad_input(const std::string& sentence);
[[noreturn]] void fail_bad_input(const node& n, const std::string& sentence);

/// Something that this tool does not do: `node 'name' (OpType-opset): reason; hint`.
[[noreturn]] void fail_unsupported(const node& n, const std::string& reason,
                                   const std::string& hint);

/// Something that this tool does not do, not about a node: `reason; hint`.
[[noreturn]] void fail_unsupported(const std::string& reason, const std::string& hint);

/// `node 'name' (OpType-opset)` of the file, with the domain before OpType where it is not ONNX's
/// own. `, as Gemm` follows OpType-opset where n is a Gemm that computes it, or a part of it.
std::string label_of(const node& n);

/// A name from a file, in single quotes, control characters as \xNN.
std::string in_quotes(std::string_view name);

/// A line on stderr; lost where nobody can read it.
void tell(const std::string& line);

/// A remark that does not stop the conversion, on stderr.
void note(const std::string& sentence);

/// As long as a notes_once lives, each remark is printed once, however often it is made.
class notes_once {
public:
    notes_once();
    ~notes_once();
    notes_once(const notes_once&) = delete;
    notes_once& operator=(const notes_once&) = delete;

private:
    bool is_outermost_;
};

}  // namespace onnx2hpp
