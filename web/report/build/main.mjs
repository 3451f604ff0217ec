// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the page without its data: one document, with style, program and planner in it.
// usage: npm run build -- OUTPUT [PLANNER.wasm]

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { build } from "esbuild";
import { licensesOf } from "./licenses.mjs";
import { pageOf } from "./page.mjs";

const web = fileURLToPath(new URL("../../", import.meta.url));
const mostBytes = 1_000_000;

async function bundle(entry, define) {
    const { outputFiles } = await build({
        entryPoints: [join(web, "report", entry)],
        bundle: true,
        minify: true,
        format: "iife",
        target: ["chrome123", "firefox121", "safari17.5"],
        define,
        write: false,
        legalComments: "none",
        charset: "utf8",
    });
    return outputFiles[0].text.trim();
}

async function packPlanner(file) {
    if (!file) return null;
    const bytes = await readFile(file);
    return deflateRawSync(bytes, { level: 9 }).toString("base64");
}

const [output, planner] = process.argv.slice(2);
if (!output) throw new Error("usage: npm run build -- OUTPUT [PLANNER.wasm]");
const licenses = await licensesOf(join(web, "package-lock.json"));
const page = pageOf({
    style: await bundle("style/main.css", {}),
    script: await bundle("src/main.ts", { PACKAGE_LICENSES: JSON.stringify(licenses) }),
    planner: await packPlanner(planner),
});
const bytes = Buffer.byteLength(page);
if (bytes > mostBytes) throw new Error(`the page has ${bytes} bytes, more than ${mostBytes}`);
await mkdir(dirname(output), { recursive: true });
await writeFile(output, page);
console.log(`${output}: ${bytes} bytes`);
