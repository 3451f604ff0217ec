// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The map of a whole run: time to the right, addresses upwards, for each memory.

import { chosenOf } from "../data/chosen";
import { runOf, type Run } from "../data/run";
import { palette } from "../theme/palette";
import { watchTheme } from "../theme/theme";
import { h, isNarrow, setVariable } from "../ui/dom";
import { spellBytes } from "../ui/format";
import type { State, Store } from "../ui/store";
import { bytesDrawn, evenScale, type AddressScale } from "./address_scale";
import { atNextFrame, makeCanvas, prepare, watchSize, type Picture } from "./canvas";
import { cellsOf, type Cell } from "./cells";
import { paintCells, strokeLine, useFont, write, writeOnPlate, type View } from "./paint";
import { beforeNumber, numbersOf, spellTick, ticksOf } from "./ticks";
import { TimeScale, type TimeUnit } from "./time_scale";

const bandHeight = 18;
const narrowest = 4; // pixels of a segment that has a band and a line

const titleOf = (run: Run, memory: number): string => {
    const { name, limit, peak, isCallers } = run.memories[memory];
    if (isCallers) return `your memory (inputs, outputs): ${spellBytes(peak)}`;
    return `${name}: ${spellBytes(peak)}${limit ? ` of ${spellBytes(limit)}` : ""}`;
};

const betweenNumberAndAxis = 6;

/// Pixels left of the axes: their widest number has room.
function gutterOf(context: CanvasRenderingContext2D, run: Run, scale: AddressScale): number {
    useFont(context, 11);
    const widths = run.memories.flatMap((_, memory) => {
        const { top, bottom } = scale.rangeOf(memory);
        const { step, ticks } = ticksOf(bytesDrawn(run, memory), bottom - top);
        return ticks.map((tick) => context.measureText(spellTick(tick, step)).width);
    });
    return Math.ceil(Math.max(isNarrow() ? 40 : 60, ...widths) + betweenNumberAndAxis);
}

function drawGrid(view: View, run: Run, memory: number, left: number, width: number): void {
    const { context, addresses } = view;
    const { top, bottom } = addresses.rangeOf(memory);
    const { soft, line } = palette();
    const { step, ticks } = ticksOf(bytesDrawn(run, memory), bottom - top);
    useFont(context, 11);
    context.textAlign = "right";
    for (const tick of ticks) {
        const y = addresses.placeOf(memory, tick);
        strokeLine(view, left, y, width, y, line);
        write(context, spellTick(tick, step), left - betweenNumberAndAxis, y + 4, soft);
    }
    context.textAlign = "left";
}

/// Titles come last, so that nothing runs through them.
function drawTitle({ context, addresses }: View, run: Run, memory: number): void {
    useFont(context, 12, 600);
    writeOnPlate(context, titleOf(run, memory), 0, addresses.rangeOf(memory).top - 9);
}

function drawLimit(view: View, run: Run, memory: number, left: number, width: number): void {
    const { limit, isCallers } = run.memories[memory];
    if (isCallers || limit === null || limit > bytesDrawn(run, memory)) return;
    const y = view.addresses.placeOf(memory, limit);
    strokeLine(view, left, y, width, y, palette().accent, [4, 3]);
}

/// Segments as bands above the map. Those that are too narrow to be told apart have none.
function drawBands(view: View, edges: number[]): void {
    view.context.fillStyle = palette().line;
    for (let i = 0; i + 1 < edges.length; i += 2) {
        const width = edges[i + 1] - edges[i];
        if (width >= narrowest) view.context.fillRect(edges[i], 0, width, bandHeight - 3);
    }
}

/// A line where a segment begins, where it has a band or a number; a dark one where a stage does.
function drawSegments(view: View, { plan, replay }: Run, height: number): void {
    const { context } = view;
    const { soft, line, ink } = palette();
    const edges = replay.firstCall.map(view.xOf);
    drawBands(view, edges);
    useFont(context, 11);
    const numbers = numbersOf(plan.segments, edges, (text) => context.measureText(text).width);
    const numbered = new Set(numbers.map((n) => n.segment));
    plan.segments.forEach(({ stage }, i) => {
        const beginsStage = i > 0 && stage !== plan.segments[i - 1].stage;
        if (edges[i + 1] - edges[i] < narrowest && !beginsStage && !numbered.has(i)) return;
        strokeLine(view, edges[i], bandHeight - 3, edges[i], height, beginsStage ? ink : line);
    });
    for (const { segment, text } of numbers)
        write(context, text, edges[segment] + beforeNumber, 11.5, soft);
}

