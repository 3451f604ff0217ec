// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The planner as WebAssembly: planner_input.hpp's bytes and budgets in, the document of
// `onnx2hpp analyze --json --calls` out. planner.ts calls it.

#include <onnx2hpp/show/analysis.hpp>
#include <onnx2hpp/show/planner_input.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

#define TIGRIS_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace {

using namespace onnx2hpp;

/// What the last call left to be read.
struct answer {
    std::string document;
    std::string error;
};
answer last;

std::optional<std::uint64_t> budget_of(double bytes) {
    if (bytes < 0) return {};
    return std::uint64_t(bytes);
}

/// A board has no more than its own.
options with_budgets(options wanted, double fast, double slow, effort how) {
    wanted.fast = budget_of(fast);
    wanted.slow = budget_of(slow);
    wanted.json = wanted.calls = true;
    wanted.search_effort = how;
    return wanted;
}

answer plan(std::string_view bytes, double fast, double slow, effort how) {
    const planner_input input = planner_input_of(bytes);
    const analysis made =
        analyze_with_states(input.model, with_budgets(input.wanted, fast, slow, how));
    return {to_json(made), made.exceeded ? made.exceeded->sentence : ""};
}

}  // namespace

/// Room for `bytes` bytes of input; freed by tigris_plan.
TIGRIS_EXPORT(tigris_room) void* tigris_room(std::size_t bytes) { return std::malloc(bytes); }

/// Plans for budgets in bytes, -1 for none, with an effort by its number. 0: there is a document,
/// and an error too where no plan fits. 1: there is an error only.
TIGRIS_EXPORT(tigris_plan)
int tigris_plan(char* input, std::size_t bytes, double fast, double slow, int how) {
    try {
        last = {};
        last = plan({input, bytes}, fast, slow, effort(how));
    } catch (const std::exception& e) {
        last.error = e.what();
    }
    std::free(input);
    return last.document.empty() ? 1 : 0;
}

TIGRIS_EXPORT(tigris_document) const char* tigris_document() { return last.document.data(); }
TIGRIS_EXPORT(tigris_document_bytes)
std::size_t tigris_document_bytes() { return last.document.size(); }
TIGRIS_EXPORT(tigris_error) const char* tigris_error() { return last.error.data(); }
TIGRIS_EXPORT(tigris_error_bytes) std::size_t tigris_error_bytes() { return last.error.size(); }
