// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes elements. All text goes through text nodes, never through HTML.

export type Child = Node | string | number | null | undefined | false;

type Handler = (event: never) => void;
export type Attributes = Record<string, string | number | boolean | null | undefined | Handler>;

function setAttribute(element: Element, name: string, value: Attributes[string]): void {
    if (value === null || value === undefined || value === false) return;
    if (typeof value === "function")
        element.addEventListener(name.slice(2), value as unknown as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
}

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
    for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
    for (const child of children)
        if (child !== null && child !== undefined && child !== false)
            element.append(typeof child === "number" ? String(child) : child);
    return element;
}

/// An HTML element. Attributes that begin with "on" are listeners.
export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Attributes = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    return fill(document.createElement(tag), attributes, children);
}

/// An SVG element.
export function s<K extends keyof SVGElementTagNameMap>(
    tag: K,
    attributes: Attributes = {},
    ...children: Child[]
): SVGElementTagNameMap[K] {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    return fill(element, attributes, children);
}

/// A text whose options, such as --input-shape, do not break after their dashes.
export function wordsOf(text: string): Child[] {
    return text
        .split(/(--\S+)/)
        .map((part) => (part.startsWith("--") ? h("span", { class: "word" }, part) : part));
}

/// A section with its heading, as a landmark.
export function section(id: string, title: string, lead: Child, ...children: Child[]): HTMLElement {
    const heading = h("h2", { id: `${id}-title` }, title);
    const text = lead ? h("p", { class: "lead" }, lead) : null;
    return h("section", { id, "aria-labelledby": `${id}-title` }, heading, text, ...children);
}

export function setVariable(
    element: HTMLElement | SVGElement,
    name: string,
    value: string | number,
): void {
    element.style.setProperty(`--${name}`, String(value));
}

// Asking the window would lay the page out again, so its width is asked for once for each size.
let width = window.innerWidth;
window.addEventListener("resize", () => (width = window.innerWidth));

export const isNarrow = (): boolean => width < 640;
export const wantsCalm = (): boolean =>
    window.matchMedia("(prefers-reduced-motion: reduce)").matches;
