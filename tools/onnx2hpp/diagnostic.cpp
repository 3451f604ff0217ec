// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx_model.hpp>
#include <onnx2hpp/printable.hpp>

#include <fmt/format.h>

#include <cstdio>

namespace onnx2hpp {

std::string in_quotes(std::string_view name) { return "'" + printable_name(name) + "'"; }

std::string label_of(const node& n) {
    const std::string prefix = n.domain.empty() ? "" : printable_name(n.domain) + ".";
    return fmt::format("node {} ({}{}-{})", in_quotes(n.name), prefix, printable_name(n.op_type),
                       n.since);
}

void fail_bad_input(const std::string& sentence) { throw failure(outcome::bad_input, sentence); }

void fail_bad_input(const node& n, const std::string& sentence) {
    fail_bad_input(label_of(n) + ": " + sentence);
}

void fail_unsupported(const std::string& reason, const std::string& hint) {
    throw failure(outcome::unsupported, reason + "; " + hint);
}

void fail_unsupported(const node& n, const std::string& reason, const std::string& hint) {
    fail_unsupported(label_of(n) + ": " + reason, hint);
}

void note(const std::string& sentence) {
    fmt::print(stderr, "onnx2hpp: note: {}\n", printable(sentence));
}

}  // namespace onnx2hpp
