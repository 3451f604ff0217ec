// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads TypeScript of web/ as a module.

import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { root } from './native.mjs';

export const requireOfWeb = createRequire(join(root, 'web', 'package.json'));

/** The exports of a file below web/report/src. */
export async function load(file) {
    const folder = await mkdtemp(join(tmpdir(), 'tigris-'));
    const outfile = join(folder, 'module.mjs');
    await requireOfWeb('esbuild').build({
        entryPoints: [join(root, 'web/report/src', file)],
        bundle: true,
        format: 'esm',
        outfile,
        logLevel: 'silent',
    });
    const loaded = await import(pathToFileURL(outfile));
    await rm(folder, { recursive: true });
    return loaded;
}
