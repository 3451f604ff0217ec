// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Colors of a theme, as the style sheet has them, and those of tensors.

export interface Palette {
    ink: string;
    soft: string;
    line: string;
    ground: string;
    accent: string;
    read: string;
    hatch: string;
    isDark: boolean;
}

let known: Palette | null = null;

export function palette(): Palette {
    return (known ??= readPalette());
}

/// After the theme has changed.
export function forgetPalette(): void {
    known = null;
    colors.live = [];
    colors.dead = [];
}

/// What a value of the style sheet is under the present theme.
function resolve(probe: HTMLElement, color: string): string {
    probe.style.color = color;
    return getComputedStyle(probe).color;
}

function readPalette(): Palette {
    const probe = document.body.appendChild(document.createElement("span"));
    const read = (name: string) => resolve(probe, `var(--${name})`);
    const found = {
        ink: read("ink"),
        soft: read("soft"),
        line: read("line"),
        ground: read("ground"),
        accent: read("accent"),
        read: read("read"),
        hatch: read("hatch"),
        isDark: resolve(probe, "light-dark(white, black)") === "rgb(0, 0, 0)",
    };
    probe.remove();
    return found;
}

/// The golden angle keeps hues of neighbors apart.
const hueOf = (buffer: number): number => (205 + buffer * 137.508) % 360;

function makeColor(buffer: number, isDead: boolean): string {
    const hue = hueOf(buffer).toFixed(1);
    if (palette().isDark) return isDead ? `oklch(0.29 0.03 ${hue})` : `oklch(0.6 0.11 ${hue})`;
    return isDead ? `oklch(0.955 0.022 ${hue})` : `oklch(0.79 0.1 ${hue})`;
}

let dot: CanvasRenderingContext2D | null = null;

/// Canvases understand #rrggbb quicker, and maps have thousands of rows.
function asBytes(color: string): string {
    dot ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (!dot) return color;
    dot.fillStyle = color;
    dot.fillRect(0, 0, 1, 1);
    const [red, green, blue] = dot.getImageData(0, 0, 1, 1).data;
    return `rgb(${red},${green},${blue})`;
}

const colors: { live: string[]; dead: string[] } = { live: [], dead: [] };

/// A tensor's color, or the paler one of rows that nobody needs any more.
export function colorOf(buffer: number, isDead = false): string {
    const known = isDead ? colors.dead : colors.live;
    return (known[buffer] ??= asBytes(makeColor(buffer, isDead)));
}
