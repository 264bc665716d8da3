#!/usr/bin/env python3
"""airbench94_muon (github.com/KellerJordan/cifar10-airbench) beside our template of that name: how fast, and how far.

    python3 tests/peers/airbench.py --data cifar-10-batches-bin              its recipe, written anew in PyTorch
    python3 tests/peers/airbench.py --published airbench94_muon.py --runs 5  the script itself, on an NVIDIA GPU
    tensorloom train --template airbench94_muon --data cifar10:cifar-10-batches-bin      ours

Each epoch is a line of JSON, and the end is one: accuracy on the test split as it is and over six views of each image,
and the seconds of the training alone. --epochs N lays the schedule over N epochs; --steps N stops after N steps. The
published script fetches CIFAR-10 itself, into the folder that it is started in.
"""
import argparse
import importlib.util
import json
import pathlib
import sys
import time

import numpy
import torch
from torch import nn
from torch.nn import functional

BATCH, WIDTHS = 2000, (64, 256, 256)
MEAN, DEVIATION = (0.4914, 0.4822, 0.4465), (0.2470, 0.2435, 0.2616)


class Block(nn.Sequential):
    def __init__(self, before, filters, pooled):
        convolution = nn.Conv2d(before, filters, 3, padding=1, bias=False)
        nn.init.dirac_(convolution.weight.data[:before])
        norm = nn.BatchNorm2d(filters, eps=1e-12, momentum=0.4)
        norm.weight.requires_grad = False
        super().__init__(convolution, *([nn.MaxPool2d(2)] if pooled else []), norm, nn.GELU())


class Network(nn.Module):
    def __init__(self, images):
        super().__init__()
        self.whiten = nn.Conv2d(3, 24, 2)
        self.whiten.weight.requires_grad = False
        self.whiten.weight.data[:] = whitening(images)
        channels, blocks = 24, []
        for filters in WIDTHS:
            blocks += [Block(channels, filters, True), Block(filters, filters, False)]
            channels = filters
        self.blocks = nn.Sequential(nn.GELU(), *blocks, nn.MaxPool2d(3), nn.Flatten())
        self.head = nn.Linear(channels, 10, bias=False)
        self.head.weight.data /= self.head.weight.data.std()

    def forward(self, x):
        return self.head(self.blocks(self.whiten(x))) / WIDTHS[-1]


def whitening(images):
    """Eigenvectors of 2×2 patches over the roots of their eigenvalues, in both signs."""
    patches = functional.unfold(images, 2).transpose(1, 2).reshape(-1, 12).double()
    values, vectors = torch.linalg.eigh(patches.T @ patches / len(patches))
    rows = (vectors / torch.sqrt(values + 5e-4)).T.reshape(12, 3, 2, 2)
    return torch.cat([rows, -rows]).float()


@torch.no_grad()
def muon_step(filters, velocities, rate, momentum=0.6, steps=3):
    for weight, velocity in zip(filters, velocities):
        velocity.mul_(momentum).add_(weight.grad)
        x = (weight.grad + momentum * velocity).flatten(1)
        x = x / (x.norm() + 1e-7)
        tall = x.shape[0] > x.shape[1]
        x = x.T if tall else x
        for _ in range(steps):
            square = x @ x.T
            x = 3.4445 * x + (-4.7750 * square + 2.0315 * square @ square) @ x
        weight.mul_(len(weight) ** 0.5 / weight.norm())
        weight.sub_((x.T if tall else x).view_as(weight), alpha=rate)


def read(files):
    """CIFAR-10's binary version: a byte of label, then three planes."""
    rows = numpy.concatenate([numpy.fromfile(file, numpy.uint8).reshape(-1, 3073) for file in files])
    pixels = torch.from_numpy(rows[:, 1:].reshape(-1, 3, 32, 32).copy()).float() / 255
    mean, deviation = (torch.tensor(numbers).view(1, 3, 1, 1) for numbers in (MEAN, DEVIATION))
    return (pixels - mean) / deviation, torch.from_numpy(rows[:, 0].astype(numpy.int64))


def cut(padded, shifts):
    """32×32 of each image, from its own place."""
    at = torch.arange(32, device=padded.device)
    rows, columns = shifts[:, :1] + at, shifts[:, 1:] + at
    images = torch.arange(len(padded), device=padded.device)
    return padded[images[:, None, None], :, rows[:, :, None], columns[:, None, :]].permute(0, 3, 1, 2)


