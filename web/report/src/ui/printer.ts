// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells when the page is printed: paper shows all at once, and waits for no frame.

interface Watcher {
    begin: () => void;
    end: () => void;
}

const watchers: Watcher[] = [];
let prints = false;

function set(now: boolean): void {
    if (now === prints) return;
    prints = now;
    for (const { begin, end } of watchers) (now ? begin : end)();
}

/// Calls `begin` before the page is printed, and `end` after. Who asks first is told first.
export function watchPrinter(begin: () => void, end: () => void): void {
    if (watchers.length === 0) {
        window.addEventListener("beforeprint", () => set(true));
        window.addEventListener("afterprint", () => set(false));
        window.matchMedia("print").addEventListener("change", ({ matches }) => set(matches));
    }
    watchers.push({ begin, end });
}

/// Opens what is folded, for as long as the page is printed.
export function unfoldForPrinter(): void {
    let folded: HTMLDetailsElement[] = [];
    const open = () => {
        folded = [...document.querySelectorAll<HTMLDetailsElement>("details:not([open])")];
        for (const fold of folded) fold.open = true;
    };
    watchPrinter(open, () => {
        for (const fold of folded) fold.open = false;
    });
}
