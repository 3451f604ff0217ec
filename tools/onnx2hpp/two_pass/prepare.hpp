// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a header is written of: the graph that fits the target and costs least, and its hints.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/plan/over_budget.hpp>
#include <onnx2hpp/search/candidate.hpp>
#include <onnx2hpp/two_pass/variants.hpp>

#include <functional>
#include <optional>
#include <vector>

namespace onnx2hpp {

/// A model whose steps are those of the header, and hints for it. Where nothing fits, what a search
/// found, if there was one.
struct prepared_model {
    lowered_model model;
    std::vector<owned_hint> hints;
    std::optional<searched_plan> least_searched;
};

/// What a run of a model's plan takes, in a unit of its own, or nothing where that is not known.
using model_clock =
    std::function<std::optional<std::int64_t>(const lowered_model&, const owned_plan&)>;

/// A lowered model with the second passes with which it fits into fast memory at least cost; slow
/// memory is for what does not fit so. Where nothing fits, the graph that takes least fast memory.
/// Hints are the fastest plans by the clock, if it knows the model.
prepared_model prepare(const lowered_model& model, const options& wanted,
                       const model_clock& clock = {});

/// Chooses as prepare() among a model's variants, or the model alone, to which others are added if
/// needed. `number`: the number of the variant. `smallest`: the hint of the plan with
/// least_searched, if that does not fit.
struct chosen_variant {
    std::size_t number = 0;
    std::vector<owned_hint> hints;
    std::optional<searched_plan> least_searched = {};
    std::optional<owned_hint> smallest = {};
};
chosen_variant choose(std::vector<variant>& variants, const options& wanted,
                      const model_clock& clock = {});

}  // namespace onnx2hpp
