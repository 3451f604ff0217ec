// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the user declares for a model and a target: the arena. An ordinary object, of any storage
// duration but never needed on a stack.

#include <tigris/execution/plan_of.hpp>

namespace tigris {

/// Fast memory of one run at a time. Constant-initialized, so it lies in .bss. Fails to compile,
/// saying why, if the model does not fit the target.
template <auto Model, target Target = Model.default_target>
struct workspace : execution::budget_check<Model, Target> {
    static constexpr bool fits = tigris::fits<Model, Target>;
    static constexpr int64_t bytes = fits ? plan_of<Model, Target>.fast_peak_bytes : 0;
    static constexpr uint32_t alignment = Target.alignment < 8 ? 8 : Target.alignment;

    alignas(alignment) unsigned char arena[bytes > 0 ? bytes : 1]{};
};

/// The workspace of run(model, in, out): exists only in programs that call it. Not re-entrant.
template <auto Model>
inline constinit workspace<Model> default_workspace{};

}  // namespace tigris
