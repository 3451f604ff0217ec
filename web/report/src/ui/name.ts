// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of steps and tensors, which may be long.

import { h, isNarrow, type Child } from "./dom";
import { shortenAll } from "./format";

/// Short forms of names; none is that of another.
export class ShortNames {
    private readonly short: Map<string, string>;

    constructor(names: Iterable<string>) {
        this.short = shortenAll(names, isNarrow() ? 24 : 40);
    }

    of(name: string): string {
        return this.short.get(name) ?? name;
    }
}

const endOfName = 7;

/// A name that gives way in its middle where there is little room.
function yielding(name: string): Child[] {
    const begin = name.slice(0, -endOfName);
    if (begin === "") return [name];
    return [h("span", { class: "begin" }, begin), h("span", {}, name.slice(-endOfName))];
}

/// In a place whose width depends on the page.
export function spellYielding(short: string, whole: string): HTMLElement[] {
    const isWhole = short === whole;
    const shown = h(
        "span",
        { class: "yielding", "aria-hidden": !isWhole && "true" },
        ...yielding(short),
    );
    return isWhole ? [shown] : [shown, h("span", { class: "unseen" }, whole)];
}

/// A name as it is shown. Screen readers and prints have the whole one.
export function spellName(short: string, whole: string): Child[] {
    if (short === whole) return [whole];
    return [
        h("span", { class: "short", "aria-hidden": "true" }, short),
        h("span", { class: "whole unseen" }, whole),
    ];
}
