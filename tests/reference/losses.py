#!/usr/bin/env python3
"""Makes tests/reference/losses.json: value and gradient of Keras's losses in float64, from raw scores where the loss is a
cross-entropy, with smoothing and class weights.

    pip install keras torch
    KERAS_BACKEND=torch python3 tests/reference/losses.py > tests/reference/losses.json
"""
import json
import os
import sys

os.environ.setdefault("KERAS_BACKEND", "torch")
import keras
import numpy as np
import torch

keras.config.set_floatx("float64")
rng = np.random.default_rng(7)
L = keras.losses


def numbers(shape, low, high):
    return rng.uniform(low, high, shape).astype(np.float32).astype(np.float64)


SCORES = {"scores": (-2, 2), "shares": (0.05, 0.95)}
cases = []


def case(loss, make, kind="scores", properties=None, classes=5, weights=None, sparse=False):
    y = numbers((6, classes), *SCORES[kind])
    labels = rng.integers(0, max(classes, 2), 6)
    target = np.eye(max(classes, 2))[labels]
    if classes == 1:
        target = target[:, 1:]
    given = torch.tensor(y, requires_grad=True)
    expected = torch.tensor(labels) if sparse else torch.tensor(target)
    # fit() gives class weights to the loss as sample weights.
    value = make(expected, given, sample_weight=None if weights is None else torch.tensor(np.array(weights)[labels]))
    value.backward()
    properties = dict(properties or {})
    if weights is not None:
        properties["class_weight"] = ", ".join(map(str, weights))
    cases.append({"loss": loss, "properties": properties, "scores": y.tolist(), "labels": labels.tolist(),
                  "value": value.item(), "gradient": given.grad.tolist()})


W5, W2 = [1, 0.5, 2, 0, 3.25], [0.75, 2]
for w in (None, W5):
    case("sparse_categorical_crossentropy", L.SparseCategoricalCrossentropy(from_logits=True), weights=w, sparse=True)
    case("categorical_crossentropy", L.CategoricalCrossentropy(from_logits=True), weights=w)
    case("categorical_crossentropy", L.CategoricalCrossentropy(from_logits=True, label_smoothing=0.1), weights=w,
         properties={"label_smoothing": 0.1})
    case("sparse_categorical_crossentropy", L.CategoricalCrossentropy(from_logits=True, label_smoothing=0.25), weights=w,
         properties={"label_smoothing": 0.25})
    case("categorical_focal_crossentropy", L.CategoricalFocalCrossentropy(from_logits=True), weights=w)
    case("categorical_focal_crossentropy",
         L.CategoricalFocalCrossentropy(alpha=0.5, gamma=1.5, from_logits=True, label_smoothing=0.1), weights=w,
         properties={"alpha": 0.5, "gamma": 1.5, "label_smoothing": 0.1})
    case("hinge", L.Hinge(), weights=w)
    case("squared_hinge", L.SquaredHinge(), weights=w)
    case("categorical_hinge", L.CategoricalHinge(), weights=w)
    case("kl_divergence", L.KLDivergence(), "shares", weights=w)
    case("poisson", L.Poisson(), "shares", weights=w)
    case("mean_squared_error", L.MeanSquaredError(), weights=w)
    case("mean_absolute_error", L.MeanAbsoluteError(), weights=w)
    case("huber", L.Huber(), weights=w)
    case("huber", L.Huber(delta=0.5), weights=w, properties={"delta": 0.5})
    case("log_cosh", L.LogCosh(), weights=w)
case("dice", L.Dice(), "shares")
for classes, w in ((1, None), (1, W2), (5, None), (5, W5)):
    case("binary_crossentropy", L.BinaryCrossentropy(from_logits=True), classes=classes, weights=w)
    case("binary_crossentropy", L.BinaryCrossentropy(from_logits=True, label_smoothing=0.2), classes=classes, weights=w,
         properties={"label_smoothing": 0.2})
    case("binary_focal_crossentropy", L.BinaryFocalCrossentropy(from_logits=True), classes=classes, weights=w)
    case("binary_focal_crossentropy",
         L.BinaryFocalCrossentropy(apply_class_balancing=True, alpha=0.4, gamma=0.75, from_logits=True, label_smoothing=0.1),
         classes=classes, weights=w,
         properties={"apply_class_balancing": True, "alpha": 0.4, "gamma": 0.75, "label_smoothing": 0.1})
for loss, make, kind in (("hinge", L.Hinge(), "scores"), ("mean_squared_error", L.MeanSquaredError(), "scores"),
                         ("dice", L.Dice(), "shares")):
    case(loss, make, kind, classes=1)


def shortened(x):  # float32 numbers keep all that they have
    if isinstance(x, float):
        return float("%.12g" % x)
    if isinstance(x, dict):
        return {key: shortened(value) for key, value in x.items()}
    return [shortened(value) for value in x] if isinstance(x, list) else x


json.dump(shortened({"keras": keras.__version__, "cases": cases}), sys.stdout, separators=(",", ":"))
print()
