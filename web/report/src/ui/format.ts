// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers and names as text. 1 KB is 1 024 bytes.

const space = "\u202f";
export const dash = "–";

/// 12 345 with thin spaces.
export function spellCount(n: number): string {
    return String(Math.round(n)).replace(/\B(?=(\d{3})+(?!\d))/g, space);
}

export const plural = (n: number, word: string): string =>
    `${spellCount(n)} ${word}${n === 1 ? "" : "s"}`;

/// Three digits, for example 7.49 or 230.
function digits(n: number): string {
    return n >= 99.95 ? spellCount(n) : n.toFixed(n >= 9.995 ? 1 : 2).replace(/\.0+$/, "");
}

export function spellBytes(bytes: number): string {
    if (Math.abs(bytes) < 1024) return plural(bytes, "byte");
    const kilobytes = Math.abs(bytes) / 1024;
    const sign = bytes < 0 ? "−" : "";
    return sign + (kilobytes < 100 ? kilobytes.toFixed(1) : spellCount(kilobytes)) + " KB";
}

export function spellLarge(n: number): string {
    if (n < 1e4) return spellCount(n);
    if (n < 1e6) return `${digits(n / 1e3)} k`;
    return n < 1e9 ? `${digits(n / 1e6)} M` : `${digits(n / 1e9)} G`;
}

export function spellPercent(part: number, whole: number): string {
    const percent = whole > 0 ? (100 * part) / whole : 0;
    if (percent > 0 && percent < 0.1) return "<0.1 %";
    return `${percent > 0 && percent < 9.95 ? percent.toFixed(1) : Math.round(percent)} %`;
}

/// A real number of a tensor's range.
export function spellReal(x: number): string {
    return Number(x.toPrecision(4)).toString().replace("-", "−");
}

export function spellShape(shape: number[] | undefined): string {
    return shape ? shape.join("×") || "scalar" : dash;
}

/// A long name, without its middle.
export function shorten(name: string, length: number): string {
    if (name.length <= length) return name;
    const begin = Math.ceil((length - 1) * 0.7);
    return `${name.slice(0, begin)}…${name.slice(name.length - (length - 1 - begin))}`;
}

/// How many characters these names begin with, up to a separator.
function sharedBegin([first, ...others]: string[]): number {
    if (others.length === 0) return 0;
    let count = first.length;
    for (const name of others) while (!name.startsWith(first.slice(0, count))) --count;
    return Math.max(...["/", ".", "_"].map((c) => first.slice(0, count).lastIndexOf(c))) + 1;
}

/// What names are shortened to, as the tool does it (tools/onnx2hpp/show/table.hpp): of long ones that
/// begin alike what follows is kept, and different ones never become the same.
export function shortenAll(names: Iterable<string>, length: number): Map<string, string> {
    const all = new Set(names);
    const begin = sharedBegin([...all].filter((name) => name.length > length));
    const counts = new Map<string, number>();
    const short = new Map<string, string>();
    for (const name of all) {
        const isCut = begin > 2 && name.length > length;
        const made = shorten(isCut ? `…${name.slice(begin)}` : name, length);
        const count = (counts.get(made) ?? 0) + 1;
        counts.set(made, count);
        short.set(name, count > 1 ? `${made}~${count}` : made);
    }
    return short;
}

/// "4" or "4 to 9" of a range [first, last).
export function spellRange(first: number, last: number): string {
    return last - first <= 1 ? String(first) : `${first} to ${last - 1}`;
}
