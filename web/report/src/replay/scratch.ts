// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When kernels have working memory.

import type { Replay } from "./replay";
import { addsUp } from "./schedule";

/// Calls [begin, end) during which a task has its working memory.
export interface ScratchSpan {
    task: number;
    begin: number;
    end: number;
}

/// Sums and states stay from a task's first call to its last; other working memory for one call.
function staysBetweenCalls({ plan }: Replay, task: number): boolean {
    const { in_image_order, step } = plan.tasks[task];
    return addsUp(plan, task) || (in_image_order && step !== null);
}

/// In order of time.
export function scratchSpans(replay: Replay): ScratchSpan[] {
    const spans: ScratchSpan[] = [];
    const lasting = new Map<number, ScratchSpan>();
    replay.calls.forEach(({ task }, now) => {
        if (replay.plan.tasks[task].scratch_bytes === 0) return;
        const known = staysBetweenCalls(replay, task) ? lasting.get(task) : undefined;
        if (known) known.end = now + 1;
        else {
            const span = { task, begin: now, end: now + 1 };
            spans.push(span);
            lasting.set(task, span);
        }
    });
    return spans;
}
