// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory now: a table of the blocks, each with its slots.

import { chosenOf } from "../data/chosen";
import { runOf, type Run } from "../data/run";
import { isRing, slotCount } from "../replay/slots";
import { colorOf } from "../theme/palette";
import { watchTheme } from "../theme/theme";
import { h, setVariable } from "../ui/dom";
import { plural, shorten, spellBytes, spellCount } from "../ui/format";
import { scrolling } from "../ui/scroll";
import type { State, Store } from "../ui/store";
import { buffersOf } from "./address_scale";
import { atNextFrame } from "./canvas";
import { groupSlots, Moment, type SlotGroup } from "./slots_now";

const words = {
    written: "written now",
    read: "read now",
    live: "needed later",
    dead: "no longer needed",
    overwritten: "overwritten by another tensor",
    empty: "not written yet",
};

const rowsOf = ({ row, count }: SlotGroup): string =>
    count > 1 ? `${row}–${row + count - 1}` : String(row);

function spellGroup(group: SlotGroup, isOfRing: boolean): string {
    if (group.state === "empty") return `${plural(group.count, "slot")} ${words.empty}`;
    const where = isOfRing ? `slot ${group.first}: ` : "";
    return `${where}row ${rowsOf(group)} ${words[group.state]}`;
}

/// A row's number where there is room: a strip has some 300 pixels.
function drawGroup(group: SlotGroup, slots: number): HTMLElement {
    const text = rowsOf(group);
    const hasRoom = group.state !== "empty" && (300 * group.count) / slots > text.length * 7 + 2;
    const box = h("span", { class: `slot ${group.state}` }, hasRoom ? text : null);
    setVariable(box, "count", group.count);
    return box;
}

function drawSlots(groups: SlotGroup[], slots: number, isOfRing: boolean): HTMLElement {
    const label = groups.map((g) => spellGroup(g, isOfRing)).join("; ");
    return h(
        "div",
        { class: "slots", role: "img", "aria-label": label },
        ...groups.map((g) => drawGroup(g, slots)),
    );
}

function spellKind(run: Run, number: number): string {
    const b = run.plan.buffers[number];
    if (b.newest_rows > 0) return `window of ${b.rows} rows, newest ${b.newest_rows} in parts`;
    if (isRing(b)) return `ring of ${plural(b.rows, "row")} of ${spellCount(b.height)}`;
    return b.height === 1 ? "one row" : `whole, ${spellCount(b.height)} rows`;
}

function nameOfBlock(store: Store, run: Run, number: number, isChosen: boolean): HTMLElement {
    const tensor = run.links.tensorIn(number);
    const swatch = h("span", { class: "swatch" });
    setVariable(swatch, "color", colorOf(number));
    const attributes = {
        type: "button",
        class: "link",
        title: run.plan.buffers[number].tensor,
        "aria-pressed": String(isChosen),
        "data-tensor": tensor,
        onclick: () => tensor >= 0 && store.select({ kind: "tensor", number: tensor }),
    };
    return h("button", attributes, swatch, shorten(run.labelOf(number), 30));
}

function pictureOfBlock(moment: Moment, number: number): HTMLElement {
    const b = moment.run.plan.buffers[number];
    const picture = drawSlots(groupSlots(moment.slotsOf(number)), slotCount(b), isRing(b));
    setVariable(picture, "color", colorOf(number));
    setVariable(picture, "pale", colorOf(number, true));
    return picture;
}

interface Line {
    name: HTMLElement;
    kind: string;
    bytes: number;
    picture: HTMLElement;
}

function lineOfBuffer(store: Store, moment: Moment, number: number, isChosen: boolean): Line {
    const { run } = moment;
    return {
        name: nameOfBlock(store, run, number, isChosen),
        kind: spellKind(run, number),
        bytes: run.plan.buffers[number].bytes,
        picture: pictureOfBlock(moment, number),
    };
}

