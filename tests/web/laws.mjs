// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What holds of every replay, whatever the plan: sentences that say what does not.

/// More calls than the plan counts, in which all those of a task that adds up are one. Rows that
/// nobody reads are counted and not made.
export function wrongCounts({ plan, calls }, addsUp) {
    const counted = plan.segments.map(() => 0);
    for (const call of calls)
        if (!addsUp(plan, call.task) || call.rows.first === 0) counted[call.segment] += 1;
    return plan.segments.flatMap(({ calls: known }, s) =>
        counted[s] <= known ? [] : [`segment ${s} has ${known} calls, not ${counted[s]}`],
    );
}

/// Rows that a call reads and that lie nowhere then.
export function missingRows(replay, readsOf) {
    const { plan, calls, spans } = replay;
    const ofRow = new Map();
    const key = (buffer, row) => `${buffer}:${row}`;
    for (const span of spans) {
        const name = key(span.buffer, span.row);
        ofRow.set(name, [...(ofRow.get(name) ?? []), span]);
    }
    const isThere = (span, now) => span.begin < now && now <= span.end;
    const missing = [];
    calls.forEach((call, now) => {
        for (const { buffer, rows } of readsOf(plan, call))
            for (let row = rows.first; row < rows.last; ++row)
                if (!(ofRow.get(key(buffer, row)) ?? []).some((span) => isThere(span, now)))
                    missing.push(`call ${now}: row ${row} of ${plan.buffers[buffer].tensor}`);
    });
    return missing;
}

/// Whether two rows share bytes. Slices of one pixel lie side by side.
function shareBytes(plan, a, b, addressOf) {
    const [x, y] = [plan.buffers[a.buffer], plan.buffers[b.buffer]];
    const [from, to] = [addressOf(plan, a), addressOf(plan, b)];
    if (from >= to + y.row_bytes || to >= from + x.row_bytes) return false;
    if (from !== to || !(x.pixel_bytes > 0 || y.pixel_bytes > 0)) return true;
    const end = (buffer) => buffer.slice_offset + buffer.own_row_bytes / buffer.columns;
    return x.slice_offset < end(y) && y.slice_offset < end(x);
}

const liveTogether = (a, b) =>
    a.home === 'arena' &&
    b.home === 'arena' &&
    a.region === b.region &&
    a.first_segment <= b.last_segment &&
    b.first_segment <= a.last_segment &&
    a.offset < b.offset + b.bytes &&
    b.offset < a.offset + a.bytes;

/// Rows over which others were written before they were read for the last time.
export function overwrittenRows(replay, readsOf, addressOf) {
    const { plan, calls, spans } = replay;
    const ofBuffer = plan.buffers.map((_, number) => spans.filter((s) => s.buffer === number));
    const wrong = [];
    // Element by element, over rows that the same call reads; with columns, over some of each.
    const isInPlace = (later, span, call) =>
        plan.tasks[call.task].in_place &&
        plan.buffers[later.buffer].offset <= plan.buffers[span.buffer].offset &&
        readsOf(plan, call).some(
            ({ buffer, rows }) => buffer === span.buffer && rows.first <= span.row && span.row < rows.last,
        ) &&
        (call.columns !== undefined || later.begin === span.lastRead);
    const mayWrite = (later, span) => {
        const call = calls[later.begin];
        if (isInPlace(later, span, call)) return true;
        return plan.tasks[call.task].contract === 'accumulate' && later.begin === span.lastRead;
    };
    const check = (span, later) => {
        if (later.begin <= span.begin || later.begin > span.lastRead) return;
        if (!shareBytes(plan, span, later, addressOf) || mayWrite(later, span)) return;
        wrong.push(
            `call ${later.begin}: row ${later.row} of ${plan.buffers[later.buffer].tensor} ` +
                `over row ${span.row} of ${plan.buffers[span.buffer].tensor}, read by ${span.lastRead}`,
        );
    };
    plan.buffers.forEach((a, i) =>
        plan.buffers.forEach((b, j) => {
            if (i === j || !liveTogether(a, b)) return;
            for (const span of ofBuffer[i]) for (const later of ofBuffer[j]) check(span, later);
        }),
    );
    return wrong;
}
