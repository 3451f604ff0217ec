// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section of the tables.

import { chosenOf, type Chosen } from "../data/chosen";
import { runOf, type Run } from "../data/run";
import { afterNextFrame } from "../map/canvas";
import { h, section } from "../ui/dom";
import { spellReal } from "../ui/format";
import type { Store } from "../ui/store";
import { SortableTable, type TableOptions } from "../ui/table";
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

type Marks = (chosen: Chosen) => Set<string>;
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

function tensorTable(
    store: Store,
    caption: string,
    run: Run,
    columns: TableOptions<Run["plan"]["tensors"][0]>["columns"],
    more: Partial<TableOptions<Run["plan"]["tensors"][0]>> = { foot: tensorFoot(run) },
): Made {
    const options = {
        caption,
        columns,
        rows: [...run.tensors.values()],
        ...more,
        key: (t: { name: string }) => t.name,
        select: (t: { name: string }) => store.select({ kind: "tensor", name: t.name }),
    };
    return make(options, (chosen) => chosen.tensors);
}

const makers: Record<string, (store: Store, run: Run) => Made> = {
    steps: (store, run) =>
        make(
            {
                caption: "Steps",
                columns: stepColumns(run),
                rows: run.plan.steps,
                key: (step) => step.name,
                select: (step) => store.select({ kind: "step", name: step.name }),
                foot: stepFoot(run),
            },
            (chosen) => chosen.steps,
        ),
    tensors: (store, run) => tensorTable(store, "Tensors", run, tensorColumns(run)),
    constants: (_, { plan }) =>
        plan.constants?.length
            ? make(
                  {
                      caption: "Constants",
                      columns: constantColumns,
                      rows: plan.constants,
                      key: (c) => c.step ?? "",
                  },
                  (chosen) => chosen.steps,
              )
            : nothing("The plan lists no constants."),
    placement: (store, run) => tensorTable(store, "Placement", run, placementColumns(run)),
    ranges: (store, run) => {
        const rows = [...run.tensors.values()].filter((t) => rangeOf(t) !== null);
        const bounds = rows.map((t) => rangeOf(t) ?? { low: 0, high: 0 });
        const largest = Math.max(1e-9, ...bounds.flatMap((b) => [-b.low, b.high]));
        if (rows.length === 0) return nothing("No tensor of this model is quantized.");
        const hint = `Bars show ranges from −${spellReal(largest)} to ${spellReal(largest)}. The line is 0, and the axis is logarithmic on both sides of it.`;
        return tensorTable(store, "Quantization ranges", run, rangeColumns(largest), {
            rows,
            hint,
        });
    },
};

const titles: Record<string, string> = {
    steps: "Steps",
    tensors: "Tensors",
    constants: "Constants",
    placement: "Placement",
    ranges: "Quantization ranges",
};

/// Tables are made when they are shown: large models have thousands of cells.
export function tablesView(store: Store): HTMLElement {
    const panels = new Map(Object.keys(makers).map((id) => [id, h("div")]));
    let shown = "steps";
    let made: Made | null = null;
    const mark = () => made?.mark(chosenOf(runOf(store.state.plan), store.state.selection));
    const fill = (id: string) => {
        shown = id;
        made = makers[id](store, runOf(store.state.plan));
        panels.get(id)?.replaceChildren(made.element);
        mark();
    };
    const all = [...panels].map(([id, panel]) => ({ id, title: titles[id], panel }));
    const element = tabs("Tables", all, fill);
    store.watch(
        ["plan"],
        afterNextFrame(() => fill(shown)),
    );
    store.watch(["selection"], mark);
    return section("tables", "Tables", null, element);
}
