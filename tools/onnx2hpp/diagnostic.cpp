// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx_model.hpp>
#include <onnx2hpp/printable.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <optional>
#include <set>

namespace onnx2hpp {

std::string in_quotes(std::string_view name) { return "'" + printable_name(name) + "'"; }

namespace {

/// The notes since the outermost notes_once was made; nothing where none lives.
std::optional<std::set<std::string>> noted;

std::string operator_of(const std::string& domain, const std::string& op_type) {
    const std::string prefix = domain.empty() ? "" : printable_name(domain) + ".";
    return prefix + printable_name(op_type);
}

}  // namespace

std::string label_of(const node& n) {
    const node_origin own{n.name, n.op_type, n.domain, n.since};
    const node_origin& whole = n.origin ? *n.origin : own;
    const std::string op = operator_of(n.domain, n.op_type);
    const std::string part = n.domain == own_domain ? printable_name(n.op_type) : op;
    const std::string of_file = operator_of(whole.domain, whole.op_type);
    return fmt::format("node {} ({}-{}{})", in_quotes(whole.name), of_file, whole.since,
                       op == of_file ? "" : ", as " + part);
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

void tell(const std::string& line) { std::fputs(("onnx2hpp: " + line + "\n").c_str(), stderr); }

notes_once::notes_once() : is_outermost_(!noted) {
    if (is_outermost_) noted.emplace();
}

notes_once::~notes_once() {
    if (is_outermost_) noted.reset();
}

void note(const std::string& sentence) {
    if (noted && !noted->insert(sentence).second) return;
    tell(fmt::format("note: {}", printable(sentence)));
}

}  // namespace onnx2hpp
