// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plan as `onnx2hpp analyze --json` prints it (docs/explanation/memory.md), and the report that
// holds several. Names are those of the JSON.

/// Output row q needs input rows floor((q * stride + first) / divisor) through
/// floor((q * stride + last) / divisor).
export interface Rate {
    stride: number;
    first: number;
    last: number;
    divisor: number;
}

export interface Read {
    buffer: number; // -1: a constant
    pixel_bytes: number;
    rows: Rate;
    columns: Rate;
}

export interface Task {
    does: "compute" | "receive" | "send" | "spill" | "reload";
    step: string | null;
    contract: "rows" | "accumulate" | "whole" | "alias";
    output: number;
    tile: number;
    parts: number;
    whole: boolean;
    in_place: boolean;
    in_image_order: boolean;
    macs: number;
    constant_bytes: number;
    scratch_region: string;
    scratch_offset: number;
    scratch_bytes: number;
    reads: Read[];
}

export interface Segment {
    stage: number;
    strategy: "whole" | "tiled" | "chain";
    direction: "top-down" | "bottom-up";
    steps: string[];
    first_task: number;
    task_count: number;
    tile_height: number;
    strips: number;
    parts: number;
    again: boolean;
    keeps: boolean;
    halo: number;
    calls: number;
    recomputed_macs: number;
    bytes_in: number;
    bytes_out: number;
    flash_bytes: number;
    peak_bytes: number;
}

export interface Buffer {
    tensor: string;
    home: "arena" | "input" | "output" | "constant" | "nowhere";
    region: string;
    index: number;
    offset: number;
    bytes: number;
    rows: number; // slots
    height: number;
    row_bytes: number; // of a slot
    own_row_bytes: number;
    columns: number;
    slice_offset: number;
    pixel_bytes: number; // from one pixel to the next; 0: they are dense
    newest_rows: number;
    window_stride: number;
    rows_above: number;
    part_bytes: number;
    first_segment: number;
    last_segment: number;
    alive_after: boolean;
}

export interface Tensor {
    name: string;
    home: string;
    region: string | null; // of the arena that it lies in
    memory?: string;
    spilled: boolean;
    index: number;
    buffer: number;
    offset: number | null;
    bytes: number;
    ring_rows: number;
    first_step: number; // -1: it is given
    last_step: number; // -1: nobody reads it
    shape?: number[];
    onnx_shape?: number[];
    layout?: string;
    type?: string;
    scale?: number | number[] | null;
    zero_point?: number | number[] | null;
    kind?: "input" | "output" | "state" | "constant" | "intermediate";
}

export interface Step {
    name: string;
    segment: number; // -1: only another shape
    task: number;
    kernel: string | null;
    is_substitute: boolean;
    tile: number;
    live_bytes: number;
    scratch_bytes: number;
    macs: number;
    operator?: string;
    inputs?: string[];
    outputs?: string[];
    output_shape?: number[];
    output_type?: string;
    weights_bytes?: number;
    instructions?: number | null;
}

export interface Constant {
    name: string;
    step: string | null;
    type: string;
    shape: number[];
    bytes: number;
    region: string;
}

export interface Region {
    name: string;
    bytes: number | null;
    peak_bytes: number;
    staged_bytes: number;
    cold_bytes: number;
    state_bytes: number;
}

export interface Totals {
    fast_peak_bytes: number;
    prefix_bytes?: number; // of decoded constants
    slow_peak_bytes: number;
    caller_bytes: number;
    state_bytes: number;
    flash_bytes: number;
    slow_traffic_bytes: number;
    macs: number;
    recomputed_macs: number;
    cost: number;
    calls: number;
    peak_step: string;
    stages: number;
    instructions?: number | null;
    cycles?: number | null;
    machine_code_bytes?: number | null;
    milliseconds?: number | null;
    instructions_reason?: string | null;
    machine_code_reason?: string | null;
    milliseconds_reason?: string | null;
    instructions_error_percent?: number | null;
    machine_code_error_percent?: number | null;
}

export interface Plan {
    schema_version: number;
    model: string;
    target: {
        fast_bytes: number | null;
        slow_bytes: number | null;
        flash_bytes: number | null;
        backend: string;
        input: string[];
        output: string[];
        alignment: number;
    };
    fits: boolean;
    smallest_fast_bytes: { without_slow_memory: number; with_slow_memory: number };
    totals: Totals;
    regions: Region[];
    segments: Segment[];
    tasks: Task[];
    buffers: Buffer[];
    tensors: Tensor[];
    steps: Step[];
    constants?: Constant[];
    summary?: string[];
    error?: string; // of a planner, where the model does not fit
    second_passes?: { steps: string[]; macs: number };
}

export interface CurvePoint {
    fast_bytes: number;
    fits: boolean;
    fast_peak_bytes?: number;
    slow_peak_bytes?: number;
    slow_traffic_bytes?: number;
    recomputed_macs?: number;
    calls?: number;
    instructions?: number | null;
}

export interface Remedy {
    fast_bytes: number;
    saved_bytes: number;
    text: string;
}

export interface Model {
    name: string;
    file: string;
    sha256: string;
    options: string[];
    plans: Plan[]; // the first is the plan that was asked for
    curve: CurvePoint[];
    remedies: Remedy[];
    planner_input: string | null;
}

export interface Report {
    schema_version: number;
    tool: { version: string };
    models: Model[];
}
