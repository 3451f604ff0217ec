// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who makes plans in the page.

import type { Plan } from "../data/plan";

export type Effort = "none" | "usual";

/// What does not fit: the sentence that firmware gets.
export interface Refusal {
    fits: false;
    error: string;
}

export interface Planner {
    /// Whether it makes a plan for any budget, or has only those of the report.
    readonly isLive: boolean;
    plan(fastBytes: number | null, effort: Effort): Promise<Plan | Refusal>;
    /// Drops what was not answered yet.
    cancel(): void;
}

export const isRefusal = (answer: Plan | Refusal): answer is Refusal => !answer.fits;
