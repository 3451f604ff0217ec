// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The document around style, program and planner.

import { createHash } from "node:crypto";

const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/// Nothing is fetched; nothing runs but what is in the page.
function policyOf(style, script) {
    return [
        "default-src 'none'",
        `script-src ${hashOf(script)} 'wasm-unsafe-eval'`,
        `style-src ${hashOf(style)}`,
        "img-src data:",
        "worker-src blob:",
        "connect-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    ].join("; ");
}

const icon =
    "data:image/svg+xml," +
    encodeURIComponent(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><rect width='16' height='16' rx='3' fill='#b4521a'/>" +
            "<path d='M3 12V8h3V5h3v3h4v4z' fill='#fff'/></svg>",
    );

/** `planner` is base64 of deflated WebAssembly, or null. */
export function pageOf({ style, script, planner }) {
    const wasm = planner
        ? `<script type="application/octet-stream;base64" id="planner-wasm" data-packing="deflate-raw">${planner}</script>\n`
        : "";
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="onnx2hpp report">
<link rel="icon" href="${icon}">
<title>TiGrIS report</title>
<style>${style}</style>
</head>
<body>
<noscript>This page needs JavaScript. It loads nothing from a network.</noscript>
<!-- REPORT DATA -->
${wasm}<script>${script}</script>
</body>
</html>
`;
}
