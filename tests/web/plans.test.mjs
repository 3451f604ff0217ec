// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a page takes apart is what `onnx2hpp analyze --json` says of each plan.

import assert from 'node:assert/strict';
import test from 'node:test';

import { load } from './bundled.mjs';

const { separatePlans } = await load('data/plans.ts');

test('each plan has its own rows again', () => {
    const tables = {
        tasks: [
            [{ id: 0 }, { id: 0 }],
            [null, { id: 5 }],
        ],
        moves: [[null, { id: 9 }]],
    };
    assert.deepEqual(separatePlans({ tables, plans: [{ peak: 3, moves: [] }, { peak: 4 }] }), [
        { peak: 3, moves: [], tasks: [{ id: 0 }] },
        { peak: 4, tasks: [{ id: 0 }, { id: 5 }], moves: [{ id: 9 }] },
    ]);
});

test('calls are rows again', () => {
    const plans = [{ calls: [[0, 1], [0, 23], [24, 1]] }, { calls: [] }];
    assert.deepEqual(separatePlans({ tables: {}, plans }), [{ calls: [[0, 0, 24], [1, 23, 1]] }, { calls: [] }]);
});
