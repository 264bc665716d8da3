#!/usr/bin/env python3
"""Makes tests/reference/weights.json: a Keras model with regularisers (of weights and of outputs) and constraints, trained for some steps of plain SGD
in float64: the reported loss of each step and the weights after it.

    pip install keras torch
    KERAS_BACKEND=torch python3 tests/reference/weights.py > tests/reference/weights.json
"""
import json
import os
import sys

os.environ.setdefault("KERAS_BACKEND", "torch")
import keras
import numpy as np

keras.config.set_floatx("float64")
R, C = keras.regularizers, keras.constraints
rng = np.random.default_rng(3)
STEPS, RATE = 3, 0.5


def numbers(shape, scale=1.0):
    return (scale * rng.normal(size=shape)).astype(np.float32).astype(np.float64)


# name, layer, its properties as Tensorloom names them
DENSE, FILTERS = 0, [0, 1, 2]  # the axes of one output's weights in Keras's kernels
CASES = [
    ("plain", "dense", {}, {}),
    ("l2", "dense", dict(kernel_regularizer=R.L2(0.05)), {"kernel_regularizer": "l2", "kernel_regularizer_l2": 0.05}),
    ("l1 and bias l2", "dense", dict(kernel_regularizer=R.L1(0.02), bias_regularizer=R.L2(0.1)),
     {"kernel_regularizer": "l1", "kernel_regularizer_l1": 0.02, "bias_regularizer": "l2", "bias_regularizer_l2": 0.1}),
    ("l1_l2", "dense", dict(kernel_regularizer=R.L1L2(0.01, 0.03)),
     {"kernel_regularizer": "l1_l2", "kernel_regularizer_l1": 0.01, "kernel_regularizer_l2": 0.03}),
    ("max_norm", "dense", dict(kernel_constraint=C.MaxNorm(1.5, axis=DENSE)),
     {"kernel_constraint": "max_norm", "kernel_constraint_max_value": 1.5}),
    ("unit_norm, bias non_neg", "dense", dict(kernel_constraint=C.UnitNorm(axis=DENSE), bias_constraint=C.NonNeg()),
     {"kernel_constraint": "unit_norm", "bias_constraint": "non_neg"}),
    ("bias max_norm", "dense", dict(bias_constraint=C.MaxNorm(0.25)),
     {"bias_constraint": "max_norm", "bias_constraint_max_value": 0.25}),
    ("filters: l1_l2 and max_norm", "conv", dict(kernel_regularizer=R.L1L2(0.01, 0.02), kernel_constraint=C.MaxNorm(1, axis=FILTERS)),
     {"kernel_regularizer": "l1_l2", "kernel_regularizer_l1": 0.01, "kernel_regularizer_l2": 0.02,
      "kernel_constraint": "max_norm", "kernel_constraint_max_value": 1.0}),
    ("filters: unit_norm", "conv", dict(kernel_constraint=C.UnitNorm(axis=FILTERS)), {"kernel_constraint": "unit_norm"}),
    ("min_max_norm", "dense", dict(kernel_constraint=C.MinMaxNorm(2.5, 2.75, axis=DENSE), bias_constraint=C.MinMaxNorm(0.6, 0.7)),
     {"kernel_constraint": "min_max_norm", "kernel_constraint_min_value": 2.5, "kernel_constraint_max_value": 2.75,
      "bias_constraint": "min_max_norm", "bias_constraint_min_value": 0.6, "bias_constraint_max_value": 0.7}),
    ("filters: min_max_norm, a quarter of the way", "conv",
     dict(kernel_constraint=C.MinMaxNorm(2.0, 2.1, rate=0.25, axis=FILTERS)),
     {"kernel_constraint": "min_max_norm", "kernel_constraint_min_value": 2.0, "kernel_constraint_max_value": 2.1,
      "kernel_constraint_rate": 0.25}),
    ("activity l1", "dense", dict(activity_regularizer=R.L1(0.05)),
     {"activity_regularizer": "l1", "activity_regularizer_l1": 0.05}),
    ("activity and kernel l2, tanh", "dense",
     dict(activation="tanh", activity_regularizer=R.L2(0.4), kernel_regularizer=R.L2(0.05)),
     {"activation": "tanh", "activity_regularizer": "l2", "activity_regularizer_l2": 0.4, "kernel_regularizer": "l2",
      "kernel_regularizer_l2": 0.05}),
    ("filters: activity l1_l2, relu", "conv", dict(activation="relu", activity_regularizer=R.L1L2(0.01, 0.02)),
     {"activation": "relu", "activity_regularizer": "l1_l2", "activity_regularizer_l1": 0.01,
      "activity_regularizer_l2": 0.02}),
]

images = numbers((4, 4, 4, 2))
labels = rng.integers(0, 3, 4)
results = []
for name, kind, arguments, properties in CASES:
    if kind == "conv":
        layer = keras.layers.Conv2D(3, 3, **arguments)
        kernel = numbers((3, 3, 2, 3), 0.5)
        layers = [layer, keras.layers.GlobalAveragePooling2D()]
    else:
        layer = keras.layers.Dense(3, **arguments)
        kernel = numbers((32, 3), 0.5)
        # Tensorloom flattens channels first.
        layers = [keras.layers.Permute((3, 1, 2)), keras.layers.Flatten(), layer]
    bias = numbers((3,), 0.3)
    model = keras.Sequential([keras.Input((4, 4, 2)), *layers])
    layer.set_weights([kernel, bias])
    model.compile(optimizer=keras.optimizers.SGD(RATE), loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    out = lambda w: (w.transpose(3, 2, 0, 1) if w.ndim == 4 else w.T).reshape(-1).tolist()
    steps = []
    for _ in range(STEPS):
        loss = model.evaluate(images, labels, verbose=0)  # of before the step, as fit reports it
        model.train_on_batch(images, labels)
        now = layer.get_weights()
        steps.append({"loss": float(loss), "kernel": out(now[0]), "bias": now[1].tolist()})
    results.append({"name": name, "layer": kind, "properties": properties,
                    "kernel": out(kernel), "bias": bias.tolist(), "steps": steps})


def shortened(x):  # float32 numbers keep all that they have
    if isinstance(x, float):
        return float("%.12g" % x)
    if isinstance(x, dict):
        return {key: shortened(value) for key, value in x.items()}
    return [shortened(value) for value in x] if isinstance(x, list) else x


json.dump(shortened({"keras": keras.__version__, "rate": RATE, "images": images.transpose(0, 3, 1, 2).reshape(-1).tolist(),
           "labels": labels.tolist(), "cases": results}), sys.stdout, separators=(",", ":"))
print()
