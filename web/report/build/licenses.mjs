// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The licenses of packages, as package-lock.json has them.

import { readFile } from "node:fs/promises";

const uses = {
    esbuild: "which put this page together",
    typescript: "which checked its program",
    prettier: "which laid out its sources",
    "playwright-core": "which tests it",
    "axe-core": "which tests that everybody can use it",
};

/** Name, version, license and use of the packages that package.json names. */
export async function licensesOf(file) {
    const { packages } = JSON.parse(await readFile(file, "utf8"));
    return Object.keys(packages[""].devDependencies).map((name) => {
        const { version, license } = packages[`node_modules/${name}`];
        return { name, version, license, use: uses[name] ?? "part of this page" };
    });
}
