#!/usr/bin/env python3
"""Makes tests/reference/layer_cases/resizing.json: what Keras's Resizing gives on TensorFlow, whose bicubic and Lanczos
kernels PyTorch does not have. TensorFlow resizes in float32.

    pip install tensorflow-cpu
    python3 tests/reference/resizing.py

tests/engine/layers/test_against_keras.cpp reads it with the other families.
"""
import json
import os
import pathlib

os.environ["KERAS_BACKEND"] = "tensorflow"
import keras
import numpy
import tensorflow

PLACE = pathlib.Path(__file__).resolve().parent / "layer_cases" / "resizing.json"
CASES = [
    ("bilinear, larger", (2, 3, 4), {"height": 6, "width": 9}),
    ("bilinear, smaller", (2, 7, 9), {"height": 3, "width": 4}),
    ("bilinear, smaller and smooth", (2, 9, 7), {"height": 4, "width": 3, "antialias": True}),
    ("nearest, larger", (1, 3, 4), {"height": 5, "width": 7, "interpolation": "nearest"}),
    ("nearest, smaller", (2, 7, 9), {"height": 3, "width": 4, "interpolation": "nearest"}),
    # At these ratios TensorFlow's table of the cubic kernel is exact.
    ("bicubic", (2, 4, 6), {"height": 8, "width": 3, "interpolation": "bicubic"}),
    ("bicubic, smooth", (1, 9, 8), {"height": 4, "width": 5, "interpolation": "bicubic", "antialias": True}),
    ("lanczos3", (1, 7, 6), {"height": 4, "width": 9, "interpolation": "lanczos3"}),
    ("lanczos5, smooth", (1, 11, 8), {"height": 4, "width": 6, "interpolation": "lanczos5", "antialias": True}),
    ("cut to a tall one", (2, 5, 9), {"height": 4, "width": 3, "crop_to_aspect_ratio": True}),
    ("cut to a wide one", (1, 9, 4), {"height": 3, "width": 5, "crop_to_aspect_ratio": True}),
    ("padded to a square", (2, 4, 7), {"height": 5, "width": 5, "pad_to_aspect_ratio": True}),
    ("padded with a value", (1, 7, 4), {"height": 3, "width": 6, "pad_to_aspect_ratio": True, "fill_value": 0.5}),
]


def ours(array):
    array = numpy.moveaxis(numpy.asarray(array, dtype="float64"), -1, 1)
    return {"shape": list(array.shape), "values": [float(f"{value:.9g}") for value in array.ravel()]}


def case(name, shape, properties):
    rng = numpy.random.default_rng(sum(map(ord, name)))
    channels, height, width = shape
    x = tensorflow.constant(numpy.round(rng.uniform(-2, 2, (2, height, width, channels)), 3), "float32")
    layer = keras.layers.Resizing(**properties, data_format="channels_last")
    with tensorflow.GradientTape() as tape:
        tape.watch(x)
        y = layer(x)
    seed = tensorflow.constant(numpy.round(rng.uniform(-1, 1, y.shape), 3), "float32")
    return {"layer": "Resizing", "name": name, "properties": properties, "training": False, "inputs": [ours(x)],
            "weights": {}, "states": {}, "output": ours(y), "output_gradient": ours(seed),
            "input_gradients": [ours(tape.gradient(y, x, output_gradients=seed))], "weight_gradients": {},
            "states_after": {}}


rows = ",\n".join(json.dumps(case(*each), separators=(",", ":")) for each in CASES)
made = f"Keras {keras.__version__}, TensorFlow {tensorflow.__version__}, float32"
PLACE.write_text(f'{{"made_by":"{made}","cases":[\n{rows}\n]}}\n')
print(f"resizing: {len(CASES)} cases")
