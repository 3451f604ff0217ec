#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains a small depthwise-separable network on Fashion-MNIST and exports it to ONNX."""

import argparse
import io
import time
from pathlib import Path

import onnx
import torch
from torch import nn
from torch.nn import functional

import dataset
from folding import fold_batchnorm

HERE = Path(__file__).resolve().parent
MAX_SHIFT_PIXELS = 2


def convolution(inputs, outputs, kernel=1, stride=1, groups=1):
    """Conv and BatchNorm; the padding keeps height and width at stride 1."""
    conv = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outputs))


class Separable(nn.Module):
    """Depthwise 3x3, pointwise 1x1, a ReLU each: [N, inputs, H, W] to [N, outputs, H / s, W / s].

    s is the stride; the quotients are rounded up.
    """

    def __init__(self, inputs, outputs, stride=1):
        super().__init__()
        self.depthwise = convolution(inputs, inputs, 3, stride, groups=inputs)
        self.pointwise = convolution(inputs, outputs)

    def forward(self, x):
        return functional.relu(self.pointwise(functional.relu(self.depthwise(x))))


class InvertedResidual(nn.Module):
    """Expand 1x1, depthwise 3x3, project 1x1 without ReLU, add the input: [N, channels, H, W]."""

    def __init__(self, channels, expanded):
        super().__init__()
        self.expand = convolution(channels, expanded)
        self.depthwise = convolution(expanded, expanded, 3, groups=expanded)
        self.project = convolution(expanded, channels)

    def forward(self, x):
        wide = functional.relu(self.expand(x))
        return x + self.project(functional.relu(self.depthwise(wide)))


class Network(nn.Module):
    """Images [N, 1, 28, 28] in 0..1 to [N, 10]: logits while training, else their softmax."""

    def __init__(self):
        super().__init__()
        self.stem = convolution(1, 16, 3, stride=2)
        self.blocks = nn.Sequential(
            Separable(16, 32),
            InvertedResidual(32, 64),
            Separable(32, 64, stride=2),
            InvertedResidual(64, 128),
            Separable(64, 128, stride=2),
        )
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.flatten = nn.Flatten()
        self.classifier = nn.Linear(128, 10)

    def forward(self, x):
        features = self.blocks(functional.relu(self.stem(x)))
        logits = self.classifier(self.flatten(self.pool(features)))
        return logits if self.training else functional.softmax(logits, dim=1)


def augmented(images):
    """The batch with every image mirrored or not and shifted by up to MAX_SHIFT_PIXELS each way."""
    count, _, height, width = images.shape
    mirror = torch.rand(count, 1, 1, 1) < 0.5
    padded = functional.pad(torch.where(mirror, images.flip(3), images), [MAX_SHIFT_PIXELS] * 4)
    top, left = torch.randint(0, 2 * MAX_SHIFT_PIXELS + 1, (2, count, 1))
    rows = (top + torch.arange(height))[:, :, None]
    columns = (left + torch.arange(width))[:, None, :]
    return padded[torch.arange(count)[:, None, None], 0, rows, columns].unsqueeze(1)


def accuracy(network, images, labels):
    """Share of the images, 0..1, whose largest score is at their label."""
    network.eval()
    with torch.no_grad():
        found = [network(batch).argmax(1) for batch in images.split(500)]
    return (torch.cat(found) == labels).float().mean().item()


def train_epoch(network, images, labels, optimizer, schedule, batch_size):
    """One pass over the shuffled images, the last incomplete batch left out; the mean loss."""
    network.train()
    batches = torch.randperm(len(images)).split(batch_size)[: len(images) // batch_size]
    total = 0.0
    for batch in batches:
        loss = functional.cross_entropy(network(augmented(images[batch])), labels[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        total += loss.item()
    return total / len(batches)


def train(network, options):
    """Trains in place: AdamW under a one-cycle learning rate; prints a line per epoch."""
    images, labels = map(torch.from_numpy, dataset.training_set())
    held_out = tuple(map(torch.from_numpy, dataset.validation_set()))
    optimizer = torch.optim.AdamW(network.parameters(), weight_decay=options.weight_decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer,
        options.rate,
        epochs=options.epochs,
        steps_per_epoch=len(images) // options.batch,
    )
    for epoch in range(1, options.epochs + 1):
        start = time.monotonic()
        loss = train_epoch(network, images, labels, optimizer, schedule, options.batch)
        correct = accuracy(network, *held_out)
        seconds = time.monotonic() - start
        figures = f"loss {loss:.4f}, validation {correct:.2%}, {seconds:.0f} s"
        print(f"epoch {epoch:2}: {figures}", flush=True)


def export(network, path):
    """Writes the network as ONNX, opset 13, BatchNorm folded into the convolutions.

    Input "image" [1, 1, 28, 28], pixel / 255; output "scores" [1, 10], which sum to 1.
    """
    stream = io.BytesIO()
    torch.onnx.export(
        network.eval(),
        torch.zeros(1, 1, 28, 28),
        stream,
        opset_version=13,
        input_names=["image"],
        output_names=["scores"],
        training=torch.onnx.TrainingMode.PRESERVE,
        do_constant_folding=False,
    )
    onnx.save(fold_batchnorm(onnx.load_from_string(stream.getvalue())), path)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=HERE / "fashion_float.onnx")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--batch", type=int, default=128, help="images per step")
    parser.add_argument("--rate", type=float, default=0.01, help="peak learning rate")
    parser.add_argument("--weight-decay", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2, help="the weights depend on it")
    return parser.parse_args()


def main():
    options = parse_arguments()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    torch.use_deterministic_algorithms(True)
    network = Network().to(memory_format=torch.channels_last)
    print(sum(p.numel() for p in network.parameters()), "parameters")
    train(network, options)
    test = map(torch.from_numpy, dataset.test_set())
    print(f"test accuracy {accuracy(network, *test):.2%}")
    export(network, options.output)


if __name__ == "__main__":
    main()
