// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without the planner: the plans of the report, of which the best for a budget is taken.

import type { Model, Plan } from "../data/plan";
import type { Planner, Refusal } from "./planner";

const budgetOf = (plan: Plan): number => plan.target.fast_bytes ?? Infinity;

/// The report's budgets that have a plan, the smallest first.
export function plansByPeak(model: Model): Plan[] {
    return model.plans
        .filter((p) => p.fits)
        .sort((a, b) => a.totals.fast_peak_bytes - b.totals.fast_peak_bytes);
}

function refuse(model: Model, bytes: number): Refusal {
    const [{ smallest_fast_bytes, target }] = model.plans;
    const error = `none of the page's plans fits in ${bytes} bytes of fast memory`;
    return { fits: false, error, smallest_fast_bytes, target };
}

export function precomputedPlanner(model: Model): Planner {
    const plans = plansByPeak(model);
    return {
        isLive: false,
        cancel: () => {},
        plan: (bytes) => {
            const budget = bytes ?? Infinity;
            const own = plans.filter((p) => budgetOf(p) === budget);
            const fitting = plans.filter((p) => p.totals.fast_peak_bytes <= budget);
            const best = own[0] ?? fitting[fitting.length - 1];
            return Promise.resolve(best ?? refuse(model, budget));
        },
    };
}
