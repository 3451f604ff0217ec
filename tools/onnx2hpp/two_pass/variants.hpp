// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model with more and more second passes, and the least memory that it takes.

#include <onnx2hpp/plan/plan.hpp>
#include <onnx2hpp/two_pass/second_pass.hpp>

#include <memory>

namespace onnx2hpp {

/// A model as planners see it, for a target that may recompute what its second passes leave.
struct variant {
    variant(lowered_model of, tigris::target like);

    lowered_model model;
    owned_network network;
    tigris::target target;
    std::int64_t macs_again = 0;

    /// The variant's planner, which remembers what came of its attempts.
    planner& plans() const { return *plans_; }

private:
    std::unique_ptr<planner> plans_;
};

/// Variants of a model. The first one is the model itself. Each next one has one more second pass:
/// the one that saves most fast memory. They end when a pass saves no memory, or would do more work
/// again than `like` allows. Large models have fewer variants, each with several more passes.
std::vector<variant> variants_of(const lowered_model& model, const tigris::target& like);

/// Adds variants with second passes to the model as it is, unless they are there. `like` is a copy,
/// for it may be that of a variant, and variants move when one is added.
void add_second_passes(std::vector<variant>& to, tigris::target like);

/// Whether variants with second passes before number `number` left some of the work that all may
/// take.
bool is_affordable(const std::vector<variant>& variants, std::size_t number);

/// The least fast memory that a plan of any of them takes.
std::int64_t smallest_fast_bytes(const std::vector<variant>& variants, bool has_slow);

}  // namespace onnx2hpp
