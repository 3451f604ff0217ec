// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs one model on many inputs with ONNX Runtime; make_steps.py drives it. The only argument is a
// folder with job.json: {model, inputs: [{name, type, dims}], sets}. Input i of set k is the file
// k_in_i, raw little-endian elements; output i is written as k_out_i; outputs.json lists name, type and
// dims of the outputs, set by set. ONNX Runtime is looked for in the working folder's node_modules.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';

const ort = createRequire(path.join(process.cwd(), 'package.json'))('onnxruntime-node');
const arrays = {
    float32: Float32Array, float64: Float64Array, int8: Int8Array, uint8: Uint8Array,
    int16: Int16Array, uint16: Uint16Array, int32: Int32Array, uint32: Uint32Array,
    int64: BigInt64Array, uint64: BigUint64Array, bool: Uint8Array,
};

const folder = process.argv[2];
const job = JSON.parse(fs.readFileSync(path.join(folder, 'job.json')));
const session = await ort.InferenceSession.create(job.model, {
    graphOptimizationLevel: 'disabled', intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3,
});

function readInputs(set) {
    return Object.fromEntries(job.inputs.map(({ name, type, dims }, i) => {
        const bytes = fs.readFileSync(path.join(folder, `${set}_in_${i}`));
        return [name, new ort.Tensor(type, new arrays[type](Uint8Array.from(bytes).buffer), dims)];
    }));
}

function writeOutputs(set, results) {
    return session.outputNames.map((name, i) => {
        const { type, dims, data } = results[name];
        const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
        fs.writeFileSync(path.join(folder, `${set}_out_${i}`), bytes);
        return { name, type, dims };
    });
}

const outputs = [];
for (let set = 0; set < job.sets; ++set)
    outputs.push(writeOutputs(set, await session.run(readInputs(set))));
fs.writeFileSync(path.join(folder, 'outputs.json'), JSON.stringify(outputs));
