# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Findings as lines of text, and sums over them."""


def largest_difference(finding):
    unit = " LSB" if finding["in_lsb"] else ""
    text = f"largest difference {finding['largest']:.6g}{unit}"
    is_by_draws = "root_mean_square" in finding
    if not finding["within"] or is_by_draws:
        text += f", allowed {finding['limit']:.6g}"
    if is_by_draws:
        text += (f", root mean square {finding['root_mean_square']:.6g}, allowed "
                 f"{finding['mean_limit']:.6g}, as last bits grow")
    return text


def quantized_kinds(findings, apart):
    return [kind for finding in findings for kind in finding.get("kinds", [])
            if kind["quantized"] and kind["apart"] == apart]


def equal_share(findings, apart):
    """Of the quantized values; 1 if there are none."""
    kinds = quantized_kinds(findings, apart)
    values = sum(kind["values"] for kind in kinds)
    return sum(kind["equal"] for kind in kinds) / values if values else 1


def describe_steps(finding):
    floats = [kind["largest"] for kind in finding["kinds"] if not kind["quantized"]]
    codes = [kind["largest"] for kind in finding["kinds"] if kind["quantized"]]
    parts = []
    if codes:
        parts.append(f"{100 * equal_share([finding], False):.4f} % equal, apart "
                     f"{100 * equal_share([finding], True):.4f} %, "
                     f"largest difference {max(codes):g} LSB")
    if floats:
        parts.append(f"largest difference of floats {max(floats):.6g}")
    if finding["worst_tensor"]:
        parts.append(f"worst is {finding['worst_tensor']}")
    if finding["without_reference"]:
        parts.append(f"{len(finding['without_reference'])} tensors without reference")
    return ", ".join(parts)


def describe_run(finding, top1):
    text = largest_difference(finding)
    if top1:
        text = f"top-1 agrees in {finding['agreed']} of {finding['decided']}, {text}"
    return f"{text}; steps: {finding['by_steps']}" if "by_steps" in finding else text


def describe(name, finding, top1=False):
    """The line of one DIR."""
    label = "unsupported" if finding.get("unsupported") else finding["verdict"]
    text = finding.get("text")
    if text is None:
        details = describe_steps(finding) if "kinds" in finding else describe_run(finding, top1)
        text = details
    if "sets" in finding:
        text += f" ({finding['sets']} {'set' if finding['sets'] == 1 else 'sets'})"
    if finding.get("bound"):
        text += f", with {finding['bound']}"
    return f"{label} {name}: {text}"


def describe_targets(name, finding):
    """A line for each target of a DIR."""
    return [f"{found['verdict']} {name} ({found['target']}): {found['text']}"
            for found in finding.get("targets", [])]


def describe_bindings(findings):
    """How many cases pass, also with fewer constants than real models have."""
    passed = [finding for finding in findings if finding["verdict"] == "pass"]
    fewer = sum(not finding["with_const"] for finding in passed)
    return (f"{len(passed)} of {len(findings)} cases pass, {fewer} of them with nothing bound but "
            "what fixes shapes")


def sums_by_kind(findings):
    sums = {}
    for finding in findings:
        for kind in finding.get("kinds", []):
            total = sums.setdefault(kind["kind"], {"values": 0, "equal": 0, "largest": 0, **{
                key: kind[key] for key in ("quantized", "apart")}})
            total["values"] += kind["values"]
            total["equal"] += kind["equal"]
            total["largest"] = max(total["largest"], kind["largest"])
    return sums


def print_shares(findings):
    """A table of all models' steps by kind, and the two shares."""
    print(f"\n{'steps':28}{'values':>12}{'equal':>13}   largest difference")
    for name, total in sorted(sums_by_kind(findings).items()):
        share = f"{100 * total['equal'] / total['values']:.5f} %"
        unit = " LSB" if total["quantized"] else ""
        apart = ", counted apart" if total["apart"] and total["quantized"] else ""
        print(f"{name:28}{total['values']:12}{share:>13}   {total['largest']:.4g}{unit}{apart}")
    print(f"equal: {100 * equal_share(findings, False):.5f} %, "
          f"apart: {100 * equal_share(findings, True):.5f} %\n")


def shares_hold(findings, least, least_apart):
    """Whether the shares over all models are what was asked for, in percent, if anything was."""
    asked = [(least, False, "equal"), (least_apart, True, "apart")]
    missed = [name for percent, apart, name in asked
              if percent is not None and 100 * equal_share(findings, apart) < percent]
    for name in missed:
        print(f"fail: too few values are the same ({name})")
    return not missed
