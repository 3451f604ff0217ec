// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/weight_order.hpp>
#include <onnx2hpp/load/load.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>
#include <onnx2hpp/pipeline.hpp>
#include <onnx2hpp/plan/idle_backend.hpp>
#include <onnx2hpp/plan/plan.hpp>
#include <onnx2hpp/search/order.hpp>
#include <onnx2hpp/two_pass/prepare.hpp>

namespace onnx2hpp {
namespace {

lowered_model read(const options& wanted, const progress& shown) {
    note_idle_backend(wanted);
    shown.begin("reading the model");
    onnx_model model = load(wanted);
    shown.begin("rewriting the graph");
    run_passes(model, wanted);
    shown.begin("lowering it to the library's operators");
    return with_weight_orders(lower(model, wanted), wanted.backend);
}

}  // namespace

std::vector<output_file> converted(const options& wanted, const progress& shown) {
    const lowered_model read_model = read(wanted, shown);
    shown.begin("planning its memory");
    const prepared_model made = prepare(in_better_order(read_model, wanted), wanted);
    if (made.hints.empty()) check_budgets(made.model, wanted);
    shown.begin("writing the header");
    return emit(made.model, wanted, made.hints);
}

analysis analyzed(const options& wanted, const progress& shown) {
    const lowered_model model = read(wanted, shown);
    shown.begin("planning its memory");
    return analyze(model, wanted);
}

}  // namespace onnx2hpp
