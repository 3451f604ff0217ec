// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// onnx2hpp: turns an ONNX model into one C++ header. Exit codes: diagnostic.hpp.

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/emit/emit.hpp>
#include <onnx2hpp/load/load.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/passes/pass_list.hpp>
#include <onnx2hpp/plan/plan.hpp>
#include <onnx2hpp/progress.hpp>
#include <onnx2hpp/write_file.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>

namespace onnx2hpp {
namespace {

/// All files are on the disk before the first one gets its name.
void write_all(const std::vector<output_file>& files) {
    std::vector<pending_file> pending;
    for (const output_file& file : files) pending.emplace_back(file.path, file.bytes);
    for (pending_file& file : pending) file.commit();
}

void convert(const options& wanted) {
    const progress shown;
    shown.begin("reading the model");
    onnx_model model = load(wanted);
    shown.begin("rewriting the graph");
    run_passes(model, wanted);
    shown.begin("lowering it to the library's operators");
    const lowered_model lowered = lower(model, wanted);
    shown.begin("planning its memory");
    check_budgets(lowered, wanted);
    shown.begin("writing the header");
    write_all(emit(lowered, wanted));
}

int say(outcome code, const char* sentence) {
    fmt::print(stderr, "onnx2hpp: error: {}\n", sentence);
    return static_cast<int>(code);
}

int run(int argc, const char* const* argv) {
    try {
        if (const auto wanted = parse_options(argc, argv)) convert(*wanted);
        return static_cast<int>(outcome::success);
    } catch (const failure& f) {
        return say(f.code, f.what());
    } catch (const std::bad_alloc&) {
        return say(outcome::bad_input, "the model needs more memory than this machine has");
    } catch (const std::exception& e) {
        return say(outcome::bad_input, e.what());
    }
}

}  // namespace
}  // namespace onnx2hpp

int main(int argc, char** argv) { return onnx2hpp::run(argc, argv); }
