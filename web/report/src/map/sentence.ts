// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One call in words.

import type { Run } from "../data/run";
import { readsOf, writesOf, type RowsOf } from "../replay/reads";
import { addsUp, type Call } from "../replay/schedule";
import { shorten, spellCount, spellRange } from "../ui/format";

const rowsWord = ({ first, last }: { first: number; last: number }): string =>
    `row${last - first > 1 ? "s" : ""} ${spellRange(first, last)}`;

function spellRead(run: Run, { buffer, rows }: RowsOf): string {
    return `${rowsWord(rows)} of ${shorten(run.labelOf(buffer), 32)}`;
}

const verbs = {
    compute: "makes",
    receive: "receives",
    send: "sends",
    spill: "spills",
    reload: "reloads",
};

function spellMade(run: Run, call: Call): string {
    const task = run.plan.tasks[call.task];
    if (addsUp(run.plan, call.task)) return "adds up";
    const { rows } = writesOf(run.plan, call);
    const { height, columns } = run.plan.buffers[task.output];
    const made = `${verbs[task.does]} ${rowsWord(rows)} of ${height}`;
    if (!call.columns || call.columns.last - call.columns.first >= columns) return made;
    return `${made}, columns ${spellRange(call.columns.first, call.columns.last)} of ${columns}`;
}

/// For example "Conv_4 makes row 3 of 48 from rows 5 to 7 of input".
export function spellCall(run: Run, number: number): string {
    const call = run.replay.calls[number];
    const task = run.plan.tasks[call.task];
    const name = task.step ?? "A transfer";
    const reads = readsOf(run.plan, call).filter((r) => r.rows.last > r.rows.first);
    const from = reads.map((r) => spellRead(run, r)).join(" and ");
    const link = addsUp(run.plan, call.task) ? " " : " from ";
    return `${shorten(name, 40)} ${spellMade(run, call)}${from ? link + from : ""}.`;
}

/// Calls, strips and rows are counted from 0.
export function spellPosition(run: Run, number: number): string {
    const { segment, strip } = run.replay.calls[number];
    const { strategy, strips } = run.plan.segments[segment];
    const where = `segment ${segment} (${strategy}${strip !== undefined ? `, strip ${strip} of ${strips}` : ""})`;
    return `Call ${spellCount(number)} of ${spellCount(run.replay.calls.length)}, ${where}`;
}
