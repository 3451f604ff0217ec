// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is wider than the page scrolls, and shows at which sides there is more of it.

import { h } from "./dom";

function showMore(frame: HTMLElement, region: HTMLElement): void {
    const { scrollLeft, scrollWidth, clientWidth } = region;
    const hidden = scrollWidth - clientWidth - scrollLeft;
    frame.classList.toggle("more-left", scrollLeft > 1);
    frame.classList.toggle("more-right", hidden > 1);
}

/// A region that the keyboard reaches and scrolls.
export function scrolling(label: string, content: HTMLElement, kind = ""): HTMLElement {
    const attributes = { tabindex: 0, role: "region", "aria-label": label };
    const region = h("div", { class: `scroll ${kind}`, ...attributes }, content);
    const frame = h("div", { class: "frame" }, region);
    const look = () => showMore(frame, region);
    region.addEventListener("scroll", look, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(region);
    sizes.observe(content);
    return frame;
}
