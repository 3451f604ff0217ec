// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Light, dark, or as the system wants it.

import { drawAtOnce } from "../map/canvas";
import { h } from "../ui/dom";
import { watchPrinter } from "../ui/printer";
import { forgetPalette } from "./palette";

export type Theme = "auto" | "light" | "dark";

const titles: Record<Theme, string> = { auto: "As the system", light: "Light", dark: "Dark" };

type Listener = () => void;
const listeners: Listener[] = [];

/// Tells `listener` that colors have changed.
export function watchTheme(listener: Listener): void {
    listeners.push(listener);
}

function apply(theme: Theme): void {
    document.documentElement.dataset.theme = theme;
    refresh();
}
function refresh(): void {
    forgetPalette();
    for (const tell of listeners) tell();
}

function makeOption(theme: Theme, chosen: Theme): HTMLElement {
    const input = h("input", {
        type: "radio",
        name: "theme",
        value: theme,
        checked: theme === chosen,
        onchange: () => apply(theme),
    });
    return h("label", {}, input, h("span", {}, titles[theme]));
}

/// Prints are light, whatever the screen shows.
export function printLight(): void {
    let shown = "auto" as Theme;
    const begin = () => {
        shown = (document.documentElement.dataset.theme as Theme) ?? "auto";
        apply("light");
        drawAtOnce();
    };
    watchPrinter(begin, () => apply(shown));
}

/// Three buttons, of which one is on.
export function themeSwitch(): HTMLElement {
    document.documentElement.dataset.theme ??= "auto";
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", refresh);
    const options = (["auto", "light", "dark"] as Theme[]).map((t) => makeOption(t, "auto"));
    const legend = h("legend", { class: "unseen" }, "Colors");
    return h("fieldset", { class: "switch" }, legend, ...options);
}
