// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a look at a plan begins.

import { peakOf } from "./peak";
import type { Plan } from "./plan";
import { runOf } from "./run";

/// In the middle of the segment with most calls, where rings rotate; without one, at the peak.
export function firstCall(plan: Plan): number {
    const run = runOf(plan);
    const { firstCall: first, calls } = run.replay;
    const counts = plan.segments.map((_, s) => first[s + 1] - first[s]);
    const most = counts.indexOf(Math.max(...counts));
    if (calls.length === 0 || plan.segments[most].strategy !== "chain") return peakOf(run).call;
    return first[most] + Math.floor(counts[most] * 0.45);
}
