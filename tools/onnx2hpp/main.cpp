// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// onnx2hpp: turns an ONNX model into one C++ header, or shows its plan. Exit codes: diagnostic.hpp.

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/emit/emit.hpp>
#include <onnx2hpp/emit/weight_order.hpp>
#include <onnx2hpp/load/load.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/passes/pass_list.hpp>
#include <onnx2hpp/plan/idle_backend.hpp>
#include <onnx2hpp/plan/plan.hpp>
#include <onnx2hpp/progress.hpp>
#include <onnx2hpp/search/order.hpp>
#include <onnx2hpp/show/analysis.hpp>
#include <onnx2hpp/two_pass/prepare.hpp>
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

lowered_model read(const options& wanted, const progress& shown) {
    note_idle_backend(wanted);
    shown.begin("reading the model");
    onnx_model model = load(wanted);
    shown.begin("rewriting the graph");
    run_passes(model, wanted);
    shown.begin("lowering it to the library's operators");
    return with_weight_orders(lower(model, wanted), wanted.backend);
}

void convert(const options& wanted) {
    const progress shown;
    const lowered_model read_model = read(wanted, shown);
    shown.begin("planning its memory");
    const prepared_model made = prepare(in_better_order(read_model, wanted), wanted);
    if (made.hints.empty()) check_budgets(made.model, wanted);
    shown.begin("writing the header");
    write_all(emit(made.model, wanted, made.hints));
}

/// The plan is shown even where it does not fit.
void show(const options& wanted) {
    const progress shown;
    const lowered_model model = read(wanted, shown);
    shown.begin("planning its memory");
    const analysis found = analyze(model, wanted);
    fmt::print("{}", wanted.json ? to_json(found) : to_text(found));
    std::fflush(stdout);
    if (found.exceeded) throw failure(outcome::over_budget, *found.exceeded);
}

int say(outcome code, const char* sentence) {
    fmt::print(stderr, "onnx2hpp: error: {}\n", sentence);
    return static_cast<int>(code);
}

int run(int argc, const char* const* argv) {
    try {
        const auto wanted = parse_options(argc, argv);
        if (wanted && wanted->does == command::analyze) show(*wanted);
        if (wanted && wanted->does == command::convert) convert(*wanted);
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
