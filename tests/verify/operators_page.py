# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/reference/operators.md: what the conformance cases show of each operator."""

import re
from collections import Counter, defaultdict

LONGEST_REASON = 100  # characters
MOST_REASONS = 2

PAGE = """# Operators

Which ONNX operators run, in which versions and types, and why other cases are refused. Each row counts conformance cases: how many pass,
of how many. For what an operator becomes, see [pipeline.md](../explanation/pipeline.md#what-is-supported).

`scripts/verify --onnx DIR --write-docs docs/reference/operators.md` writes this page: do not edit it. DIR holds ONNX's node
tests of its newest version and of older ones where operators differ, models converted from PyTorch, and cases for
operators of com.microsoft.

{sums}

| column | says |
|---|---|
| versions, types that pass | those of the cases; a type counts if a case that passes has it somewhere |
| written out | cases whose operator is a function, replaced by the nodes of its body |
| unsupported | the most frequent reasons, with their number of cases |

| operator | versions | types that pass | cases | written out | unsupported |
|---|---|---|---|---|---|
{rows}

## Where runtimes read a definition differently

The header follows ONNX's specification or, if that leaves something open, ONNX's test data. If ONNX Runtime may compute another result
for the model because of a row below, the conversion prints a note.

| operator | here | ONNX Runtime |
|---|---|---|
| LSTM with `clip` | bounds what every activation gets, so the cell state before the last one, too | bounds the gates only |
| Resize with `align_corners` and a scale that gives a fraction of an element | corners are aligned to the fractional length, scale times extent | corners are aligned to that length rounded down |
| Resize with mode `nearest` and `tf_crop_and_resize`, an axis whose scale is 1 | the axis is cropped, too | keeps the elements of that axis |
| OneHot before opset 11, an index below 0 | selects nothing | counts from the end |
| Pad with mode `wrap`, an axis padded by more elements than it has | the axis is repeated as often as needed | further elements are left unset |
| MaxUnpool with an `output_shape` that kernel, strides and pads do not give | indices count in the extents that these give, as in ONNX's test data | indices count in `output_shape` |
| Attention with `is_causal`, a past, one query and several new keys | the query sees the past keys and the first new one | the query sees all keys |
| com.microsoft.QLinearSoftmax of uint8, one element to normalize | its share is 1 | its share is 0 |
| GridSample, cubic, padding `border` | refused | weights the neighbors of the place itself; ONNX's reference first moves the place to the border |
| averages of an even number of codes, with a scale that is no power of 2, `--rounding nearest` | exact; halfway between two codes it is the even one | floating point: its errors decide such a tie |

One difference has no note. Tests with ONNX Runtime 1.30 showed it:

* Layers with uint8 activations and int8 weights are exact here. ONNX Runtime's are not on x86 with AVX2 and without VNNI: there two products are
  added in 16 bits, which saturate. A convolution of 288 products was wrong by up to 31 codes. Weights of 7 bits (`reduce_range`) do not saturate.
"""


def shortened(text):
    """A diagnostic without the names in it and without its hint."""
    text = re.sub(r"^onnx2hpp: (error: )?", "", text)
    text = re.sub(r"^node '[^']*' \(([\w.]+?)-\d+\): ", r"\1: ", text)
    text = re.sub(r" '[^']*'", "", text.split("; ")[0])
    text = re.sub(r"\[[-\d, ?]*\]", "[...]", text)
    return text if len(text) <= LONGEST_REASON else text[:LONGEST_REASON - 3] + "..."


def reasons(cases, operator):
    texts = Counter(shortened(finding["text"]).removeprefix(operator + ": ")
                    for _, finding in cases if finding["verdict"] != "pass")
    shown = [f"{text} ({count})" for text, count in texts.most_common(MOST_REASONS)]
    others = sum(texts.values()) - sum(count for _, count in texts.most_common(MOST_REASONS))
    return "; ".join(shown + ([f"others ({others})"] if others else [])).replace("|", "\\|")


def share(cases):
    passed = sum(finding["verdict"] == "pass" for _, finding in cases)
    return f"{passed} / {len(cases)}" if cases else ""


def versions(cases):
    found = {row.get("since") or "" for row, _ in cases} - {""}
    return ", ".join(sorted(found, key=int))


def types(cases):
    found = {word.lower() for row, finding in cases if finding["verdict"] == "pass"
             for word in (row.get("dtypes") or "").split(",")} - {""}
    return ", ".join(sorted(found))


def line(operator, cases):
    plain = [case for case in cases if case[0].get("expanded") != "1"]
    written_out = [case for case in cases if case[0].get("expanded") == "1"]
    cells = [operator, versions(cases), types(cases), share(plain), share(written_out),
             reasons(cases, operator)]
    return "| " + " | ".join(cells) + " |"


def name_of(row):
    """Of an operator; the table writes ms for com.microsoft."""
    return "graphs of several" if "+" in row["op"] else re.sub(r"^ms\.", "com.microsoft.", row["op"])


def write_page(file, cases, sums):
    """`cases` are pairs of a row of cases.tsv and a finding."""
    by_operator = defaultdict(list)
    for case in cases:
        by_operator[name_of(case[0])].append(case)
    rows = [line(operator, by_operator[operator])
            for operator in sorted(by_operator, key=lambda name: (" " in name, "." in name, name))]
    file.write_text(PAGE.format(sums=sums, rows="\n".join(rows)))
