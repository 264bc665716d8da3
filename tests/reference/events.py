#!/usr/bin/env python3
"""Event files as TensorFlow 1 and 2, Keras and PyTorch write them, and what TensorBoard's own reader finds in them.

Needs tensorflow, torch and tensorboard. Writes tests/reference/events/: a folder a writer, and expected.json. With
writers named, only theirs: events.py run_metadata tf2_trace
"""
import glob
import json
import os
import shutil
import sys

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


def run_metadata(folder):
    """A session's steps with the times and memory of their ops, as tf.estimator's ProfilerHook leaves them."""
    import tensorflow as tf

    v1 = tf.compat.v1
    with v1.Graph().as_default():
        x = v1.placeholder(tf.float32, [None, 8], name="x")
        with v1.name_scope("dense"):
            w = v1.Variable(tf.ones([8, 4]), name="w")
            y = tf.nn.relu(tf.matmul(x, w, name="product"), name="relu")
        loss = tf.reduce_mean(y, name="loss")
        train = v1.train.GradientDescentOptimizer(0.1).minimize(loss)
        scalar = v1.summary.scalar("mean", loss)
        writer = v1.summary.FileWriter(folder, graph=v1.get_default_graph())
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            full = v1.RunOptions(trace_level=v1.RunOptions.FULL_TRACE)
            for step in (10, 20):
                told = v1.RunMetadata()
                _, summary = session.run([train, scalar], {x: np.ones((16, 8), np.float32)}, full, told)
                writer.add_run_metadata(told, f"step {step}", step)
                writer.add_summary(summary, step)
        writer.close()


def tf2_trace(folder):
    """The graph of a tf.function, which TensorFlow 2 keeps as RunMetadata without times."""
    import tensorflow as tf

    @tf.function
    def product(x):
        return tf.nn.relu(tf.matmul(x, x))

    writer = tf.summary.create_file_writer(folder)
    tf.summary.trace_on(graph=True)
    product(tf.ones((3, 3)))
    with writer.as_default():
        tf.summary.trace_export("product", step=4)
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
    others |= {tag: 1 for tag in tags["run_metadata"]}
    all = {"scalars": scalars, "others": others}
    if tags["run_metadata"]:  # of each op [device, begin in ns, nanoseconds, bytes allocated]
        all["ops"] = {tag: {op.node_name: [device.device, op.all_start_nanos, op.all_end_rel_nanos,
                                           sum(memory.total_bytes for memory in op.memory)]
                            for device in reader.RunMetadata(tag).step_stats.dev_stats for op in device.node_stats}
                      for tag in tags["run_metadata"]}
    return all


if __name__ == "__main__":
    writers = (tf1, tf2, keras, torch, run_metadata, tf2_trace)
    wanted = [write for write in writers if write.__name__ in sys.argv[1:]] or writers
    expected = {}
    if len(wanted) < len(writers):
        with open(here + "/expected.json") as file:
            expected = json.load(file)
    for write in wanted:
        top = os.path.join(here, write.__name__)
        shutil.rmtree(top, ignore_errors=True)
        write(top)
        for path in sorted(glob.glob(top + "/**/*tfevents*", recursive=True)):
            folder = os.path.dirname(path)
            os.rename(path, os.path.join(folder, "events.out.tfevents.1"))  # without the machine's name
            expected[os.path.relpath(folder, here)] = found(folder)
    with open(here + "/expected.json", "w") as file:
        json.dump(expected, file, indent=0)
        file.write("\n")
