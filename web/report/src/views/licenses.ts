// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whose work is in the page, and with whose it was made.

import { h } from "../ui/dom";

export interface PackageLicense {
    name: string;
    version: string;
    license: string;
    use: string;
}

/// What the build found in package-lock.json.
declare const PACKAGE_LICENSES: PackageLicense[];

export function licensesView(): HTMLElement {
    const items = PACKAGE_LICENSES.map((p) =>
        h("li", {}, `${p.name} ${p.version}: ${p.license}, ${p.use}`),
    );
    return h(
        "details",
        { class: "licenses" },
        h("summary", {}, "Licenses"),
        h(
            "p",
            {},
            "This page is part of TiGrIS, Apache-2.0 WITH LLVM-exception. It is made of these, or with them:",
        ),
        h("ul", {}, ...items),
    );
}
