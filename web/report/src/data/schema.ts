// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the page knows the names of its data. The page is built into the tool, but apart from it, so
// one of them may be older.

/// The schema_version whose names plan.ts has (tools/onnx2hpp/show/schema_version.hpp).
export const schemaVersion = 3;

/// What is wrong with data of another version, in words for whoever builds the tool, or nothing.
export function whyNotRead(
    of: string,
    { schema_version: found }: { schema_version: number },
): string {
    if (found === schemaVersion) return "";
    return (
        `${of} has schema_version ${found ?? "none"}, this page reads ${schemaVersion}: ` +
        "the page and onnx2hpp are of different ages. Make the page anew with scripts/web, " +
        "and build onnx2hpp with it"
    );
}
