# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the applications' training scripts share: training, export, and int8 quantization with the modules of
examples/fashion. Needs Debian's python3-torch, python3-numpy and python3-onnx."""

import io
import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "fashion"))
import evaluator
import qdq
from scales import observed_ranges

LARGEST_FILE = 300_000
PERCENTILES = (100, 99.99, 99.9)


def begin(seed=1, threads=1):
    """The same seed and number of threads give the same weights on the same kind of machine."""
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    torch.use_deterministic_algorithms(True)
    return np.random.default_rng(seed)


def convolution(inputs, outputs, kernel, stride=1, groups=1):
    """Conv, BatchNorm, ReLU; the padding keeps the extents at stride 1. `kernel` and `stride` may be pairs."""
    padding = tuple(k // 2 for k in kernel)
    return nn.Sequential(nn.Conv2d(inputs, outputs, kernel, stride, padding, groups=groups, bias=False),
                         nn.BatchNorm2d(outputs), nn.ReLU())


class Classifier(nn.Module):
    """Features [N, C, H, W] of `layers`, averaged over H and W, to scores [N, classes]: logits while training,
    else their softmax."""

    def __init__(self, layers, channels, classes):
        super().__init__()
        self.layers = nn.Sequential(*layers)
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.flatten = nn.Flatten()
        self.classify = nn.Linear(channels, classes)

    def forward(self, x):
        logits = self.classify(self.flatten(self.pool(self.layers(x))))
        return logits if self.training else torch.softmax(logits, dim=1)


def train(network, inputs, targets, loss, epochs, rate=0.01, batch=64, augment=lambda x: x):
    """AdamW under a one-cycle learning rate, in place. Arrays; the last incomplete batch is left out."""
    inputs, targets = torch.from_numpy(inputs), torch.from_numpy(targets)
    optimizer = torch.optim.AdamW(network.parameters(), weight_decay=0.01)
    steps = len(inputs) // batch
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, epochs=epochs, steps_per_epoch=steps)
    network.train()
    for epoch in range(1, epochs + 1):
        total = 0.0
        for chosen in torch.randperm(len(inputs)).split(batch)[:steps]:
            value = loss(network(augment(inputs[chosen])), targets[chosen])
            optimizer.zero_grad()
            value.backward()
            optimizer.step()
            schedule.step()
            total += value.item()
        if epoch % 5 == 0:
            print(f"epoch {epoch}: loss {total / steps:.4f}", flush=True)


def exported(network, shape, names):
    """The network as ONNX, opset 13, for one input of `shape`; `names` are those of input and output."""
    stream = io.BytesIO()
    torch.onnx.export(network.eval(), torch.zeros(shape), stream, opset_version=13, input_names=[names[0]],
                      output_names=[names[1]], training=torch.onnx.TrainingMode.PRESERVE,
                      do_constant_folding=False)
    return onnx.load_from_string(stream.getvalue())


def outputs_of(model, inputs):
    """The first output of a float or quantized model, for all inputs."""
    name = model.graph.output[0].name
    return np.concatenate([evaluator.evaluate(model.graph, part)[name]
                           for part in np.array_split(inputs, max(1, len(inputs) // 256))])


def quantized(model, calibration, score):
    """The int8 model whose ranges have the highest score(model); ranges are observed on `calibration`."""
    model = qdq.prepare(model)
    values = evaluator.evaluate(model.graph, calibration)
    candidates = [qdq.quantize(model, observed_ranges(values, percentile)) for percentile in PERCENTILES]
    return max(candidates, key=score)


def save(model, path):
    model.producer_name = "tigris examples"
    onnx.save(model, path)
    if path.stat().st_size > LARGEST_FILE:
        raise ValueError(f"{path.name} has {path.stat().st_size} bytes, more than {LARGEST_FILE}")
    print(f"{path.name}: {path.stat().st_size} bytes")


def accuracy(model, inputs, labels):
    return float(np.mean(outputs_of(model, inputs).argmax(1) == labels))


def train_classifier(network, training, tuning, held_out, names, path, epochs, **options):
    """Trains, quantizes and saves a classifier; prints the accuracies of both models on what neither training nor
    quantization saw. Each set is a pair of inputs and labels."""
    train(network, *training, nn.CrossEntropyLoss(label_smoothing=0.05), epochs, **options)
    model = exported(network, (1, *training[0].shape[1:]), names)
    small = quantized(model, training[0][:512], lambda m: accuracy(m, *tuning))
    save(small, path)
    for name, candidate in (("float", qdq.prepare(model)), ("int8", small)):
        print(f"held out, {name}: {accuracy(candidate, *held_out):.2%} of {len(held_out[0])}")
    return small


def write_header(path, name, values, remark, per_line=8):
    """A table of int16 as a C++ header: name[rows][columns]."""
    rows = [f"{{{', '.join(map(str, row))}}}," for row in values]
    lines = [" ".join(rows[i : i + per_line]) for i in range(0, len(rows), per_line)]
    path.write_text("// SPDX-FileCopyrightText: The TiGrIS authors\n"
                    "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n#pragma once\n"
                    f"// {remark}\n\n#include <stdint.h>\n\n// clang-format off\n"
                    f"inline constexpr int16_t {name}[{len(values)}][{values.shape[1]}] = {{\n    "
                    + "\n    ".join(lines) + "\n};\n// clang-format on\n")
