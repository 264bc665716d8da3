"""The networks, batches and optimizers that every peer builds, and how a peer talks to compare.py.

A peer is a process for one case and one setting. It prints one line of JSON when it has warmed up, then for each line
of seconds on its standard input one more with its speed, and ends with its input.
"""
import json
import resource
import sys
import time

DIGITS, SMALL, PHOTOS, SLIDES = (1, 28, 28), (3, 32, 32), (3, 224, 224), (3, 128, 128)
RESNET50, VIT, UNET = 25557032, 5717032, 7760394  # weights


def case(network, batch, shape, parameters, optimizer="sgd", rate=0.01, batches=32, **more):
    """`batches`: an epoch's worth of different ones, in memory; `gpu`: only for device_peers.py."""
    return {"network": network, "batch": batch, "shape": shape, "parameters": parameters, "optimizer": optimizer,
            "rate": rate, "batches": batches, **more}


CASES = {
    "mlp-32": case("mlp", 32, DIGITS, 101770),
    "mlp-128": case("mlp", 128, DIGITS, 101770),
    "lenet-128": case("lenet", 128, DIGITS, 61706, "adam", 0.001),
    "lstm-128": case("lstm", 128, DIGITS, 81674, "adam", 0.001),
    "resnet20-128": case("resnet20", 128, SMALL, 272474, "momentum", batches=8),
    "resnet20-128-bf16": case("resnet20", 128, SMALL, 272474, "momentum", batches=8, bf16=True),
    "resnet50-16": case("resnet50", 16, PHOTOS, RESNET50, "momentum", batches=1),
    "resnet50-16-bf16": case("resnet50", 16, PHOTOS, RESNET50, "momentum", batches=1, bf16=True),
    "resnet50-64": case("resnet50", 64, PHOTOS, RESNET50, "momentum", batches=1, gpu=True),
    "resnet50-64-bf16": case("resnet50", 64, PHOTOS, RESNET50, "momentum", batches=1, bf16=True, gpu=True),
    "vit-16": case("vit", 16, PHOTOS, VIT, "adam", 0.0001, batches=1),
    "unet-4": case("unet", 4, SLIDES, UNET, "adam", 0.0001, batches=1),
    "predict-resnet50-1": case("resnet50", 1, PHOTOS, RESNET50, batches=4, predicts=True),
    "predict-resnet50-16": case("resnet50", 16, PHOTOS, RESNET50, batches=1, predicts=True),
    "predict-vit-1": case("vit", 1, PHOTOS, VIT, batches=4, predicts=True),
    "predict-vit-16": case("vit", 16, PHOTOS, VIT, batches=1, predicts=True),
    "predict-lenet-1": case("lenet", 1, DIGITS, 61706, batches=64, predicts=True),
    "predict-lenet-128": case("lenet", 128, DIGITS, 61706, predicts=True),
}
JAX_NETWORKS = ("mlp", "lenet", "resnet20")  # that jax_peer.py builds
SCALE = 1.0 / 255


def pixels(case):
    """uint8 images [batches, batch, C, H, W] and int32 labels [batches, batch]."""
    import numpy
    random = numpy.random.default_rng(1)
    shape = (case["batches"], case["batch"]) + case["shape"]
    return (random.integers(0, 256, shape, dtype=numpy.uint8),
            random.integers(0, 10, shape[:2]).astype(numpy.int32))


def say(**values):
    print(json.dumps(values), flush=True)


def check_parameters(case, count):
    if count != case["parameters"]:
        sys.exit(f"{case['network']} has {count} parameters here, and {case['parameters']} elsewhere")


def serve(case, epoch):
    """epoch() trains some batches and returns how many, with all work done."""
    epoch()
    epoch()
    say(ready=True)
    for line in sys.stdin:
        seconds, steps, begin, spent = float(line), 0, time.perf_counter(), time.process_time()
        while time.perf_counter() - begin < seconds:
            steps += epoch()
        images = steps * case["batch"]
        say(images_per_second=images / (time.perf_counter() - begin),
            images_per_core_second=images / (time.process_time() - spent),
            peak_bytes=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
