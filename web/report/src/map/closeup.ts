// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls around the current one, row by row: here one sees rings rotate.

import { chosenOf, type Chosen } from "../data/chosen";
import { runOf, type Run } from "../data/run";
import { readsOf } from "../replay/reads";
import { colorOf, palette } from "../theme/palette";
import { watchTheme } from "../theme/theme";
import { isNarrow } from "../ui/dom";
import { shorten } from "../ui/format";
import type { State, Store } from "../ui/store";
import { closeScale } from "./address_scale";
import { atNextFrame, makeCanvas, prepare, watchSize, type Picture } from "./canvas";
import { cellsOf, type Cell } from "./cells";
import { hatch, rectangleOf, useFont, write, type Rectangle, type View } from "./paint";

const gutter = (): number => (isNarrow() ? 78 : 132);
const callWidth = (): number => (isNarrow() ? 20 : 26);

/// Calls [first, last) of which `call` is in the middle, as far as there are so many.
function windowAround(call: number, count: number, all: number): { first: number; last: number } {
    const shown = Math.min(count, all);
    const first = Math.min(Math.max(call - Math.floor(shown / 2), 0), all - shown);
    return { first, last: first + shown };
}

interface Frame {
    run: Run;
    view: View;
    chosen: Chosen;
    call: number;
    first: number;
    last: number;
    width: number;
}

function paintRow(frame: Frame, cell: Cell, r: Rectangle, isDead: boolean): void {
    const { context } = frame.view;
    const buffer = cell.span?.buffer ?? 0;
    context.fillStyle = colorOf(buffer, isDead);
    context.fillRect(r.x + 0.5, r.y + 0.5, Math.max(r.width - 1, 0.5), Math.max(r.height - 1, 0.5));
}

/// The row's number, where there is room for it: above the dots, with a rim of the row's color.
function label({ view, first, last }: Frame, cell: Cell): void {
    const begin = Math.max(cell.begin, first);
    const end = Math.min(cell.dead, last);
    if (!cell.span || end <= begin) return;
    const { context } = view;
    const r = rectangleOf(view, cell, begin, end);
    const left = Math.max(r.x, gutter());
    if (r.height < 9 || r.width < 12 || r.x + r.width - left < 14) return;
    useFont(context, Math.min(11, r.height), 500);
    context.lineWidth = 3;
    context.lineJoin = "round";
    context.strokeStyle = colorOf(cell.span.buffer);
    const [text, y] = [String(cell.span.row), r.y + r.height / 2 + 4];
    context.strokeText(text, left + 4, y);
    write(context, text, left + 4, y, palette().onColor);
}

function paintCell(frame: Frame, cell: Cell): void {
    const { view, first, last, chosen } = frame;
    const begin = Math.max(cell.begin, first);
    const end = Math.min(cell.end, last);
    if (end <= begin) return;
    if (!cell.span) return paintScratch(view, rectangleOf(view, cell, begin, end));
    const isPale = chosen.buffers.size > 0 && !chosen.buffers.has(cell.span.buffer);
    view.context.globalAlpha = isPale ? 0.4 : 1;
    const dead = Math.min(Math.max(cell.dead, begin), end);
    if (dead < end) paintRow(frame, cell, rectangleOf(view, cell, dead, end), true);
    if (begin < dead) paintRow(frame, cell, rectangleOf(view, cell, begin, dead), false);
    view.context.globalAlpha = 1;
    if (cell.span.begin >= first) markWrite(frame, cell);
}

function paintScratch({ context }: View, r: Rectangle): void {
    context.fillStyle = palette().ground;
    context.fillRect(r.x, r.y, r.width, r.height);
    context.fillStyle = hatch(palette().hatch);
    context.fillRect(r.x + 0.5, r.y + 0.5, r.width - 1, Math.max(r.height - 1, 1));
}

/// A thick edge where a row is written.
function markWrite({ view }: Frame, cell: Cell): void {
    const r = rectangleOf(view, cell, cell.begin, cell.begin + 1);
    view.context.fillStyle = palette().accent;
    view.context.fillRect(r.x + 0.5, r.y + 0.5, 3, Math.max(r.height - 1, 1));
}

/// A dot in each row that a call reads.
function markReads(frame: Frame, cells: Cell[], call: number): void {
    const reads = readsOf(frame.run.plan, frame.run.replay.calls[call]);
    const isRead = ({ span, begin, end }: Cell) =>
        span &&
        begin <= call &&
        call < Math.max(end, begin + 1) &&
        span.begin < call &&
        reads.some(
            (r) => r.buffer === span.buffer && r.rows.first <= span.row && span.row < r.rows.last,
        );
    const { context } = frame.view;
    context.fillStyle = palette().read;
    for (const cell of cells) {
        if (!isRead(cell)) continue;
        const r = rectangleOf(frame.view, cell, call, call + 1);
        const size = Math.min(Math.max(r.height * 0.22, 1), 3.2);
        context.beginPath();
        context.arc(r.x + r.width - 5, r.y + r.height / 2, size, 0, 7);
        context.fill();
    }
}

