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

/** Of Debian 12, linked into the planner's WebAssembly. */
const plannerLicenses = [
    ["{fmt}", "9.1.0", "MIT"],
    ["JSON for Modern C++", "3.11.2", "MIT"],
    ["musl", "1.2.2", "MIT"],
    ["libc++", "14.0.6", "Apache-2.0 WITH LLVM-exception"],
].map(([name, version, license]) => ({ name, version, license, use: "part of the planner" }));

/** Name, version, license and use of the packages that package.json names, and of what the planner links. */
export async function licensesOf(file) {
    const { packages } = JSON.parse(await readFile(file, "utf8"));
    const ofPackages = Object.keys(packages[""].devDependencies).map((name) => {
        const { version, license } = packages[`node_modules/${name}`];
        return { name, version, license, use: uses[name] ?? "part of this page" };
    });
    return [...ofPackages, ...plannerLicenses];
}