@torch.no_grad()
def scores(network, images, views):
    def both(x):
        return (network(x) + network(x.flip(-1))) / 2
    if views == 1:
        return network(images)
    padded = functional.pad(images, (1,) * 4, "reflect")
    return both(images) / 2 + (both(padded[:, :, :32, :32]) + both(padded[:, :, 2:, 2:])) / 4


def accuracy(network, images, labels, views=1):
    network.eval()
    found = torch.cat([scores(network, part, views).argmax(1) for part in images.split(BATCH // views)])
    return (found == labels).double().mean().item()


def train(options):
    device = torch.device(options.device)
    folder = pathlib.Path(options.data)
    images, labels = (x.to(device) for x in read(sorted(folder.glob("data_batch_*.bin"))))
    test_images, test_labels = (x.to(device) for x in read([folder / "test_batch.bin"]))
    torch.manual_seed(options.seed)
    network = Network(images[:5000]).to(device)
    filters = [p for p in network.blocks.parameters() if p.ndim == 4]
    velocities = [torch.zeros_like(p) for p in filters]
    betas = [p for name, p in network.blocks.named_parameters() if name.endswith("bias")]
    rates, decay = (0.053, 0.053, 0.67), 2e-6 * BATCH
    groups = [[network.whiten.bias], betas, [network.head.weight]]
    sgd = torch.optim.SGD([{"params": p, "lr": r, "weight_decay": decay / r} for p, r in zip(groups, rates)],
                          momentum=0.85, nesterov=True)
    each = len(images) // BATCH
    total, whitened = options.epochs * each, 3 * each
    mirrored = torch.rand(len(images), device=device) < 0.5
    seconds, step = 0.0, 0
    for epoch in range(options.epochs):
        network.train()
        began, losses = time.perf_counter(), []
        order, shifts = torch.randperm(len(images), device=device), torch.randint(0, 5, (len(images), 2), device=device)
        for i in range(each):
            part = order[i * BATCH:(i + 1) * BATCH]
            x = torch.where((mirrored[part] ^ (epoch % 2 == 1)).view(-1, 1, 1, 1), images[part].flip(-1), images[part])
            x = cut(functional.pad(x, (2,) * 4, "reflect"), shifts[part])
            loss = functional.cross_entropy(network(x), labels[part], label_smoothing=0.2, reduction="sum")
            loss.backward()
            left = 1 - step / total
            for group, rate in zip(sgd.param_groups, (rates[0] * (1 - step / whitened), rates[1] * left, rates[2] * left)):
                group["lr"] = rate
            if step >= whitened:
                network.whiten.bias.grad = None
            sgd.step()
            muon_step(filters, velocities, 0.24 * left)
            network.zero_grad(set_to_none=True)
            losses.append(loss.item() / BATCH)
            step += 1
            if options.each_step:
                print(json.dumps({"step": step, "loss": losses[-1]}), flush=True)
            if step == options.steps:
                break
        seconds += time.perf_counter() - began
        print(json.dumps({"epoch": epoch + 1, "step": step, "loss": sum(losses) / len(losses), "seconds": seconds,
                          "test_accuracy": accuracy(network, test_images, test_labels)}), flush=True)
        if step == options.steps:
            break
    print(json.dumps({"event": "end", "torch": torch.__version__, "device": options.device, "step": step,
                      "seconds": seconds, "six_views": accuracy(network, test_images, test_labels, 6)}))


def published(options):
    """Its own functions, as its last lines use them, with as many runs as are asked for."""
    path = pathlib.Path(options.published).resolve()
    sys.argv[0] = str(path)  # it reads itself
    spec = importlib.util.spec_from_file_location("published", path)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    network = script.CifarNet().cuda().to(memory_format=torch.channels_last)
    network.compile(mode="max-autotune")
    script.main("warmup", network)
    for run in range(options.runs):
        began = time.perf_counter()
        result = script.main(run, network)
        print(json.dumps({"event": "end", "published": path.name, "run": run, "six_views": float(result),
                          "seconds_with_evaluation": time.perf_counter() - began}), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data")
    parser.add_argument("--published")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--each-step", action="store_true", help="a line for each step's loss")
    options = parser.parse_args()
    if bool(options.data) == bool(options.published):
        parser.error("give --data, or --published")
    published(options) if options.published else train(options)


if __name__ == "__main__":
    main()
