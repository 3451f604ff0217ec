// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs cases with ONNX Runtime, and prints as JSON where it disagrees with their expected outputs: an
// object by folder. The only argument is a file with the list of folders, each with model.onnx and
// test_data_set_0. ONNX Runtime is looked for in the working folder's node_modules. What it does not
// take says nothing. second_opinion.py drives it.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';

const ort = createRequire(path.join(process.cwd(), 'package.json'))('onnxruntime-node');
const types = {  // of TensorProto.DataType
    1: ['float32', Float32Array], 2: ['uint8', Uint8Array], 3: ['int8', Int8Array],
    4: ['uint16', Uint16Array], 5: ['int16', Int16Array], 6: ['int32', Int32Array],
    7: ['int64', BigInt64Array], 9: ['bool', Uint8Array], 11: ['float64', Float64Array],
    12: ['uint32', Uint32Array], 13: ['uint64', BigUint64Array],
};
const relative = 1e-3, absolute = 1e-4;  // ONNX Runtime sums in float32

function varint(bytes, at) {
    let value = 0, shift = 1;
    for (;; shift *= 128) {
        const byte = bytes[at++];
        value += (byte & 127) * shift;
        if (byte < 128) return [value, at];
    }
}

/// A TensorProto that has raw_data.
function readTensor(file) {
    const bytes = fs.readFileSync(file);
    const tensor = { dims: [], raw: new Uint8Array() };
    for (let at = 0; at < bytes.length;) {
        let key, value;
        [key, at] = varint(bytes, at);
        [value, at] = varint(bytes, at);
        if (key === 1 << 3) tensor.dims.push(value);
        if (key === 2 << 3) tensor.type = value;
        if ((key & 7) !== 2) continue;
        const part = bytes.subarray(at, at + value);
        at += value;
        if (key >> 3 === 1) for (let i = 0; i < part.length;) {
            let extent;
            [extent, i] = varint(part, i);
            tensor.dims.push(extent);
        }
        if (key >> 3 === 8) tensor.name = part.toString();
        if (key >> 3 === 9) tensor.raw = part;
    }
    if (!types[tensor.type]) throw new Error('a type that is not compared');
    const [name, array] = types[tensor.type];
    tensor.data = new array(Uint8Array.from(tensor.raw).buffer);
    return { ...tensor, kind: name };
}

function readNumbered(folder, prefix) {
    const result = [];
    for (let i = 0; fs.existsSync(path.join(folder, `${prefix}${i}.pb`)); ++i)
        result.push(readTensor(path.join(folder, `${prefix}${i}.pb`)));
    return result;
}

/// Codes may differ by one, because ONNX Runtime rounds sums of float32.
function isClose(kind, a, b) {
    if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true;
    const difference = Math.abs(Number(a) - Number(b));
    if (kind === 'int8' || kind === 'uint8') return difference <= 1;
    return kind.startsWith('float') && difference <= absolute + relative * Math.abs(b);
}

function complaint(expected, computed) {
    if (expected.kind !== computed.type) return `type ${computed.type}, not ${expected.kind}`;
    if (expected.dims.join() !== computed.dims.join())
        return `shape [${computed.dims}], not [${expected.dims}]`;
    for (let i = 0; i < expected.data.length; ++i)
        if (!isClose(expected.kind, expected.data[i], computed.data[i]))
            return `element ${i} of ${expected.name} is ${computed.data[i]}, not ${expected.data[i]}`;
    return undefined;
}

async function judge(folder) {
    const set = path.join(folder, 'test_data_set_0');
    const wanted = readNumbered(set, 'output_');  // throws before ONNX Runtime meets such a type
    let session, results;
    try {
        session = await ort.InferenceSession.create(path.join(folder, 'model.onnx'), {
            graphOptimizationLevel: 'disabled', intraOpNumThreads: 1, interOpNumThreads: 1,
            logSeverityLevel: 4,
        });
        const feeds = readNumbered(set, 'input_').map(
            ({ name, kind, data, dims }) => [name, new ort.Tensor(kind, data, dims)]);
        results = await session.run(Object.fromEntries(feeds));
    } catch {
        return undefined;
    }
    for (const expected of wanted) {
        const found = complaint(expected, results[expected.name]);
        if (found) return found;
    }
    return undefined;
}

const verdicts = {};
for (const folder of JSON.parse(fs.readFileSync(process.argv[2]))) {
    try {
        verdicts[folder] = await judge(folder);
    } catch {
        // A type that it does not know.
    }
}
console.log(JSON.stringify(verdicts));
