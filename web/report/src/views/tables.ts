// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section of the tables.

import { chosenOf, type Chosen } from "../data/chosen";
import { isActivation } from "../data/links";
import type { Constant, Step, Tensor } from "../data/plan";
import { runOf, type Run } from "../data/run";
import { afterNextFrame } from "../map/canvas";
import { h, section } from "../ui/dom";
import { spellReal } from "../ui/format";
import { watchPrinter } from "../ui/printer";
import type { Store } from "../ui/store";
import { SortableTable, type Column, type TableOptions } from "../ui/table";
import { tabs } from "../ui/tabs";
import {
    constantColumns,
    placementColumns,
    rangeColumns,
    stepColumns,
    stepFoot,
    tensorColumns,
    tensorFoot,
} from "./columns";
import { rangeOf } from "./ranges";

type Marks = (chosen: Chosen) => Set<number>;
interface Made {
    element: HTMLElement;
    mark: (chosen: Chosen) => void;
}

function make<Row>(options: TableOptions<Row>, marks: Marks): Made {
    const table = new SortableTable(options);
    return { element: table.element, mark: (chosen) => table.mark(marks(chosen)) };
}

const nothing = (text: string): Made => ({
    element: h("p", { class: "soft" }, text),
    mark: () => {},
});

/// The number of each thing in a list of the plan.
function numbersOf<Row>(all: Row[]): (row: Row) => number {
    const numbers = new Map(all.map((row, number) => [row, number]));
    return (row) => numbers.get(row) ?? -1;
}

function tensorTable(
    store: Store,
    caption: string,
    { plan }: Run,
    columns: Column<Tensor>[],
    more: Partial<TableOptions<Tensor>>,
): Made {
    const number = numbersOf(plan.tensors);
    const options = {
        caption,
        columns,
        rows: plan.tensors.filter(isActivation),
        ...more,
        key: number,
        select: (t: Tensor) => store.select({ kind: "tensor", number: number(t) }),
    };
    return make(options, (chosen) => chosen.tensors);
}

function stepTable(store: Store, run: Run): Made {
    const number = numbersOf(run.plan.steps);
    const options = {
        caption: "Steps",
        columns: stepColumns(run),
        rows: run.plan.steps,
        key: number,
        select: (step: Step) => store.select({ kind: "step", number: number(step) }),
        foot: stepFoot(run),
    };
    return make(options, (chosen) => chosen.steps);
}

function constantTable(_: Store, { plan }: Run): Made {
    if (!plan.constants?.length) return nothing("The plan lists no constants.");
    const steps = new Map(plan.steps.map(({ name }, number) => [name, number]));
    const options = {
        caption: "Constants",
        columns: constantColumns(plan),
        rows: plan.constants,
        key: ({ step }: Constant) => steps.get(step ?? "") ?? -1,
    };
    return make(options, (chosen) => chosen.steps);
}

function rangeTable(store: Store, run: Run): Made {
    const rows = run.plan.tensors.filter((t) => isActivation(t) && rangeOf(t) !== null);
    const bounds = rows.map((t) => rangeOf(t) ?? { low: 0, high: 0 });
    const largest = Math.max(1e-9, ...bounds.flatMap((b) => [-b.low, b.high]));
    if (rows.length === 0) return nothing("No tensor of this model is quantized.");
    const hint = `Bars show ranges from −${spellReal(largest)} to ${spellReal(largest)}. The line is 0, and the axis is logarithmic on both sides of it.`;
    const columns = rangeColumns(run, largest);
    return tensorTable(store, "Quantization ranges", run, columns, { rows, hint });
}

const makers: Record<string, (store: Store, run: Run) => Made> = {
    steps: stepTable,
    tensors: (store, run) =>
        tensorTable(store, "Tensors", run, tensorColumns(run), { foot: tensorFoot(run) }),
    constants: constantTable,
    placement: (store, run) =>
        tensorTable(store, "Placement", run, placementColumns(run), { foot: tensorFoot(run) }),
    ranges: rangeTable,
};

const titles: Record<string, string> = {
    steps: "Steps",
    tensors: "Tensors",
    constants: "Constants",
    placement: "Placement",
    ranges: "Quantization ranges",
};

/// Tables are made when they are shown, or printed: large models have thousands of cells.
export function tablesView(store: Store): HTMLElement {
    const panels = new Map(Object.keys(makers).map((id) => [id, h("div")]));
    const run = () => runOf(store.state.plan);
    let shown = "steps";
    let made: Made | null = null;
    const mark = () => made?.mark(chosenOf(run(), store.state.selection));
    const fill = (id: string) => {
        shown = id;
        made = makers[id](store, run());
        panels.get(id)?.replaceChildren(made.element);
        mark();
    };
    const fillOthers = (contents: (id: string) => HTMLElement[]) => {
        for (const [id, panel] of panels) if (id !== shown) panel.replaceChildren(...contents(id));
    };
    watchPrinter(
        () => fillOthers((id) => [makers[id](store, run()).element]),
        () => fillOthers(() => []),
    );
    const all = [...panels].map(([id, panel]) => ({ id, title: titles[id], panel }));
    const element = tabs("Tables", all, fill);
    store.watch(
        ["plan"],
        afterNextFrame(() => fill(shown)),
    );
    store.watch(["selection"], mark);
    return section("tables", "Tables", null, element);
}
