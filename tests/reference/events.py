#!/usr/bin/env python3
"""Event files as TensorFlow 1 and 2, Keras and PyTorch write them, and what TensorBoard's own reader finds in them.

Needs tensorflow, torch, tensorboard and pillow. Writes tests/reference/events/ and event_values/: a folder a writer, and
expected.json. With writers named, only theirs: events.py run_metadata tf2_trace. What they wrote is read anew each time.
"""
import base64
import glob
import io
import json
import os
import shutil
import sys

import numpy as np


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


def tf2_values(folder):
    """Histograms, pictures and texts of every shape that tf.summary knows."""
    import tensorflow as tf

    rng = np.random.default_rng(2)
    writer = tf.summary.create_file_writer(folder)
    with writer.as_default():
        for step in (1, 2, 5):
            tf.summary.histogram("histogram/normal", rng.normal(step, 2, size=300), step=step)
        tf.summary.histogram("histogram/five", rng.exponential(size=(10, 7)), step=1, buckets=5)
        tf.summary.histogram("histogram/whole numbers", np.arange(-20, 60), step=1)
        tf.summary.histogram("histogram/one value", np.full(50, 3.25), step=1)
        tf.summary.histogram("histogram/nothing", np.zeros(0), step=1)
        tf.summary.histogram("histogram/far apart", np.array([-1e30, 1e-30, 1e30]), step=1)
        tf.summary.image("image/grey", rng.random((1, 4, 5, 1)), step=1)
        tf.summary.image("image/rgb", rng.integers(0, 255, (1, 6, 3, 3)).astype(np.uint8), step=1)
        tf.summary.image("image/rgba", rng.integers(0, 255, (1, 3, 4, 4)).astype(np.uint8), step=1)
        for step in (1, 2):
            tf.summary.image("image/several", rng.random((5, 4, 4, 3)), step=step, max_outputs=4)
        tf.summary.text("text/one", "a **b**, 中文, \"c\"\n\n- d", step=1)
        tf.summary.text("text/empty", "", step=1)
        tf.summary.text("text/list", tf.constant(["first", "second", "third"]), step=1)
        tf.summary.text("text/table", tf.constant([["a", "b"], ["c", "d"], ["e", "f"]]), step=1)
    writer.close()


def torch_values(folder):
    """The same of torch.utils.tensorboard."""
    from torch.utils.tensorboard import SummaryWriter

    rng = np.random.default_rng(3)
    writer = SummaryWriter(folder)
    for step in (1, 2, 5):
        writer.add_histogram("histogram/normal", rng.normal(step, 2, size=300), step)
    writer.add_histogram("histogram/auto", rng.exponential(size=200), 1, bins="auto")
    writer.add_histogram("histogram/six", rng.normal(size=50), 1, bins=np.linspace(-3, 3, 7))
    writer.add_histogram("histogram/one value", np.full(50, 3.25), 1)
    writer.add_histogram("histogram/zeros", np.zeros(10), 1)
    writer.add_histogram_raw("histogram/raw", -1, 2, 6, 3.5, 9, [0, 1, 2], [1, 2, 3], 1)
    writer.add_image("image/grey", rng.random((1, 4, 5)), 1)
    writer.add_image("image/flat", rng.random((5, 4)), 1, dataformats="HW")
    writer.add_image("image/last", rng.integers(0, 255, (6, 3, 3)).astype(np.uint8), 1, dataformats="HWC")
    for step in (1, 2):
        writer.add_images("image/grid", rng.random((4, 3, 4, 4)), step)
    writer.add_text("text/one", "a **b**, 中文, \"c\"\n\n- d", 1)
    writer.add_text("text/one", "later", 2)
    writer.add_text("text/empty", "", 1)
    writer.add_text("text/table", "a|b\n-|-\nc|d", 1)
    writer.close()


def values(folder):
    """Of each tag with histograms, pictures or texts [step, wall time, value], as TensorBoard's server reads them: rows
    of left, right, count; width, height, PNG and its grey or RGB pixels of each picture; shape and texts."""
    from PIL import Image
    from tensorboard.backend.event_processing import event_file_loader
    from tensorboard.util import tensor_util

    def picture(png):
        image = Image.open(io.BytesIO(png))
        image = image if image.mode == "L" else image.convert("RGB")
        return [base64.b64encode(png).decode(), len(image.getbands()), np.asarray(image).ravel().tolist()]

    kinds = {}
    all = {"histograms": {}, "images": {}, "text": {}}
    for path in sorted(glob.glob(folder + "/*tfevents*")):
        for event in event_file_loader.EventFileLoader(path).Load():
            for value in event.summary.value:
                kind = kinds.setdefault(value.tag, value.metadata.plugin_data.plugin_name)
                if kind not in all:
                    continue
                array = tensor_util.make_ndarray(value.tensor)
                if kind == "histograms":
                    told = array.tolist()
                elif kind == "images":
                    told = [int(array[0]), int(array[1]), [picture(png) for png in array[2:]]]
                else:
                    told = [list(array.shape), [text.decode() for text in array.ravel()]]
                all[kind].setdefault(value.tag, []).append([event.step, event.wall_time, told])
    return {kind: tags for kind, tags in all.items() if tags}


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
    # Those with values of every shape lie apart: the others are what the window's tests look at, by their count.
    places = {"events": (tf1, tf2, keras, torch, run_metadata, tf2_trace), "event_values": (tf2_values, torch_values)}
    for place, writers in places.items():
        here = os.path.join(os.path.dirname(os.path.abspath(__file__)), place)
        for write in writers:
            if len(sys.argv) > 1 and write.__name__ not in sys.argv[1:]:
                continue
            top = os.path.join(here, write.__name__)
            shutil.rmtree(top, ignore_errors=True)
            write(top)
            for path in glob.glob(top + "/**/*tfevents*", recursive=True):
                os.rename(path, os.path.join(os.path.dirname(path), "events.out.tfevents.1"))  # without the machine's name
        folders = [os.path.dirname(path) for path in sorted(glob.glob(here + "/**/*tfevents*", recursive=True))]
        expected = {os.path.relpath(folder, here): found(folder) | {"values": values(folder)} for folder in folders}
        with open(here + "/expected.json", "w") as file:
            lines = [f"{json.dumps(name)}:{json.dumps(told, separators=(',', ':'))}" for name, told in expected.items()]
            file.write("{\n" + ",\n".join(lines) + "\n}\n")
