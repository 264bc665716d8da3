#!/usr/bin/env python3
"""Makes tests/reference/metrics.json: what Keras's metrics give for the same predictions in three batches of different
sizes.

    pip install keras torch
    KERAS_BACKEND=torch python3 tests/reference/metrics.py > tests/reference/metrics.json
"""
import json
import os
import sys

os.environ.setdefault("KERAS_BACKEND", "torch")
import keras
import numpy as np

rng = np.random.default_rng(11)
M = keras.metrics


def values(name, make, properties, vectors=True, best=False):
    return {"metric": name, "properties": properties, "make": make, "vectors": vectors, "best": best}


def shared(classes):
    one = classes == 1
    some = [
        values("accuracy", M.BinaryAccuracy if one else M.SparseCategoricalAccuracy, {}, vectors=one),
        values("binary_accuracy", M.BinaryAccuracy, {}),
        values("binary_accuracy", lambda: M.BinaryAccuracy(threshold=0.3), {"metrics_threshold": 0.3}),
        values("auc", M.AUC, {}),
        values("auc", lambda: M.AUC(num_thresholds=17), {"metrics_num_thresholds": 17}),
        values("mean_absolute_error", M.MeanAbsoluteError, {}),
        values("mean_squared_error", M.MeanSquaredError, {}),
    ]
    for name, kind in (("precision", M.Precision), ("recall", M.Recall), ("true_positives", M.TruePositives),
                       ("true_negatives", M.TrueNegatives), ("false_positives", M.FalsePositives),
                       ("false_negatives", M.FalseNegatives)):
        some.append(values(name, kind, {}))
        some.append(values(name, lambda kind=kind: kind(thresholds=0.25), {"metrics_threshold": 0.25}))
    if one:
        some.append(values("mean_iou", lambda: M.BinaryIoU(target_class_ids=[0, 1], threshold=0.5), {}))
        return some
    for average in ("macro", "micro", "weighted"):
        some.append(values("f1_score", lambda a=average: M.F1Score(average=a), {"metrics_average": average}))
    for k in (2, 5) if classes > 5 else (2,):
        some.append(values("top_k_categorical_accuracy", lambda k=k: M.TopKCategoricalAccuracy(k=k), {"metrics_k": k}))
    some.append(values("mean_iou", lambda: M.MeanIoU(num_classes=classes), {}, vectors=False, best=True))
    return some


sets = []
for classes in (6, 3, 1):
    batches = []
    for size in (32, 32, 9):
        labels = rng.integers(0, max(classes, 2), size)
        if classes == 6:
            labels[labels == 5] = 0  # a class that never occurs
        scores = rng.normal(0, 1.5, (size, classes))
        if classes == 1:
            scores[:, 0] += 2 * labels - 1
            p = 1 / (1 + np.exp(-scores))
        else:
            scores[np.arange(size), labels] += 1.5
            p = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
        batches.append((p.astype(np.float32), labels))
    results = []
    for one in shared(classes):
        metric = one["make"]()
        for p, labels in batches:
            target = np.eye(max(classes, 2), dtype=np.float32)[labels]
            if classes == 1:
                target = target[:, 1:]
            metric.update_state(target if one["vectors"] else labels, p.argmax(-1) if one["best"] else p)
        results.append({"metric": one["metric"], "properties": one["properties"], "value": float(metric.result())})
    sets.append({"classes": classes, "batches": [{"predictions": p.tolist(),
                                                  "labels": labels.tolist()} for p, labels in batches],
                 "results": results})


def shortened(x):  # float32 numbers keep all that they have
    if isinstance(x, float):
        return float("%.12g" % x)
    if isinstance(x, dict):
        return {key: shortened(value) for key, value in x.items()}
    return [shortened(value) for value in x] if isinstance(x, list) else x


json.dump(shortened({"keras": keras.__version__, "sets": sets}), sys.stdout, separators=(",", ":"))
print()