/// The current call stands between two lines.
function frameCall({ view, call }: Frame, height: number): void {
    const x = view.xOf(call);
    const { context } = view;
    context.strokeStyle = palette().accent;
    context.lineWidth = 1.5;
    context.strokeRect(x, 1, view.xOf(call + 1) - x, height - 2);
}

interface Label {
    y: number;
    text: string;
    color: string;
}

/// Of blocks that are there now; those that have no room are left out.
function labelsOf(frame: Frame, cells: Cell[]): Label[] {
    const { run, view, call } = frame;
    const found = new Map<number, Label>();
    for (const cell of cells) {
        if (!cell.span || cell.begin > call || cell.end <= call || cell.dead <= call) continue;
        const r = rectangleOf(view, cell, call, call + 1);
        const known = found.get(cell.span.buffer);
        if (known && known.y <= r.y) continue;
        const text = shorten(run.labelOf(cell.span.buffer), isNarrow() ? 11 : 16);
        found.set(cell.span.buffer, { y: r.y, text, color: colorOf(cell.span.buffer) });
    }
    return [...found.values()].sort((a, b) => a.y - b.y);
}

function drawLabels(frame: Frame, cells: Cell[]): void {
    const { context } = frame.view;
    useFont(context, 11.5, 500);
    let free = 0;
    for (const { y, text, color } of labelsOf(frame, cells)) {
        const at = Math.max(y + 11, free);
        if (at > y + 40) continue;
        context.fillStyle = color;
        context.fillRect(0, at - 9, 9, 9);
        write(context, text, 14, at, palette().ink);
        free = at + 14;
    }
}

function drawMemories({ run, view, width }: Frame): void {
    const { context, addresses } = view;
    useFont(context, 12, 600);
    run.memories.forEach(({ name, isCallers }, memory) => {
        const { top, bottom } = addresses.rangeOf(memory);
        context.fillStyle = palette().line;
        context.globalAlpha = 0.35;
        context.fillRect(gutter(), top, width - gutter(), bottom - top);
        context.globalAlpha = 1;
        write(context, isCallers ? "your memory" : name, 0, top - 8, palette().soft);
    });
}

export class Closeup {
    readonly element = makeCanvas(
        "Calls around the current one; the table of blocks says the same",
    );
    private frame: Frame | null = null;

    constructor(private readonly store: Store) {
        const redraw = atNextFrame(() => this.draw(store.state));
        store.watch(["plan", "selection", "call"], redraw);
        watchTheme(redraw);
        watchSize(this.element, redraw);
        this.element.addEventListener("click", (event) => this.goTo(event));
    }

    private draw(state: State): void {
        const picture = prepare(this.element, isNarrow() ? 380 : 460);
        const run = runOf(state.plan);
        if (!picture || run.replay.calls.length === 0) return;
        this.frame = this.makeFrame(run, picture, state);
        const { first, last } = this.frame;
        const cells = cellsOf(run).filter((c) => c.begin < last && c.end > first);
        drawMemories(this.frame);
        for (const cell of cells) paintCell(this.frame, cell);
        for (let call = first; call < last; ++call) markReads(this.frame, cells, call);
        for (const cell of cells) label(this.frame, cell);
        drawLabels(this.frame, cells);
        frameCall(this.frame, picture.height);
    }

    private makeFrame(run: Run, { context, width, height }: Picture, state: State): Frame {
        const all = run.replay.calls.length;
        const room = Math.floor((width - gutter()) / callWidth());
        const { first, last } = windowAround(state.call, room, all);
        const pixels = (width - gutter()) / Math.max(last - first, 8);
        const xOf = (call: number) => gutter() + (call - first) * pixels;
        const addresses = closeScale(run, run.replay.calls[state.call].segment, height);
        const chosen = chosenOf(run, state.selection);
        return {
            run,
            view: { context, addresses, xOf },
            chosen,
            call: state.call,
            first,
            last,
            width,
        };
    }

    private goTo(event: MouseEvent): void {
        if (!this.frame) return;
        const { view, first, last } = this.frame;
        const x = event.clientX - this.element.getBoundingClientRect().left;
        for (let call = first; call < last; ++call)
            if (view.xOf(call) <= x && x < view.xOf(call + 1)) this.store.set({ call });
    }
}
