#!/usr/bin/env python3
"""Makes tests/reference/networks.json: what Keras makes of whole networks in 12 steps on all images at once, by each
optimizer at its default settings, in float64: the loss of each step, and weights and moving averages after the last.

    pip install keras jax
    python3 tests/reference/networks.py > tests/reference/networks.json

tests/engine/train/test_network_reference.cpp reads it.
"""
import json
import os
import sys

os.environ.setdefault("KERAS_BACKEND", "jax")
os.environ.setdefault("JAX_ENABLE_X64", "1")
import keras
import numpy as np

keras.config.set_floatx("float64")
L, O = keras.layers, keras.optimizers
IMAGES, CLASSES, STEPS = 24, 3, 12
draw = np.random.default_rng(21)

# Each class is brighter in a part of its own, so that there is something to learn.
labels = np.arange(IMAGES) % CLASSES
images = draw.integers(0, 160, (IMAGES, 6, 6, 3))
for image, label in zip(images, labels):
    image[2 * label:2 * label + 2] += 90


def mlp():
    return [L.Permute((3, 1, 2)), L.Flatten(),  # Tensorloom flattens channels first
            L.Dense(5, activation="relu", name="dense_1"), L.Dense(6, activation="tanh", name="dense_2"),
            L.Dense(CLASSES, name="dense_3")]


def convolutions():
    # Without a bias before the normalisation: what it comes to there is nothing but rounding.
    return [L.Conv2D(4, 3, use_bias=False, padding="same", name="conv_1"), L.BatchNormalization(name="norm_1"), L.ReLU(),
            L.MaxPooling2D(2), L.Conv2D(5, 2, activation="relu", name="conv_2"), L.Permute((3, 1, 2)), L.Flatten(),
            L.Dense(CLASSES, name="dense_1")]


# Keras's Muon gives kernels of convolutions to AdamW, Tensorloom's where it is told to.
OPTIMIZERS = [
    ("adadelta", {}, O.Adadelta), ("adagrad", {}, O.Adagrad), ("adam", {}, O.Adam), ("adamax", {}, O.Adamax),
    ("adamw", {}, O.AdamW), ("lion", {}, O.Lion), ("muon", {"exclude_convolutions": True}, O.Muon), ("nadam", {}, O.Nadam),
    ("rmsprop", {}, O.RMSprop), ("sgd", {}, O.SGD),
    ("sgd", {"momentum": 0.9, "nesterov": True}, lambda: O.SGD(momentum=0.9, nesterov=True)),
]


def built(layers):
    model = keras.Sequential([keras.Input((6, 6, 3)), L.Rescaling(1 / 255), *layers])
    return model, {f"{layer.name}/{weight.name}": weight for layer in model.layers for weight in layer.weights}


def plain(weights):
    """As Tensorloom has them: [outputs, inputs] and [filters, channels, height, width]."""
    arrays = {name: keras.ops.convert_to_numpy(weight.value) for name, weight in weights.items()}
    return {name: [float(f"{x:.10g}") for x in (a.transpose(3, 2, 0, 1) if a.ndim == 4 else a.T).reshape(-1)]
            for name, a in arrays.items()}


networks = []
for title, make in (("mlp", mlp), ("convolutions", convolutions)):
    _, weights = built(make())
    # Biases too, and numbers that are exact in float32.
    start = {name: np.round((0.3 * draw.normal(size=w.shape) + (1 if "gamma" in name or "variance" in name else 0)) * 1024) / 1024
             for name, w in weights.items()}
    start = {name: np.abs(value) + 0.25 if "variance" in name else value for name, value in start.items()}
    runs = []
    for optimizer, properties, by in OPTIMIZERS:
        model, weights = built(make())
        for name, weight in weights.items():
            weight.assign(start[name])
        first = plain(weights)
        kept = by()
        model.compile(kept, keras.losses.SparseCategoricalCrossentropy(from_logits=True))
        losses = model.fit(images.astype("float64"), labels, IMAGES, STEPS, verbose=0, shuffle=False).history["loss"]
        runs.append({"optimizer": optimizer, "properties": properties,
                     "rate": float(f"{float(kept.learning_rate):.7g}"),
                     "losses": [float(f"{x:.10g}") for x in losses], "weights": plain(weights)})
    networks.append({"name": title, "weights": first, "runs": runs})

json.dump({"keras": keras.__version__, "steps": STEPS, "classes": CLASSES,
           "images": images.transpose(0, 3, 1, 2).reshape(-1).tolist(), "labels": labels.tolist(), "networks": networks},
          sys.stdout, separators=(",", ":"))
print()
