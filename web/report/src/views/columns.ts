// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tables show of steps, tensors, constants and ranges.

import { isActivation } from "../data/links";
import type { Constant, Plan, Step, Tensor } from "../data/plan";
import type { Run } from "../data/run";
import { dash, spellCount, spellLarge, spellReal, spellShape } from "../ui/format";
import { ShortNames } from "../ui/name";
import type { Column } from "../ui/table";
import { rangeBar, rangeOf } from "./ranges";

const count = (n: number | null | undefined): string =>
    n === null || n === undefined ? dash : spellCount(n);

const instructions: Column<Step> = {
    title: "Instructions",
    isNumber: true,
    text: (s) => (s.instructions ? spellLarge(s.instructions) : dash),
    value: (s) => s.instructions ?? -1,
};

const hasInstructions = ({ plan }: Run): boolean =>
    plan.steps.some((s) => typeof s.instructions === "number");

/// What a dash of the steps' table means.
export function stepFoot(run: Run): string {
    const shape = run.plan.steps.some((s) => s.segment < 0)
        ? `${dash}: the step only changes a shape, and nothing runs. `
        : "";
    if (hasInstructions(run)) return shape;
    const reason = run.plan.totals.instructions_reason;
    return `${shape}${reason ? `No instructions: ${reason}.` : ""}`;
}

/// What a dash of the tables of tensors means.
export function tensorFoot(run: Run): string {
    const all = run.plan.tensors.filter(isActivation);
    const given = all.some((t) => t.first_step < 0) ? "given by the caller" : "";
    const out = all.some((t) => t.last_step < 0) ? "read by no step" : "";
    const words = [given, out].filter(Boolean).join(", or ");
    return words ? `${dash}: ${words}.` : "";
}

export function stepColumns(run: Run): Column<Step>[] {
    const strategy = (s: Step) => (s.segment < 0 ? dash : run.plan.segments[s.segment].strategy);
    const columns: Column<Step>[] = [
        { title: "Step", text: (s) => s.name, names: stepNames(run.plan) },
        { title: "Operator", text: (s) => s.operator ?? dash },
        { title: "Output", text: (s) => spellShape(s.output_shape) },
        { title: "Type", text: (s) => s.output_type ?? dash },
        { title: "Kernel", text: (s) => s.kernel ?? dash },
        {
            title: "Segment",
            isNumber: true,
            text: (s) => (s.segment < 0 ? dash : String(s.segment)),
            value: (s) => s.segment,
        },
        { title: "Runs", text: strategy },
        {
            title: "Rows per call",
            isNumber: true,
            text: (s) => String(s.tile),
            value: (s) => s.tile,
        },
        { title: "MACs", isNumber: true, text: (s) => spellLarge(s.macs), value: (s) => s.macs },
        ...(hasInstructions(run) ? [instructions] : []),
        {
            title: "Weights",
            isNumber: true,
            text: (s) => count(s.weights_bytes),
            value: (s) => s.weights_bytes ?? -1,
        },
        {
            title: "Scratch",
            isNumber: true,
            text: (s) => spellCount(s.scratch_bytes),
            value: (s) => s.scratch_bytes,
        },
        {
            title: "Live bytes",
            isNumber: true,
            text: (s) => spellCount(s.live_bytes),
            value: (s) => s.live_bytes,
        },
    ];
    return columns;
}

const stepName = (run: Run, step: number): string => run.plan.steps[step]?.name ?? dash;

const stepNames = (plan: Plan): ShortNames => new ShortNames(plan.steps.map((s) => s.name));

const tensorNames = ({ plan }: Run): ShortNames =>
    new ShortNames(plan.tensors.filter(isActivation).map((t) => t.name));

export function tensorColumns(run: Run): Column<Tensor>[] {
    const names = stepNames(run.plan);
    return [
        { title: "Tensor", text: (t) => t.name, names: tensorNames(run) },
        { title: "Kind", text: (t) => t.kind ?? dash },
        { title: "Shape", text: (t) => spellShape(t.shape) },
        { title: "ONNX shape", text: (t) => spellShape(t.onnx_shape) },
        { title: "Layout", text: (t) => t.layout ?? dash },
        { title: "Type", text: (t) => t.type ?? dash },
        { title: "Bytes", isNumber: true, text: (t) => spellCount(t.bytes), value: (t) => t.bytes },
        {
            title: "Made by",
            text: (t) => stepName(run, t.first_step),
            names,
            value: (t) => t.first_step,
        },
        {
            title: "Last read by",
            text: (t) => stepName(run, t.last_step),
            names,
            value: (t) => t.last_step,
        },
    ];
}