export class Overview {
    readonly element: HTMLElement;
    readonly canvas = makeCanvas(
        "Map of the memories over the whole run; the table below has its blocks",
    );
    unit: TimeUnit = "steps";
    private readonly head = h("div", { class: "playhead" });
    private times!: TimeScale;
    private addresses!: AddressScale;
    private left = 0; // of the axes' numbers
    private width = 0;

    constructor(private readonly store: Store) {
        this.element = h("div", { class: "overview" }, this.canvas, this.head);
        const redraw = atNextFrame(() => this.draw(this.store.state));
        store.watch(["plan", "selection"], redraw);
        store.watch(["call", "plan"], () => this.moveHead());
        watchTheme(redraw);
        watchSize(this.element, redraw);
        this.listen();
    }

    setUnit(unit: TimeUnit): void {
        this.unit = unit;
        this.draw(this.store.state);
    }

    private get inner(): number {
        return this.width - this.left;
    }

    private draw(state: State): void {
        const run = runOf(state.plan);
        const slow = run.memories.length > 2 ? 130 : 0;
        const picture = prepare(this.canvas, (isNarrow() ? 300 : 400) + slow);
        if (!picture) return;
        this.width = picture.width;
        this.times = new TimeScale(run, this.unit);
        this.addresses = evenScale(run, picture.height, bandHeight);
        this.left = gutterOf(picture.context, run, this.addresses);
        this.paint(run, picture, state);
        this.moveHead();
    }

    private paint(run: Run, { context, width, height }: Picture, state: State): void {
        const xOf = (call: number) => this.left + this.times.placeOf(call) * this.inner;
        const view = { context, addresses: this.addresses, xOf };
        run.memories.forEach((_, memory) => drawGrid(view, run, memory, this.left, width));
        drawSegments(view, run, height);
        paintCells(view, cellsOf(run), chosenOf(run, state.selection));
        run.memories.forEach((_, memory) => drawLimit(view, run, memory, this.left, width));
        run.memories.forEach((_, memory) => drawTitle(view, run, memory));
    }

    private moveHead(): void {
        if (!this.times) return;
        const x = this.left + this.times.placeOf(this.store.state.call + 0.5) * this.inner;
        setVariable(this.head, "x", `${x}px`);
    }

    // The pointer: drags move the call, a click selects, too.

    private callAt(event: PointerEvent): number {
        const x = event.clientX - this.canvas.getBoundingClientRect().left - this.left;
        return this.times.callAt(Math.min(Math.max(x / this.inner, 0), 1));
    }

    private listen(): void {
        let begin: number | null = null;
        this.canvas.addEventListener("pointerdown", (event) => {
            begin = event.clientX;
            this.canvas.setPointerCapture(event.pointerId);
            this.store.set({ call: this.callAt(event) });
        });
        this.canvas.addEventListener("pointermove", (event) => {
            if (begin !== null) this.store.set({ call: this.callAt(event) });
            else this.canvas.title = this.tell(event);
        });
        this.canvas.addEventListener("pointerup", (event) => {
            if (begin !== null && Math.abs(event.clientX - begin) < 3) this.selectAt(event);
            begin = null;
        });
    }

    private cellUnder(event: PointerEvent): Cell | null {
        if (!this.addresses) return null;
        const at = this.addresses.at(event.clientY - this.canvas.getBoundingClientRect().top);
        const cells = cellsOf(runOf(this.store.state.plan));
        return at && cellAt(cells, this.callAt(event), at.memory, at.address);
    }

    /// What lies under the pointer.
    private tell(event: PointerEvent): string {
        const cell = this.cellUnder(event);
        if (!cell) return "";
        const run = runOf(this.store.state.plan);
        if (!cell.span)
            return `working memory of ${run.plan.tasks[cell.task].step ?? "a transfer"}`;
        return `${run.labelOf(cell.span.buffer)}, row ${cell.span.row}`;
    }

    private selectAt(event: PointerEvent): void {
        const span = this.cellUnder(event)?.span;
        if (!span) return;
        const number = runOf(this.store.state.plan).links.tensorIn(span.buffer);
        if (number >= 0) this.store.select({ kind: "tensor", number });
    }
}

/// The cell that was written last.
export function cellAt(cells: Cell[], call: number, memory: number, address: number): Cell | null {
    const isThere = (c: Cell) =>
        c.memory === memory &&
        c.begin <= call &&
        call < c.end &&
        c.from <= address &&
        address < c.from + c.bytes;
    for (let i = cells.length - 1; i >= 0; --i) if (isThere(cells[i])) return cells[i];
    return null;
}