/// The kernel of this call may have written it; others keep sums and states between their calls.
function lineOfScratch({ run, call }: Moment, task: number): Line {
    const { step, does, scratch_bytes: bytes } = run.plan.tasks[task];
    const isNow = run.replay.calls[call].task === task;
    const text = isNow ? "used by this call" : "kept for a later call";
    const slot = h("span", { class: "slot scratch" }, h("span", {}, text));
    setVariable(slot, "count", 1);
    return {
        name: h("span", {}, h("span", { class: "swatch scratch" }), "working memory"),
        kind: `of ${shorten(step ?? does, 30)}`,
        bytes,
        picture: h("div", { class: "slots" }, slot),
    };
}

function rowOfBlock(store: Store, moment: Moment, block: Block, isChosen: boolean): HTMLElement {
    const { buffer, task, memory, address } = block;
    const line =
        buffer < 0 ? lineOfScratch(moment, task) : lineOfBuffer(store, moment, buffer, isChosen);
    const where = `${moment.run.memories[memory].name} ${spellCount(address)}`;
    return h(
        "tr",
        { class: isChosen ? "chosen" : "" },
        h("th", { scope: "row" }, line.name, h("small", {}, line.kind)),
        h("td", { class: "number" }, where),
        h("td", { class: "number" }, spellBytes(line.bytes)),
        h("td", { class: "strip" }, line.picture),
    );
}

/// What a line of the table is of: a buffer, or working memory of a task.
interface Block {
    buffer: number; // -1: working memory
    task: number; // -1: a buffer
    memory: number;
    address: number;
}

/// Working memory that a kernel has during a call.
function scratchNow(run: Run, call: number): Block[] {
    return run.scratch
        .filter((s) => s.begin <= call && call < s.end)
        .flatMap(({ task }) => {
            const { scratch_region, scratch_offset: address } = run.plan.tasks[task];
            const memory = run.memories.findIndex((m) => m.name === scratch_region);
            return memory < 0 ? [] : [{ buffer: -1, task, memory, address }];
        });
}

/// The blocks that are there, the highest address first, as in the map.
export function blocksNow(run: Run, call: number): Block[] {
    const buffers = buffersOf(run, run.replay.calls[call].segment).flatMap((buffer): Block[] => {
        const place = run.places[buffer];
        if (!place) return [];
        const address = place.base + run.plan.buffers[buffer].offset;
        return [{ buffer, task: -1, memory: place.memory, address }];
    });
    return [...buffers, ...scratchNow(run, call)].sort(
        (a, b) => a.memory - b.memory || b.address - a.address,
    );
}

function headings(): HTMLElement {
    const title = (text: string, isNumber = false) =>
        h("th", { scope: "col", class: isNumber ? "number" : "" }, text);
    const titles = [
        title("Block"),
        title("Address", true),
        title("Size", true),
        title("Slots and the rows in them"),
    ];
    return h("thead", {}, h("tr", {}, ...titles));
}

export function nowTable(store: Store): HTMLElement {
    const body = h("tbody");
    const caption = h("caption", {}, "The memory now, by address");
    const table = h("table", { class: "now" }, caption, headings(), body);
    const fill = ({ plan, call, selection }: State): void => {
        const run = runOf(plan);
        if (run.replay.calls.length === 0) return;
        const chosen = chosenOf(run, selection);
        const moment = new Moment(run, call);
        const focused = (document.activeElement as HTMLElement | null)?.dataset.tensor;
        body.replaceChildren(
            ...blocksNow(run, call).map((block) =>
                rowOfBlock(store, moment, block, chosen.buffers.has(block.buffer)),
            ),
        );
        refocus(body, focused);
    };
    const redraw = atNextFrame(() => fill(store.state));
    store.watch(["plan", "call", "selection"], redraw);
    watchTheme(redraw);
    return scrolling("The memory now", table);
}

/// What had the keyboard's focus gets it again.
function refocus(body: HTMLElement, tensor: string | undefined): void {
    if (tensor === undefined) return;
    const buttons = [...body.querySelectorAll<HTMLElement>("button[data-tensor]")];
    buttons.find((b) => b.dataset.tensor === tensor)?.focus({ preventScroll: true });
}
