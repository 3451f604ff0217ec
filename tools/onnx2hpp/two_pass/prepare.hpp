// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a header is written of: the graph that fits the target and costs least, and its hints.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/search/candidate.hpp>
#include <onnx2hpp/two_pass/variants.hpp>

#include <functional>
#include <optional>
#include <vector>

namespace onnx2hpp {

/// A model whose steps are those of the header, and hints for it. Where nothing fits, the least
/// fast memory for which a search found a plan, in bytes, if there was a search.
struct prepared_model {
    lowered_model model;
    std::vector<owned_hint> hints;
    std::optional<std::int64_t> least_searched;
};

/// What a run of a model's plan takes, in a unit of its own, or nothing where that is not known.
using model_clock =
    std::function<std::optional<std::int64_t>(const lowered_model&, const owned_plan&)>;

/// A lowered model with the second passes with which it fits into fast memory at least cost; slow
/// memory is for what does not fit so. Where nothing fits, the graph that takes least fast memory.
/// Hints are the fastest plans by the clock, if it knows the model.
prepared_model prepare(const lowered_model& model, const options& wanted,
                       const model_clock& clock = {});

/// The same of a model's variants, or of the model alone, to which the others are added if needed.
/// Gives the number of the variant.
struct chosen_variant {
    std::size_t number = 0;
    std::vector<owned_hint> hints;
    std::optional<std::int64_t> least_searched = {};
};
chosen_variant choose(std::vector<variant>& variants, const options& wanted,
                      const model_clock& clock = {});

}  // namespace onnx2hpp
