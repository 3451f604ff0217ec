// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section of the maps: the whole run, the calls around the current one, and the memory now.

import { Closeup } from "../map/closeup";
import { nowTable } from "../map/now";
import { Overview } from "../map/overview";
import { scrubber } from "../map/scrubber";
import type { TimeUnit } from "../map/time_scale";
import { h, section } from "../ui/dom";
import type { Store } from "../ui/store";

const lead =
    "Time runs to the right, addresses run upwards. Each row of a tensor is a bar: from the call " +
    "that writes it to the last call that reads it. A ring keeps the last rows of a tensor, so " +
    "new rows take the places of old ones.";

function unitChoice(overview: Overview): HTMLElement {
    const option = (unit: TimeUnit, text: string) => {
        const input = h("input", {
            type: "radio",
            name: "unit",
            value: unit,
            checked: unit === overview.unit,
            onchange: () => overview.setUnit(unit),
        });
        return h("label", {}, input, h("span", {}, text));
    };
    const legend = h("legend", { class: "unseen" }, "Width of a segment");
    return h(
        "fieldset",
        { class: "switch" },
        legend,
        option("steps", "Steps equally wide"),
        option("calls", "Calls equally wide"),
    );
}

const keys: [string, string][] = [
    ["written", "written by this call"],
    ["read", "read by this call"],
    ["live", "needed later"],
    ["dead", "no longer needed"],
    ["overwritten", "overwritten by another tensor"],
    ["scratch", "working memory of a kernel"],
];

function legend(): HTMLElement {
    const items = keys.map(([key, text]) => h("li", {}, h("span", { class: `key ${key}` }), text));
    return h("ul", { class: "legend", "aria-label": "Signs of the map" }, ...items);
}

export function mapView(store: Store): HTMLElement {
    const overview = new Overview(store);
    const closeup = new Closeup(store);
    return section(
        "map",
        "Memory over time",
        lead,
        unitChoice(overview),
        overview.element,
        scrubber(store),
        h("h3", {}, "The calls around this one"),
        h(
            "p",
            { class: "hint" },
            "Small blocks are drawn larger than their bytes. Numbers are rows; an edge marks a write, a dot a read. Calls and rows are counted from 0.",
        ),
        closeup.element,
        legend(),
        nowTable(store),
    );
}
