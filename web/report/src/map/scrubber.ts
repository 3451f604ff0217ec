// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves through the calls of a run: a slider, buttons, and a player.

import { runOf } from "../data/run";
import { h, s, wantsCalm } from "../ui/dom";
import type { Store } from "../ui/store";
import { spellCall, spellPosition } from "./sentence";

const speeds: [string, number][] = [
    ["4 calls a second", 4],
    ["15 calls a second", 15],
    ["60 calls a second", 60],
];

/// Goes on by itself, until the end or until it is stopped.
class Player {
    private timer = 0;
    private callsPerSecond = speeds[1][1];

    constructor(
        private readonly store: Store,
        private readonly tell: (plays: boolean) => void,
    ) {
        if (wantsCalm()) this.callsPerSecond = speeds[0][1];
    }

    get plays(): boolean {
        return this.timer !== 0;
    }
    get speed(): number {
        return this.callsPerSecond;
    }
    setSpeed(callsPerSecond: number): void {
        this.callsPerSecond = callsPerSecond;
        if (this.plays) this.start();
    }
    toggle(): void {
        if (this.plays) this.stop();
        else this.start();
    }
    stop(): void {
        window.clearInterval(this.timer);
        this.timer = 0;
        this.tell(false);
    }

    /// At the last call it begins anew.
    private start(): void {
        window.clearInterval(this.timer);
        const { plan, call } = this.store.state;
        if (call >= runOf(plan).replay.calls.length - 1) this.store.set({ call: 0 });
        this.timer = window.setInterval(() => this.advance(), 1000 / this.callsPerSecond);
        this.tell(true);
    }
    private advance(): void {
        const { plan, call } = this.store.state;
        const last = runOf(plan).replay.calls.length - 1;
        if (call >= last) this.stop();
        else this.store.set({ call: call + 1 });
    }
}

const signs = {
    first: "M3 2h2v12H3zM14 2v12L6 8z",
    back: "M12 2v12L4 8z",
    play: "M4 2v12l10-6z",
    pause: "M3 2h4v12H3zM9 2h4v12H9z",
    next: "M4 2v12l8-6z",
    last: "M11 2h2v12h-2zM2 2v12l8-6z",
};

function sign(name: keyof typeof signs): SVGElement {
    return s(
        "svg",
        { viewBox: "0 0 16 16", width: 13, height: 13, "aria-hidden": "true" },
        s("path", { d: signs[name] }),
    );
}

function setButton(button: HTMLButtonElement, label: string, name: keyof typeof signs): void {
    button.setAttribute("aria-label", label);
    button.title = label;
    button.replaceChildren(sign(name));
}

function makeButton(label: string, name: keyof typeof signs, act: () => void): HTMLButtonElement {
    const button = h("button", { type: "button", class: "tool", onclick: act });
    setButton(button, label, name);
    return button;
}

function goBy(store: Store, calls: number): void {
    const last = runOf(store.state.plan).replay.calls.length - 1;
    store.set({ call: Math.min(Math.max(store.state.call + calls, 0), Math.max(last, 0)) });
}

/// To the first call of a neighboring segment.
function goBySegment(store: Store, by: 1 | -1): void {
    const { firstCall, calls } = runOf(store.state.plan).replay;
    const { segment } = calls[store.state.call];
    const isInside = store.state.call > firstCall[segment];
    const to = by > 0 ? segment + 1 : isInside ? segment : segment - 1;
    store.set({ call: Math.min(firstCall[Math.max(to, 0)], calls.length - 1) });
}

function makeSlider(store: Store): HTMLInputElement {
    const slider = h("input", {
        type: "range",
        min: 0,
        step: 1,
        id: "call",
        "aria-label": "Call of the run",
    });
    slider.addEventListener("input", () => store.set({ call: Number(slider.value) }));
    store.watch(["plan", "call"], ({ plan, call }) => {
        const run = runOf(plan);
        slider.max = String(Math.max(run.replay.calls.length - 1, 0));
        slider.value = String(call);
        if (run.replay.calls.length > 0)
            slider.setAttribute(
                "aria-valuetext",
                `${spellPosition(run, call)}: ${spellCall(run, call)}`,
            );
    });
    return slider;
}

function speedChoice(player: Player): HTMLElement {
    const options = speeds.map(([text, speed]) =>
        h("option", { value: speed, selected: speed === player.speed }, text),
    );
    const select = h("select", { "aria-label": "Speed" }, ...options);
    select.addEventListener("change", () => player.setSpeed(Number(select.value)));
    return select;
}

/// The slider with its buttons, and the current call in words.
export function scrubber(store: Store): HTMLElement {
    const play = makeButton("Play", "play", () => player.toggle());
    const player = new Player(store, (plays) => {
        setButton(play, plays ? "Pause" : "Play", plays ? "pause" : "play");
    });
    store.watch(["plan"], () => player.stop());
    const tools = h(
        "div",
        { class: "tools", role: "group", "aria-label": "Move through the run" },
        makeButton("Segment before", "first", () => goBySegment(store, -1)),
        makeButton("Call before", "back", () => goBy(store, -1)),
        play,
        makeButton("Next call", "next", () => goBy(store, 1)),
        makeButton("Next segment", "last", () => goBySegment(store, 1)),
        speedChoice(player),
    );
    return h("div", { class: "scrubber" }, tools, makeSlider(store), callInWords(store));
}

function callInWords(store: Store): HTMLElement {
    const where = h("b");
    const what = h("span");
    store.watch(["plan", "call"], ({ plan, call }) => {
        const run = runOf(plan);
        if (run.replay.calls.length === 0) return;
        where.textContent = `${spellPosition(run, call)}. `;
        what.textContent = spellCall(run, call);
    });
    return h("p", { class: "call" }, where, what);
}
