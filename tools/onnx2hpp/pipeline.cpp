// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/weight_order.hpp>
#include <onnx2hpp/load/load.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>
#include <onnx2hpp/passes/tie_states.hpp>
#include <onnx2hpp/pipeline.hpp>
#include <onnx2hpp/plan/constant_blocks.hpp>
#include <onnx2hpp/plan/idle_backend.hpp>
#include <onnx2hpp/plan/plan.hpp>
#include <onnx2hpp/progress.hpp>
#include <onnx2hpp/search/order.hpp>
#include <onnx2hpp/two_pass/prepare.hpp>

namespace onnx2hpp {
namespace {

lowered_model read(const options& wanted) {
    note_idle_backend(wanted);
    show_stage("reading the model");
    onnx_model model = load(wanted);
    show_stage("rewriting the graph");
    run_passes(model, wanted);
    tie_states(model, wanted);
    show_stage("lowering it to the library's operators");
    return with_memories_left(with_weight_orders(lower(model, wanted), wanted.backend), wanted);
}

}  // namespace

std::vector<output_file> converted(const options& wanted) {
    const lowered_model read_model = read(wanted);
    show_stage("planning its memory");
    const prepared_model made = prepare(in_better_order(read_model, wanted), wanted);
    if (made.hints.empty()) check_budgets(made.model, wanted);
    show_stage("writing the header");
    return emit(made.model, wanted, made.hints);
}

analysis analyzed(const options& wanted) {
    const lowered_model model = read(wanted);
    show_stage("planning its memory");
    return analyze(model, wanted);
}

}  // namespace onnx2hpp
