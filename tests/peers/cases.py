"""The networks, batches and optimizers that every peer builds, and how a peer talks to compare.py.

A peer is a process for one case and one setting. It prints one line of JSON when it has warmed up, then for each line
of seconds on its standard input one more with its speed, and ends with its input.
"""
import json
import resource
import sys
import time

CASES = {
    "mlp-32": {"network": "mlp", "batch": 32, "shape": (1, 28, 28), "parameters": 101770},
    "mlp-128": {"network": "mlp", "batch": 128, "shape": (1, 28, 28), "parameters": 101770},
    "lenet-128": {"network": "lenet", "batch": 128, "shape": (1, 28, 28), "parameters": 61706},
    "resnet20-128": {"network": "resnet20", "batch": 128, "shape": (3, 32, 32), "parameters": 272474,
                     "batches": 8},
    "resnet20-128-bf16": {"network": "resnet20", "batch": 128, "shape": (3, 32, 32), "parameters": 272474,
                          "batches": 8, "bf16": True},
}
SCALE = 1.0 / 255
BATCHES = 32  # an epoch's worth of different batches, in memory, where a case does not say how many


def pixels(case):
    """uint8 images [batches, batch, C, H, W] and int32 labels [batches, batch]."""
    import numpy
    random = numpy.random.default_rng(1)
    shape = (case.get("batches", BATCHES), case["batch"]) + case["shape"]
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
