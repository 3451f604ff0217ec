// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A canvas as wide as its place, sharp on every screen.

import { h } from "../ui/dom";

export interface Picture {
    element: HTMLCanvasElement;
    context: CanvasRenderingContext2D;
    width: number;
    height: number;
}

const widths = new WeakMap<HTMLCanvasElement, number>();
const sizes = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries)
        widths.set(target as HTMLCanvasElement, contentRect.width);
});

/// As wide as it was at the last change: asking it would lay the whole page out again.
function widthOf(element: HTMLCanvasElement): number {
    return widths.get(element) || element.clientWidth;
}

/// Gives the canvas its size, and clears it.
export function prepare(element: HTMLCanvasElement, height: number): Picture | null {
    const width = widthOf(element);
    const context = element.getContext("2d");
    if (!context || width === 0) return null;
    const ratio = Math.max(window.devicePixelRatio || 1, 1);
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    element.style.height = `${height}px`;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    return { element, context, width, height };
}

export function makeCanvas(label: string): HTMLCanvasElement {
    const element = h("canvas", { role: "img", "aria-label": label });
    sizes.observe(element);
    return element;
}

const waiting = new Set<() => void>();

/// Draws now what waits for the next frame, or for the moment after it: a printer does not wait.
export function drawAtOnce(): void {
    for (let round = 0; round < 2; ++round) {
        const all = [...waiting];
        waiting.clear();
        for (const draw of all) draw();
    }
}

/// Calls `draw` at most once per frame.
export function atNextFrame(draw: () => void): () => void {
    return () => {
        if (waiting.has(draw)) return;
        waiting.add(draw);
        requestAnimationFrame(() => {
            if (waiting.delete(draw)) draw();
        });
    };
}

/// As atNextFrame, but after that frame was painted: what may come a moment later.
export function afterNextFrame(draw: () => void): () => void {
    return atNextFrame(() => {
        waiting.add(draw);
        setTimeout(() => {
            if (waiting.delete(draw)) draw();
        });
    });
}

/// Tells of each new width. An element that nobody has seen yet has none.
export function watchSize(element: Element, tell: (width: number) => void): void {
    let width = 0;
    new ResizeObserver(([entry]) => {
        if (Math.abs(entry.contentRect.width - width) < 1) return;
        width = entry.contentRect.width;
        tell(width);
    }).observe(element);
}
