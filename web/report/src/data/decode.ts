// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The report's data, as they lie in the page.

import type { Model, Report } from "./plan";
import { unpackLz4 } from "./lz4";
import { whyNotRead } from "./schema";
import { separatePlans, type InterleavedPlans } from "./plans";

export function bytesOfBase64(text: string): Uint8Array {
    const binary = atob(text.trim());
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
    return bytes;
}

function unpack(text: string, bytes: number): string {
    return new TextDecoder().decode(unpackLz4(bytesOfBase64(text), bytes));
}

interface PackedModel extends Omit<Model, "plans"> {
    plans: InterleavedPlans;
}
interface PackedReport extends Omit<Report, "models"> {
    models: PackedModel[];
}

/// What the element with the data holds: LZ4 in base64 (`data-bytes` says of how many). Throws an
/// Error where the data are damaged, or not those of this page.
export function readReport(element: HTMLElement): Report {
    const report: PackedReport = JSON.parse(
        unpack(element.textContent ?? "", Number(element.dataset.bytes)),
    );
    const wrong = whyNotRead("the report", report);
    if (wrong) throw new Error(wrong);
    return {
        ...report,
        models: report.models.map((m) => ({ ...m, plans: separatePlans(m.plans) })),
    };
}
