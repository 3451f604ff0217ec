// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/substituted.hpp>
#include <onnx2hpp/plan/words.hpp>
#include <onnx2hpp/printable.hpp>
#include <onnx2hpp/show/advice.hpp>
#include <onnx2hpp/show/describe.hpp>
#include <onnx2hpp/show/table.hpp>
#include <onnx2hpp/show/units.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using namespace tigris;
using namespace tigris::planning;

constexpr std::size_t step_width = 24;

/// Instructions of a step where all are known, else multiply-accumulates.
std::int64_t weight_of(const analysis& a, std::size_t step) {
    return a.cost.instructions ? a.cost.steps[step].value_or(0) : a.plan.steps[step].macs;
}

/// Steps with kernels that every core runs, where the backend has faster ones: how many of the
/// instructions are theirs, and which has most.
text_lines describe_portable_steps(const analysis& a) {
    if (a.target.backend == portable) return {};
    std::int64_t theirs = 0, most = -1;
    std::size_t count = 0, worst = 0;
    for (std::size_t i = 0; i < a.plan.steps.size(); ++i) {
        const step_plan& s = a.plan.steps[i];
        if (s.task < 0 || a.plan.tasks[std::size_t(s.task)].kernel.backend != portable) continue;
        theirs += weight_of(a, i), ++count;
        if (weight_of(a, i) > most) most = weight_of(a, i), worst = i;
    }
    const std::int64_t all = a.cost.instructions.value_or(a.plan.macs);
    if (theirs * 100 < all * 2) return {};
    const std::string name = shorten(printable(a.model.nodes[worst].name), step_width);
    return {
        fmt::format("{} {} on portable kernels: {} of the {}",
                    count == 1 ? name : fmt::format("{} and {}", name, spell_more_steps(count - 1)),
                    count == 1 ? "contract" : "run", spell_percent(double(theirs), double(all)),
                    a.cost.instructions ? "instructions" : "MACs")};
}

/// The move of a tensor that saves most for each of its bytes, if that is 1 % of the run.
text_lines describe_advice(const analysis& a) {
    if (a.exceeded) return {};
    const std::vector<advised_move> moves = advise(a);
    if (moves.empty()) return {};
    const advised_move& best = moves.front();
    const std::int64_t cycles = best.saved / 1000;
    if (cycles * 100 < a.cost.cycles.value_or(a.cost.instructions.value_or(0))) return {};
    const std::string name =
        shorten(printable(a.model.tensor_names[std::size_t(best.tensor)]), step_width);
    return {fmt::format("{} in {} instead of {} saves {} cycles; --details has all such moves",
                        name, (*a.target.memories)[best.to].name,
                        (*a.target.memories)[best.from].name, spell_count(cycles))};
}

}  // namespace

matter describe_findings(const analysis& a) {
    text_lines out = describe_portable_steps(a);
    for (std::string& line : describe_advice(a)) out.push_back(std::move(line));
    const std::size_t substitutes = substituted_steps(a.model, a.plan, a.target.backend).size();
    if (substitutes > 0)
        out.push_back(
            fmt::format("another backend's kernels run {}, because working memory is scarce "
                        "(--details)",
                        spell_step_count(substitutes)));
    if (a.target.backend == portable && !a.target.memories)
        out.emplace_back("--backend or --board picks kernels that are made for your core");
    return {"note", items_of(worth::note, out)};
}

}  // namespace onnx2hpp
