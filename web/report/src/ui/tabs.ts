// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Panels of which one is shown. Arrow keys move between their titles.

import { h } from "./dom";

export interface Tab {
    id: string;
    title: string;
    panel: HTMLElement;
}

function titleOf({ id, title }: Tab, show: () => void): HTMLElement {
    const attributes = {
        type: "button",
        role: "tab",
        id: `tab-${id}`,
        "aria-controls": `panel-${id}`,
        onclick: show,
    };
    return h("button", attributes, title);
}

/// Prints have no tabs: there all panels are shown, each below its title.
function panelOf({ id, title, panel }: Tab): HTMLElement {
    const attributes = { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}` };
    return h("div", attributes, h("h3", { class: "printed" }, title), panel);
}

/// Calls `show` with the number of the title to the right or to the left.
function watchArrows(list: HTMLElement, titles: HTMLElement[], show: (i: number) => void): void {
    list.addEventListener("keydown", (event) => {
        const now = titles.findIndex((t) => t === document.activeElement);
        const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (now < 0 || by === 0) return;
        const next = (now + by + titles.length) % titles.length;
        titles[next].focus();
        show(next);
    });
}

export function tabs(label: string, all: Tab[], shown: (id: string) => void): HTMLElement {
    const titles = all.map((tab, i) => titleOf(tab, () => show(i)));
    const panels = all.map(panelOf);
    function show(i: number): void {
        titles.forEach((title, j) => {
            title.setAttribute("aria-selected", String(i === j));
            title.tabIndex = i === j ? 0 : -1;
            panels[j].hidden = i !== j;
        });
        shown(all[i].id);
    }
    const list = h("div", { role: "tablist", "aria-label": label, class: "tabs" }, ...titles);
    watchArrows(list, titles, show);
    show(0);
    return h("div", { class: "tabbed" }, list, ...panels);
}
