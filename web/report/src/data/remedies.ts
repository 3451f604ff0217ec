// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What other plans would change, against the plan that is shown.

import { plural, spellCount } from "../ui/format";
import type { Plan, Remedy } from "./plan";

/// The tool's sentence has the difference to the plan that was asked for:
/// "26624 bytes (169984 less), and 16.0 KB less for I/O: --input rows, nothing computed twice".
const sentence = /^\d+ bytes \(\d+ (?:less|more)\)(?:, (and .+?))?: (.*)$/;

export function savedBytes({ fast_bytes }: Remedy, shown: Plan): number {
    return shown.totals.fast_peak_bytes - fast_bytes;
}

function spellDifference(saved: number): string {
    if (saved === 0) return "as much as the plan above";
    return `${spellCount(Math.abs(saved))} ${saved > 0 ? "less" : "more"}`;
}

export function spellRemedy(remedy: Remedy, shown: Plan): string {
    const [, edges, rest] = sentence.exec(remedy.text) ?? [];
    if (rest === undefined) return remedy.text;
    const saved = spellDifference(savedBytes(remedy, shown));
    const bytes = `${plural(remedy.fast_bytes, "byte")} (${saved})`;
    return `${bytes}${edges ? `, ${edges}` : ""}: ${rest}`;
}

/// Whether the plan comes with its budget alone, or needs another option or slow memory, too.
export function isOfBudget({ fast_bytes, text }: Remedy, { target, ...shown }: Plan): boolean {
    const { without_slow_memory, with_slow_memory } = shown.smallest_fast_bytes;
    const hasSlow = (target.slow_bytes ?? 0) > 0;
    return (
        !/(^|\s)--\w/.test(text) && fast_bytes >= (hasSlow ? with_slow_memory : without_slow_memory)
    );
}
