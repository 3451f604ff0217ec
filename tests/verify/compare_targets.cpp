// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compare_targets.hpp"

namespace verify {
namespace {

/// Bytes that differ, and the first of them.
struct differing_bytes {
    std::int64_t count = 0;
    std::int64_t first = -1;
};

differing_bytes compare_bytes(const void* expected, const void* got, std::int64_t bytes) {
    const auto* a = static_cast<const unsigned char*>(expected);
    const auto* b = static_cast<const unsigned char*>(got);
    differing_bytes result;
    for (std::int64_t i = 0; i < bytes; ++i) {
        if (a[i] == b[i]) continue;
        if (result.count++ == 0) result.first = i;
    }
    return result;
}

/// What is wrong with the outputs of a run, or nothing.
std::string complaint_about_outputs(const model_under_test& model, const run_for_target& target) {
    for (int i = 0; i < model.outputs.size; ++i) {
        const int tensor = model.outputs[i];
        const std::int64_t bytes = bytes_of(model.graph.tensors[tensor]);
        const differing_bytes found =
            compare_bytes(model.output_buffers[i], target.output_buffers[i], bytes);
        if (found.count > 0)
            return std::to_string(found.count) + " of " + std::to_string(bytes) + " bytes of " +
                   model.tensor_names[tensor] + " differ, the first is number " +
                   std::to_string(found.first);
    }
    return {};
}

}  // namespace

void run_targets(const model_under_test& model, const std::string& set,
                 std::vector<std::string>& complaints) {
    complaints.resize(std::size_t(model.targets.size));
    for (int i = 0; i < model.targets.size; ++i) {
        std::string& complaint = complaints[std::size_t(i)];
        const run_for_target& target = model.targets[i];
        if (!target.run || !complaint.empty()) continue;
        const char* wrong = target.run();
        complaint = wrong ? wrong : complaint_about_outputs(model, target);
        if (!complaint.empty()) complaint = set + ": " + complaint;
    }
}

}  // namespace verify
