# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""make_gesture.py FILE: writes the classifier of docs/explanation/trees.md, a tree whose classes have names."""

import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "verify"))
from onnx_messages import declaration, message  # noqa: E402  # pylint: disable=wrong-import-position

CLASSES = ["circle", "swipe left", "swipe right"]
FLOAT, STRING = 1, 8
OF_FLOATS, OF_INTS, OF_STRINGS, OF_STRING = (6, 7), (7, 8), (8, 9), (3, 4)  # AttributeProto: type, field of values


def attribute(name, kind, values):
    number, field = kind
    return (5, message((1, name), (20, number), *((field, value) for value in values)))


def packed(name, kind, values):
    """Numbers, as floats or as integers."""
    data = struct.pack(f"<{len(values)}f", *values) if kind == OF_FLOATS else bytes(values)
    return (5, message((1, name), (20, kind[0]), (kind[1], data)))


def tree():
    """Two comparisons, and a leaf for each class."""
    return message(
        (1, "x"), (2, "label"), (2, "probabilities"), (4, "TreeEnsembleClassifier"), (7, "ai.onnx.ml"),
        attribute("classlabels_strings", OF_STRINGS, CLASSES), attribute("post_transform", OF_STRING, ["NONE"]),
        packed("nodes_treeids", OF_INTS, [0, 0, 0, 0, 0]), packed("nodes_nodeids", OF_INTS, [0, 1, 2, 3, 4]),
        packed("nodes_featureids", OF_INTS, [0, 0, 1, 0, 0]), packed("nodes_values", OF_FLOATS, [0.5, 0, -0.25, 0, 0]),
        attribute("nodes_modes", OF_STRINGS, ["BRANCH_LEQ", "LEAF", "BRANCH_LEQ", "LEAF", "LEAF"]),
        packed("nodes_truenodeids", OF_INTS, [1, 0, 3, 0, 0]), packed("nodes_falsenodeids", OF_INTS, [2, 0, 4, 0, 0]),
        packed("class_treeids", OF_INTS, [0, 0, 0]), packed("class_nodeids", OF_INTS, [1, 3, 4]),
        packed("class_ids", OF_INTS, [0, 1, 2]), packed("class_weights", OF_FLOATS, [1, 1, 1]))


def main():
    graph = message((1, tree()), (2, "gesture"), (11, declaration("x", FLOAT, [1, 6])),
                    (12, declaration("label", STRING, [1])), (12, declaration("probabilities", FLOAT, [1, 3])))
    model = message((1, 8), (7, graph), (8, message((2, 15))), (8, message((1, "ai.onnx.ml"), (2, 3))))
    file = Path(sys.argv[1])
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(model)


if __name__ == "__main__":
    main()