export function constantColumns(plan: Plan): Column<Constant>[] {
    const names = new ShortNames((plan.constants ?? []).map((c) => c.name));
    return [
        { title: "Constant", text: (c) => c.name, names },
        { title: "Step", text: (c) => c.step ?? dash, names: stepNames(plan) },
        { title: "Type", text: (c) => c.type },
        { title: "Shape", text: (c) => spellShape(c.shape) },
        { title: "Bytes", isNumber: true, text: (c) => spellCount(c.bytes), value: (c) => c.bytes },
        { title: "Memory", text: (c) => c.region },
    ];
}

/// A ring keeps some rows of its tensor.
export function bytesThere({ plan }: Run, t: Tensor): number {
    return plan.buffers[t.buffer]?.bytes ?? t.bytes;
}

export function placementColumns(run: Run): Column<Tensor>[] {
    const height = (t: Tensor) => run.plan.buffers[t.buffer]?.height ?? 0;
    const memory = (t: Tensor) =>
        t.home === "arena" ? (t.region ?? dash) : t.home === "nowhere" ? dash : "yours";
    const names = stepNames(run.plan);
    return [
        { title: "Tensor", text: (t) => t.name, names: tensorNames(run) },
        { title: "Memory", text: memory },
        {
            title: "Offset",
            isNumber: true,
            text: (t) => (t.home === "arena" ? spellCount(t.offset ?? 0) : dash),
            value: (t) => t.offset ?? -1,
        },
        {
            title: "Bytes there",
            isNumber: true,
            text: (t) => spellCount(bytesThere(run, t)),
            value: (t) => bytesThere(run, t),
        },
        {
            title: "Rows kept",
            isNumber: true,
            text: (t) => spellCount(t.ring_rows),
            value: (t) => t.ring_rows,
        },
        { title: "Of rows", isNumber: true, text: (t) => count(height(t)), value: height },
        { title: "Spilled", text: (t) => (t.spilled ? "yes" : "no") },
        {
            title: "From step",
            text: (t) => stepName(run, t.first_step),
            names,
            value: (t) => t.first_step,
        },
        {
            title: "To step",
            text: (t) => stepName(run, t.last_step),
            names,
            value: (t) => t.last_step,
        },
    ];
}

function spellScale(scale: Tensor["scale"]): string {
    if (scale === null || scale === undefined) return dash;
    return Array.isArray(scale) ? `${scale.length} channels` : spellReal(scale);
}

export function rangeColumns(run: Run, largest: number): Column<Tensor>[] {
    const bound = (t: Tensor, side: "low" | "high") => rangeOf(t)?.[side] ?? 0;
    return [
        { title: "Tensor", text: (t) => t.name, names: tensorNames(run) },
        { title: "Type", text: (t) => t.type ?? dash },
        {
            title: "Scale",
            isNumber: true,
            text: (t) => spellScale(t.scale),
            value: (t) => Number(t.scale) || 0,
        },
        {
            title: "Zero point",
            isNumber: true,
            text: (t) =>
                Array.isArray(t.zero_point)
                    ? `${t.zero_point.length}`
                    : String(t.zero_point ?? dash),
            value: (t) => Number(t.zero_point) || 0,
        },
        {
            title: "From",
            isNumber: true,
            text: (t) => spellReal(bound(t, "low")),
            value: (t) => bound(t, "low"),
        },
        {
            title: "To",
            isNumber: true,
            text: (t) => spellReal(bound(t, "high")),
            value: (t) => bound(t, "high"),
        },
        {
            title: "Range",
            text: () => "",
            value: (t) => bound(t, "high") - bound(t, "low"),
            show: (t) => rangeBar(t, largest),
        },
    ];
}
