#!/usr/bin/env python3
"""Event files as TensorFlow 1 and 2, Keras and PyTorch write them, and what TensorBoard's own reader finds in them.

Needs tensorflow, torch and tensorboard. Writes tests/reference/events/: a folder a writer, and expected.json.
"""
import glob
import json
import os
import shutil

import numpy as np

here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "events")


def tf2(folder):
    import tensorflow as tf

    rng = np.random.default_rng(1)
    writer = tf.summary.create_file_writer(folder)
    with writer.as_default():
        for step in range(20):
            tf.summary.scalar("loss", 2 / (step + 1), step=step)
        tf.summary.scalar("odd", float("nan"), step=1)
        tf.summary.scalar("odd", float("inf"), step=2)
        tf.summary.scalar("far", 1.0, step=10**12)
        tf.summary.histogram("weights", rng.normal(size=1000), step=3)
        tf.summary.image("picture", rng.integers(0, 255, (1, 4, 5, 3)).astype(np.uint8), step=4)
        tf.summary.text("note", "step **five**", step=5)
    writer.close()


def tf1(folder):
    import tensorflow as tf

    v1 = tf.compat.v1
    with v1.Graph().as_default():
        number, many = v1.placeholder(tf.float32, []), v1.placeholder(tf.float32, [None])
        scalar, histogram = v1.summary.scalar("accuracy", number), v1.summary.histogram("h", many)
        writer = v1.summary.FileWriter(folder, graph=v1.get_default_graph())
        with v1.Session() as session:
            for step in range(10):
                writer.add_summary(session.run(scalar, {number: step * 0.1}), step)
            writer.add_summary(session.run(histogram, {many: np.linspace(-1, 1, 500)}), 3)
        writer.close()


def keras(folder):
    import keras

    keras.utils.set_random_seed(1)
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3)])
    model.compile("adam", "mse")
    rng = np.random.default_rng(1)
    model.fit(rng.random((32, 4)), rng.random((32, 3)), epochs=3, validation_split=0.25, verbose=0,
              callbacks=[keras.callbacks.TensorBoard(folder, write_graph=False, update_freq=1)])


def torch(folder):
    from torch.utils.tensorboard import SummaryWriter

    rng = np.random.default_rng(1)
    writer = SummaryWriter(folder)
    for step in range(20):
        writer.add_scalar("train/loss", 1 / (step + 1), step)
    writer.add_histogram("w", rng.normal(size=1000), 5)
    writer.add_pr_curve("pr", rng.integers(0, 2, 100), rng.random(100), 7, num_thresholds=11)
    writer.add_text("t", "hello", 1)
    writer.add_image("image", np.full((3, 4, 6), 200, np.uint8), 2)
    writer.close()


def found(folder):
    """Per tag [step, wall time, value] as TensorBoard's EventAccumulator tells it."""
    from tensorboard.backend.event_processing import event_accumulator
    from tensorboard.util import tensor_util

    reader = event_accumulator.EventAccumulator(folder, size_guidance={k: 0 for k in (
        "scalars", "histograms", "compressedHistograms", "images", "audio", "tensors")})
    reader.Reload()
    tags = reader.Tags()
    scalars = {tag: [[e.step, e.wall_time, str(e.value)] for e in reader.Scalars(tag)] for tag in tags["scalars"]}
    others = {tag: len(reader.Histograms(tag)) for tag in tags["histograms"]}
    others |= {tag: len(reader.Images(tag)) for tag in tags["images"]}
    for tag in tags["tensors"]:
        plugin = reader.SummaryMetadata(tag).plugin_data.plugin_name
        events = reader.Tensors(tag)
        if plugin == "scalars":
            scalars[tag] = [[e.step, e.wall_time, str(tensor_util.make_ndarray(e.tensor_proto).item())] for e in events]
        else:
            others[tag] = len(events)
    return {"scalars": scalars, "others": others}


if __name__ == "__main__":
    shutil.rmtree(here, ignore_errors=True)
    expected = {}
    for write in (tf1, tf2, keras, torch):
        write(os.path.join(here, write.__name__))
    for path in sorted(glob.glob(here + "/**/*tfevents*", recursive=True)):
        folder = os.path.dirname(path)
        os.rename(path, os.path.join(folder, "events.out.tfevents.1"))  # without the machine's name
        expected[os.path.relpath(folder, here)] = found(folder)
    with open(here + "/expected.json", "w") as file:
        json.dump(expected, file, indent=0)
        file.write("\n")
