// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who makes plans in the page.

import type { Plan } from "../data/plan";

export type Effort = "none" | "usual";

/// What does not fit: the tool's sentence, and the least fast memory with which any plan does.
export interface Refusal {
    fits: false;
    error: string;
    smallest_fast_bytes: { without_slow_memory: number; with_slow_memory: number };
    target: { slow_bytes: number | null };
}

export interface Planner {
    /// Whether it makes a plan for any budget, or has only those of the report.
    readonly isLive: boolean;
    plan(fastBytes: number | null, effort: Effort): Promise<Plan | Refusal>;
    /// Drops what was not answered yet.
    cancel(): void;
}

export const isRefusal = (answer: Plan | Refusal): answer is Refusal => !answer.fits;

/// The error of a compiler for firmware with so much fast memory and no slow memory
/// (include/tigris/planning/budget_error.hpp), or nothing where fast memory is enough.
export function compileError({ smallest_fast_bytes, target }: Refusal, bytes: number): string {
    const needs = smallest_fast_bytes.without_slow_memory;
    if (needs <= bytes || target.slow_bytes !== 0) return "";
    const sentence =
        "tigris: without a search the model does not fit in the fast memory it was given";
    return `error: static assertion failed: ${sentence}\nfits_in_bytes<${needs}>, budget_bytes<${bytes}>`;
}
