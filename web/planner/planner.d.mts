// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tool's planner in a page: the same C++ as WebAssembly, in a worker.

export type Effort = 'none' | 'fast' | 'normal' | 'max' | 'usual';

/** `input`: planner_input of the report's data, in base64 or as bytes. `fast_bytes`: null, as much as wanted. */
export interface PlanRequest {
    input: string | Uint8Array;
    fast_bytes: number | null;
    /** Unless given, there is no slow memory, or that of the board. */
    slow_bytes?: number | null;
    effort: Effort;
}

/** The document of `onnx2hpp analyze --json --calls`, and the tool's sentence where the model does not fit. */
export type PlanDocument = { schema_version: number; fits: boolean; error?: string } & Record<string, unknown>;

export interface Planner {
    /** Rejects with the tool's sentence where it cannot plan at all, and with an AbortError when cancelled. */
    plan(request: PlanRequest): Promise<PlanDocument>;
    /** Drops what has not been answered: a slider moved on. */
    cancel(): void;
    close(): void;
}

/** A planner with a worker of its own; `wasm` are the bytes of planner.wasm, or what they were compiled to. */
export function createPlanner(wasm: Uint8Array | ArrayBuffer | WebAssembly.Module): Planner;

/** Plans in this thread; `effort` by its number in the tool (none 0, fast 1, normal 2, max 3). */
export function planHere(
    module: WebAssembly.Module,
    input: Uint8Array,
    fastBytes: number | null,
    slowBytes: number | null,
    effort: number,
): { document: string; error: string };

/** Plans in this thread, one after the other with the same tool. */
export function plannerHere(
    module: WebAssembly.Module,
): (
    input: Uint8Array,
    fastBytes: number | null,
    slowBytes: number | null,
    effort: number,
) => { document: string; error: string };

export function resultOf(answer: { document: string; error: string }): PlanDocument;

export function bytesOf(base64: string): Uint8Array;
