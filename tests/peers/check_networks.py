"""`./dev peers`: ResNet-18 and -50 that Tensorloom trained for some steps, with the same weights in PyTorch.

Each predicts the same images; the scores have to be the same within rounding. So layout, borders, normalisation and the
kernels' folding of it are torchvision's. check_networks.py PROGRAM ENVIRONMENTS, run by PyTorch's own Python.
"""
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

import numpy
import torch
import torchvision

from torch_networks import resnet

SIZE, IMAGES, CLASSES = 64, 6, 2
NETWORKS = {"resnet18": ((2, 2, 2, 2), False), "resnet50": ((3, 4, 6, 3), True)}


def read_safetensors(file):
    data = file.read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + length])
    begin = 8 + length
    return {name: numpy.frombuffer(data[begin + entry["data_offsets"][0]:begin + entry["data_offsets"][1]],
                                   numpy.float32).reshape(entry["shape"])
            for name, entry in header.items() if name != "__metadata__" and entry["dtype"] == "F32"}


def load_unit(unit, weights, name):
    values = {"0.weight": "conv/kernel", "1.weight": "bn/gamma", "1.bias": "bn/beta", "1.running_mean": "bn/moving_mean",
              "1.running_var": "bn/moving_variance"}
    state = {key: torch.tensor(weights[f"{name}_{ours}"]) for key, ours in values.items()}
    state["1.num_batches_tracked"] = torch.tensor(1)
    unit.load_state_dict(state)


def load(model, weights, blocks):
    load_unit(model[0], weights, "conv1")
    place = 3  # behind the stem's unit, relu and pooling
    for stage, count in enumerate(blocks):
        for block in range(count):
            name = f"conv{stage + 2}_block{block + 1}"
            for i, unit in enumerate(model[place].units):
                load_unit(unit, weights, f"{name}_{i + 1}")
            if model[place].shortcut is not None:
                load_unit(model[place].shortcut, weights, f"{name}_0")
            place += 1
    head = model[-1]
    head.weight.data = torch.tensor(weights["predictions/kernel"])
    head.bias.data = torch.tensor(weights["predictions/bias"])


def check(program, name, folder):
    blocks, bottleneck = NETWORKS[name]
    random, images = numpy.random.default_rng(3), {}
    for label in range(CLASSES):
        place = folder / "images" / f"class{label}"
        place.mkdir(parents=True, exist_ok=True)
        for i in range(IMAGES):
            pixels = random.integers(0, 256, (SIZE, SIZE, 3), dtype=numpy.uint8)
            torchvision.io.write_png(torch.from_numpy(pixels).permute(2, 0, 1), str(place / f"{i}.png"))
            images[str(place / f"{i}.png")] = pixels
    run = folder / name
    subprocess.run([program, "train", "--template", name, "--data", f"folder:{folder / 'images'}", "--epochs", "12",
                    "--batch", "4", "--val-fraction", "0", "--lr", "0.00001", "--seed", "1", "--out", str(run), "--json"],
                   check=True, capture_output=True)
    files = list(images)
    answer = subprocess.run([program, "predict", str(run), *files, "--json"], check=True, capture_output=True, text=True)
    ours = numpy.array([json.loads(line)["scores"] for line in answer.stdout.splitlines() if line.startswith("{")])
    model = resnet(blocks, bottleneck)
    model[-1] = torch.nn.Linear(model[-1].in_features, CLASSES)
    load(model, read_safetensors(run / "checkpoint.safetensors"), blocks)
    model.eval()
    x = torch.tensor(numpy.stack([images[file] for file in files]).transpose(0, 3, 1, 2)).float() / 64 - 2
    with torch.inference_mode():
        theirs = model.double()(x.double()).softmax(1).numpy()
    error = float(abs(ours - theirs).max())
    open_ones = int(((theirs > 0.001) & (theirs < 0.999)).all(1).sum())  # the others would hide a difference
    print(f"{name}: {len(files)} predictions, {open_ones} of them neither 0 nor 1, differ from PyTorch's by {error:.1e} "
          "at most")
    return error < 1e-4 and open_ones >= len(files) / 2


with tempfile.TemporaryDirectory() as scratch:
    good = [check(sys.argv[1], name, pathlib.Path(scratch)) for name in NETWORKS]
sys.exit(0 if all(good) else "The networks are not the same.")
