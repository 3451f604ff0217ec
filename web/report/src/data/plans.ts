// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A model's plans, which lie interleaved in the page (tools/onnx2hpp/report/interleaved_plans.hpp).

import type { Plan } from "./plan";

type Row = Record<string, unknown>;

/// `plans` without what `tables` has: of each table's row, that of each plan, or null.
export interface InterleavedPlans {
    tables: Record<string, (Row | null)[][]>;
    plans: Row[];
}

function rowsOfColumns(columns: unknown[][]): unknown[][] {
    return (columns[0] ?? []).map((_, i) => columns.map((column) => column[i]));
}

function planAt(p: number, { tables, plans }: InterleavedPlans): Plan {
    const plan = { ...plans[p] };
    for (const [name, rows] of Object.entries(tables)) {
        const own = rows.map((row) => row[p]).filter((row) => row !== null);
        if (own.length > 0) plan[name] = own;
    }
    if (plan.calls) plan.calls = rowsOfColumns(plan.calls as unknown[][]);
    return plan as unknown as Plan;
}

export function separatePlans(interleaved: InterleavedPlans): Plan[] {
    return interleaved.plans.map((_, p) => planAt(p, interleaved));
}
