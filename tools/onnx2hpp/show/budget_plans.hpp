// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// One command line with one budget of fast memory after the other: the plans that it makes.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/show/swept_budget.hpp>
#include <onnx2hpp/two_pass/variants.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace onnx2hpp {

/// The variants that conversions choose from, budget after budget: those of the model as it was
/// read where it fits, else those in a better order. Each order is looked for and planned once.
class variants_for_budgets {
public:
    variants_for_budgets(const lowered_model& read, options wanted);

    /// Nothing for `fast`: without a limit.
    std::vector<variant>& operator()(std::optional<std::uint64_t> fast);

    /// The least budget for a plan of the variants for `fast`, those with second passes included.
    /// Nothing where no budget is enough.
    std::optional<std::uint64_t> least(std::optional<std::uint64_t> fast);

private:
    bool has_to_be_ordered(std::optional<std::uint64_t> fast) const;
    std::vector<variant>& in_order(std::optional<std::uint64_t> fast);

    options wanted_;
    bool was_ordered_ = false;
    std::vector<variant> as_read_, ordered_;
};

/// Options, and the variants that conversions with these choose from.
struct planned_options {
    planned_options(const lowered_model& read, const options& of)
        : wanted(of), variants(read, of) {}

    options wanted;
    variants_for_budgets variants;
};

/// The plans of a command line: with the kernels of the backend alone, or, where no plan fits, with
/// substitutes.
class budget_plans {
public:
    budget_plans(const lowered_model& read, const options& wanted);

    planned_options own;
    std::optional<planned_options> substituted;  // with substitutes, unless they are ruled out

    /// What a conversion with so much fast memory makes.
    swept_budget sweep(std::uint64_t fast);

    /// What a conversion with so much fast memory and `--effort none` makes. The order of the steps
    /// is that of the command line's effort.
    swept_budget without_search(std::uint64_t fast);

private:
    swept_budget with_effort(std::uint64_t fast, effort how);
};

}  // namespace onnx2hpp
