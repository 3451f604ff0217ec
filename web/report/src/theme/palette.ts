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
    onColor: string; // text on colors of tensors
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
        onColor: read("on-color"),
        isDark: resolve(probe, "light-dark(white, black)") === "rgb(0, 0, 0)",
    };
    probe.remove();
    return found;
}

/// The golden angle keeps hues of neighbors apart.
const hueOf = (buffer: number): number => (205 + buffer * 137.508) % 360;

interface Tone {
    lightness: number;
    chroma: number;
}
const light: Tone[] = [
    { lightness: 0.79, chroma: 0.1 },
    { lightness: 0.69, chroma: 0.125 },
    { lightness: 0.85, chroma: 0.085 },
];
const dark: Tone[] = [
    { lightness: 0.62, chroma: 0.11 },
    { lightness: 0.72, chroma: 0.12 },
    { lightness: 0.66, chroma: 0.055 },
];

/// Hues come near each other again after 5, 8, 13 or 21 tensors: these differ in lightness and chroma.
const toneOf = (buffer: number): number => (buffer + Math.floor(buffer / 21)) % 3;

function makeColor(buffer: number, isDead: boolean): string {
    const hue = hueOf(buffer).toFixed(1);
    const { isDark } = palette();
    if (isDead) return isDark ? `oklch(0.29 0.03 ${hue})` : `oklch(0.955 0.022 ${hue})`;
    const { lightness, chroma } = (isDark ? dark : light)[toneOf(buffer)];
    return `oklch(${lightness} ${chroma} ${hue})`;
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
