// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws cells, for every picture of a memory.

import type { Chosen } from "../data/chosen";
import { colorOf, palette } from "../theme/palette";
import type { AddressScale } from "./address_scale";
import type { Cell } from "./cells";

export interface View {
    context: CanvasRenderingContext2D;
    addresses: AddressScale;
    xOf: (call: number) => number;
}

export interface Rectangle {
    x: number;
    y: number;
    width: number;
    height: number;
}

export function rectangleOf(view: View, cell: Cell, begin: number, end: number): Rectangle {
    const x = view.xOf(begin);
    const y = view.addresses.placeOf(cell.memory, cell.from + cell.bytes);
    const height = view.addresses.placeOf(cell.memory, cell.from) - y;
    return { x, y, width: view.xOf(end) - x, height };
}

function fill(view: View, cell: Cell, begin: number, end: number, color: string): void {
    if (end <= begin) return;
    const r = rectangleOf(view, cell, begin, end);
    view.context.fillStyle = color;
    view.context.fillRect(r.x, r.y, Math.max(r.width, 0.6), Math.max(r.height, 0.5));
}

const hatches = new Map<string, CanvasPattern | string>();

function makeHatch(color: string): CanvasPattern | string {
    const tile = document.createElement("canvas");
    tile.width = tile.height = 5;
    const context = tile.getContext("2d");
    if (!context) return color;
    context.strokeStyle = color;
    context.lineWidth = 1;
    context.beginPath();
    for (const at of [-5, 0, 5]) {
        context.moveTo(at, 5);
        context.lineTo(at + 5, 0);
    }
    context.stroke();
    return context.createPattern(tile, "repeat") ?? color;
}

/// Thin slanted lines.
export function hatch(color: string): CanvasPattern | string {
    let known = hatches.get(color);
    if (!known) hatches.set(color, (known = makeHatch(color)));
    return known;
}

function paintScratch(view: View, cell: Cell): void {
    const r = rectangleOf(view, cell, cell.begin, cell.end);
    view.context.fillStyle = palette().ground;
    view.context.fillRect(r.x, r.y, r.width, r.height);
    view.context.fillStyle = hatch(palette().hatch);
    view.context.fillRect(r.x, r.y, Math.max(r.width, 0.6), r.height);
}

function paintRow(view: View, cell: Cell, isPale: boolean): void {
    const buffer = cell.span?.buffer ?? 0;
    view.context.globalAlpha = isPale ? 0.28 : 1;
    fill(view, cell, cell.dead, cell.end, colorOf(buffer, true));
    fill(view, cell, cell.begin, cell.dead, colorOf(buffer));
    view.context.globalAlpha = 1;
}

/// Paints cells in their order. Where something is chosen, the others are pale.
export function paintCells(view: View, cells: Cell[], chosen: Chosen): void {
    for (const cell of cells)
        if (!cell.span) paintScratch(view, cell);
        else paintRow(view, cell, chosen.buffers.size > 0 && !chosen.buffers.has(cell.span.buffer));
}

export function write(
    context: CanvasRenderingContext2D,
    text: string,
    x: number,
    y: number,
    color: string,
): void {
    context.fillStyle = color;
    context.fillText(text, x, y);
}

/// Text that can be read over lines and colors.
export function writeOnPlate(
    context: CanvasRenderingContext2D,
    text: string,
    x: number,
    y: number,
): void {
    const { ground, ink } = palette();
    context.globalAlpha = 0.88;
    context.fillStyle = ground;
    context.fillRect(x - 3, y - 11, context.measureText(text).width + 6, 15);
    context.globalAlpha = 1;
    write(context, text, x, y, ink);
}

export function useFont(context: CanvasRenderingContext2D, pixels: number, weight = 400): void {
    context.font = `${weight} ${pixels}px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif`;
}

export function strokeLine(
    view: View,
    x0: number,
    y0: number,
    x1: number,
    y1: number,
    color: string,
    dash: number[] = [],
): void {
    const { context } = view;
    context.strokeStyle = color;
    context.lineWidth = 1;
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
    context.stroke();
    context.setLineDash([]);
}
