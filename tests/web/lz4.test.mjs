// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import assert from 'node:assert/strict';
import test from 'node:test';

import { load } from './bundled.mjs';

const { unpackLz4 } = await load('data/lz4.ts');

const bytesOf = (text) => new TextEncoder().encode(text);
const textOf = (bytes) => new TextDecoder().decode(bytes);

test('literals alone are a block', () => {
    assert.equal(textOf(unpackLz4(Uint8Array.of(0x30, ...bytesOf('abc')), 3)), 'abc');
});

test('a match repeats what it makes itself', () => {
    // 2 literals, then 4 + 4 bytes from 2 bytes before; 5 literals at the end.
    const block = Uint8Array.of(0x24, ...bytesOf('ab'), 2, 0, 0x50, ...bytesOf('12345'));
    assert.equal(textOf(unpackLz4(block, 15)), 'ababababab12345');
});

test('lengths go on in further bytes', () => {
    const block = Uint8Array.of(0xf0, 255, 30, ...new Uint8Array(300).fill(97));
    assert.equal(textOf(unpackLz4(block, 300)), 'a'.repeat(300));
});

test('a broken block is refused', () => {
    assert.throws(() => unpackLz4(Uint8Array.of(0x10, 97, 9, 0), 20), RangeError);
    assert.throws(() => unpackLz4(Uint8Array.of(0x10, 97), 2), RangeError);
});
