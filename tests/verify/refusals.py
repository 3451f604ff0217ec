# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Why the tool refuses a model, as a kind that outlives the wording and the names in a message."""

import re

from operators_page import shortened

# The first that is found in the message. What none of them covers is its own kind.
KINDS = [("element type", r"double|float16|float8|int4|complex|string|of a type that is not"),
         ("empty tensor", r"\bempty\b"),
         ("domain", r"operators of domain"),
         ("operator", r"this operator is not supported|control flow"),
         ("shape at run time", r"computed at run time")]


def without_names(text):
    return re.sub(r"'[^']*'", "", text)


def kind_of(text):
    reason = without_names(text.split("; ")[0])
    return next((kind for kind, pattern in KINDS if re.search(pattern, reason)), shortened(text))
