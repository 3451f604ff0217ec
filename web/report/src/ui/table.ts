// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table that is sorted by a click on a heading and filtered by words.

import { h, wordsOf, type Child } from "./dom";
import { spellName, type ShortNames } from "./name";
import { scrolling } from "./scroll";

export interface Column<Row> {
    title: string;
    isNumber?: boolean;
    text: (row: Row) => string;
    names?: ShortNames; // the text is a name, shown as short as here
    value?: (row: Row) => number | string; // by which it is sorted
    show?: (row: Row) => Node; // instead of the text
}

export interface TableOptions<Row> {
    caption: string;
    columns: Column<Row>[];
    rows: Row[];
    key: (row: Row) => number; // what is marked
    select?: (row: Row) => void; // the first column is a button then
    hint?: string; // above the table
    foot?: string; // below it
}

export class SortableTable<Row> {
    readonly element: HTMLElement;
    private readonly body = h("tbody");
    private readonly count = h("output", { class: "soft" });
    private readonly filter: HTMLInputElement;
    private readonly headings: HTMLTableCellElement[];
    private sorted = -1;
    private isFalling = false;
    private readonly lines = new Map<Row, HTMLTableRowElement>();

    constructor(private readonly options: TableOptions<Row>) {
        this.headings = options.columns.map((column, i) => this.heading(column, i));
        this.filter = h("input", {
            type: "search",
            placeholder: "Filter",
            "aria-label": `Filter: ${options.caption}`,
            oninput: () => this.fill(),
        });
        const table = h(
            "table",
            {},
            h("caption", { class: "unseen" }, options.caption),
            h("thead", {}, h("tr", {}, ...this.headings)),
            this.body,
        );
        const scroll = scrolling(options.caption, table, "tall");
        const { hint, foot } = options;
        this.element = h(
            "div",
            {},
            h("div", { class: "filter" }, this.filter, this.count),
            hint ? h("p", { class: "hint" }, hint) : null,
            scroll,
            foot ? h("p", { class: "foot" }, ...wordsOf(foot)) : null,
        );
        this.fill();
    }

    /// Marks the rows with these keys.
    mark(keys: Set<number>): void {
        for (const [row, line] of this.lines) {
            const isChosen = keys.has(this.options.key(row));
            line.classList.toggle("chosen", isChosen);
            line.querySelector("button")?.setAttribute("aria-pressed", String(isChosen));
        }
    }

    private heading(column: Column<Row>, i: number): HTMLTableCellElement {
        const button = h("button", { type: "button", onclick: () => this.sortBy(i) }, column.title);
        return h("th", { scope: "col", class: column.isNumber ? "number" : "" }, button);
    }

    private sortBy(i: number): void {
        const isAgain = this.sorted === i;
        this.isFalling = isAgain ? !this.isFalling : Boolean(this.options.columns[i].isNumber);
        this.sorted = i;
        this.headings.forEach((th, j) => {
            if (i === j) th.setAttribute("aria-sort", this.isFalling ? "descending" : "ascending");
            else th.removeAttribute("aria-sort");
        });
        this.fill();
    }

    private lineOf(row: Row): HTMLTableRowElement {
        let line = this.lines.get(row);
        if (!line) this.lines.set(row, (line = this.makeLine(row)));
        return line;
    }

    private makeLine(row: Row): HTMLTableRowElement {
        const cells = this.options.columns.map((column, i) => {
            const attributes = {
                class: column.names ? "name" : column.isNumber ? "number" : "",
                title: column.names ? column.text(row) : null,
            };
            if (i > 0) return h("td", attributes, ...contentOf(column, row));
            return h("th", { ...attributes, scope: "row" }, ...this.titleOf(row));
        });
        return h("tr", {}, ...cells);
    }

    private titleOf(row: Row): Child[] {
        const { select, columns } = this.options;
        const content = contentOf(columns[0], row);
        if (!select) return content;
        const attributes = { type: "button", class: "link", onclick: () => select(row) };
        return [h("button", attributes, ...content)];
    }

    private matches(row: Row): boolean {
        const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
        const text = this.options.columns
            .map((c) => c.text(row))
            .join(" ")
            .toLowerCase();
        return words.every((word) => text.includes(word));
    }

    private fill(): void {
        const rows = this.options.rows.filter((row) => this.matches(row));
        const column = this.options.columns[this.sorted];
        if (column) rows.sort((a, b) => compare(column, a, b) * (this.isFalling ? -1 : 1));
        this.body.replaceChildren(...rows.map((row) => this.lineOf(row)));
        this.count.textContent = `${rows.length} of ${this.options.rows.length}`;
    }
}

function contentOf<Row>({ show, names, text }: Column<Row>, row: Row): Child[] {
    if (show) return [show(row)];
    return names ? spellName(names.of(text(row)), text(row)) : [text(row)];
}

function compare<Row>(column: Column<Row>, a: Row, b: Row): number {
    const value = column.value ?? column.text;
    const [x, y] = [value(a), value(b)];
    if (typeof x === "number" && typeof y === "number") return x - y;
    return String(x).localeCompare(String(y), "en", { numeric: true });
}
