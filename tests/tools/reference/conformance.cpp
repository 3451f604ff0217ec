// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the reference executor over conformance cases that nobody here wrote.
// usage: reference_conformance FOLDER [CASE...]
// FOLDER holds <case>/model.onnx and <case>/test_data_set_0/{input,output}_<i>.pb. Prints the cases
// that disagree, and the operators that it does not know. Exits with 1 if a case disagrees; with 77
// if there are no cases.

#include <reference/execute.hpp>
#include <reference/tensor_proto.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <map>
#include <set>
#include <string>

namespace {

namespace fs = std::filesystem;

constexpr int exit_skipped = 77;

struct tally {
    int agree = 0;
    int disagree = 0;
    std::map<std::string, int> unknown;
};

std::vector<reference::tensor> read_numbered(const fs::path& folder, const std::string& prefix) {
    std::vector<reference::tensor> result;
    for (int i = 0; fs::exists(folder / (prefix + std::to_string(i) + ".pb")); ++i)
        result.push_back(reference::read_tensor(folder / (prefix + std::to_string(i) + ".pb")));
    return result;
}

/// As ONNX's own runner, which allows sums of many products more.
bool is_close(double expected, double computed, double absolute) {
    if (std::isnan(expected)) return std::isnan(computed);
    if (std::isinf(expected)) return expected == double(float(computed));
    return std::fabs(expected - computed) <= absolute + 1e-3 * std::fabs(expected);
}

std::string difference(const reference::tensor& expected, const reference::tensor& computed,
                       double absolute) {
    if (expected.type != computed.type) return "another element type";
    if (expected.dims != computed.dims) return "another shape";
    if (expected.is_text()) return expected.texts == computed.texts ? "" : "other texts";
    if (!expected.is_real()) return expected.integers == computed.integers ? "" : "other integers";
    for (std::int64_t i = 0; i < expected.size(); ++i)
        if (!is_close(expected.number(i), computed.number(i), absolute))
            return "element " + std::to_string(i) + ": expected " +
                   std::to_string(expected.number(i)) + ", computed " +
                   std::to_string(computed.number(i));
    return "";
}

double absolute_of(const onnx::ModelProto& model) {
    for (const auto& node : model.graph().node())
        if (node.op_type() == "LRN" || node.op_type() == "STFT" || node.op_type() == "DFT")
            return 1e-4;
    return 1e-7;
}

/// Empty where all outputs agree.
std::string judge(const fs::path& folder) {
    const onnx::ModelProto model = reference::read_model(folder / "model.onnx");
    const auto set = folder / "test_data_set_0";
    const auto computed = reference::execute(model, read_numbered(set, "input_"), folder);
    const auto expected = read_numbered(set, "output_");
    if (expected.size() != computed.size()) return "another number of outputs";
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const std::string found = difference(expected[i], computed[i], absolute_of(model));
        if (!found.empty()) return "output " + std::to_string(i) + ": " + found;
    }
    return "";
}

void count(const fs::path& folder, tally& sums) {
    const std::string name = folder.filename();
    std::string complaint;
    try {
        complaint = judge(folder);
    } catch (const reference::unsupported& error) {
        ++sums.unknown[error.what()];
        return;
    } catch (const std::exception& error) {
        complaint = error.what();
    }
    ++(complaint.empty() ? sums.agree : sums.disagree);
    if (!complaint.empty()) std::printf("%s: %s\n", name.c_str(), complaint.c_str());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2 || !fs::is_directory(argv[1])) {
        std::printf("skipped: no conformance cases\n");
        return exit_skipped;
    }
    std::set<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(argv[1])) folders.insert(entry.path());
    const std::set<std::string> wanted(argv + 2, argv + argc);
    tally sums;
    for (const fs::path& folder : folders)
        if (wanted.empty() || wanted.contains(folder.filename())) count(folder, sums);
    for (const auto& [what, number] : sums.unknown)
        std::printf("unsupported: %s (%d)\n", what.c_str(), number);
    std::printf("%d agree, %d disagree, %d kinds unsupported\n", sums.agree, sums.disagree,
                int(sums.unknown.size()));
    return sums.disagree == 0 && sums.agree > 0 ? 0 : 1;
}
