// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unpacks a raw LZ4 block (the LZ4 block format, as Debian's liblz4 writes it).

/// A length whose four bits in the token were 15 goes on in bytes until one is not 255.
function readLength(source: Uint8Array, at: { position: number }, bits: number): number {
    let length = bits;
    if (bits !== 15) return length;
    for (let more = 255; more === 255; ) {
        more = source[at.position++];
        length += more;
    }
    return length;
}

/// `bytes` is the size of what was packed. Throws RangeError where the block is broken.
export function unpackLz4(source: Uint8Array, bytes: number): Uint8Array {
    const out = new Uint8Array(bytes);
    const at = { position: 0 };
    let end = 0;
    while (at.position < source.length) {
        const token = source[at.position++];
        const literals = readLength(source, at, token >> 4);
        out.set(source.subarray(at.position, at.position + literals), end);
        at.position += literals;
        end += literals;
        if (at.position >= source.length) break;
        const distance = source[at.position] | (source[at.position + 1] << 8);
        at.position += 2;
        const length = readLength(source, at, token & 15) + 4;
        if (distance === 0 || distance > end || end + length > bytes)
            throw new RangeError("the report's data are broken");
        for (let i = 0; i < length; ++i, ++end) out[end] = out[end - distance];
    }
    if (end !== bytes) throw new RangeError("the report's data are incomplete");
    return out;
}
