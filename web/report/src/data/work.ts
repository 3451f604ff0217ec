// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Multiply-accumulates of a plan: those of the model, and those that are done again.

import type { Plan } from "./plan";

const ofSecondPasses = (plan: Plan): number => plan.second_passes?.macs ?? 0;

export const modelMacs = (plan: Plan): number => plan.totals.macs - ofSecondPasses(plan);

/// In strips and parts, or in second passes.
export const macsDoneAgain = (plan: Plan): number =>
    plan.totals.recomputed_macs + ofSecondPasses(plan);
