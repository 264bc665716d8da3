"""Timelines as torch.profiler and TensorFlow's profiler write them, with what is in them counted by their own libraries.
Run with both installed: python traces.py; writes traces/torch.json.gz, traces/tensorflow.xplane.pb, traces/expected.json."""
import collections
import glob
import gzip
import json
import os
import shutil
import tempfile

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "traces")


def torch_trace(path):
    import torch
    from torch.profiler import ProfilerActivity, profile, record_function

    torch.manual_seed(1)
    torch.set_num_threads(2)
    model = torch.nn.Sequential(torch.nn.Conv2d(1, 4, 3), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(4 * 36, 10))
    optimizer = torch.optim.Adam(model.parameters())
    with profile(activities=[ProfilerActivity.CPU], record_shapes=True, profile_memory=True) as recorder:
        for _ in range(3):
            with record_function("train step"):
                loss = torch.nn.functional.cross_entropy(model(torch.rand(8, 1, 8, 8)), torch.randint(0, 10, (8,)))
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            recorder.step()
    plain = path[: -len(".gz")]
    recorder.export_chrome_trace(plain)
    with open(plain, "rb") as source, gzip.GzipFile(path, "wb", mtime=0) as packed:
        shutil.copyfileobj(source, packed)
    with open(plain) as source:
        events = json.load(source)["traceEvents"]
    os.remove(plain)
    slices = [e for e in events if e["ph"] == "X"]
    names = collections.Counter(e["name"] for e in slices)
    durations = collections.Counter()
    for e in slices:
        durations[e["name"]] += round(e["dur"] * 1000)
    kept = [name for name, _ in names.most_common(40)]
    return {
        "slices": len(slices) + sum(e["ph"] in "iI" for e in events),
        "count": {name: names[name] for name in kept},
        "nanoseconds": {name: durations[name] for name in kept},
    }


def tensorflow_trace(path):
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
    import tensorflow as tf
    from tensorflow.tsl.profiler.protobuf import xplane_pb2

    tf.random.set_seed(1)
    weights = tf.Variable(tf.random.normal((64, 10)))

    @tf.function
    def train_step(x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y, x @ weights))
        weights.assign_sub(0.1 * tape.gradient(loss, weights))
        return loss

    x, y = tf.random.normal((8, 64)), tf.zeros((8,), tf.int32)
    train_step(x, y)
    with tempfile.TemporaryDirectory() as folder:
        tf.profiler.experimental.start(folder)
        for step in range(3):
            with tf.profiler.experimental.Trace("train", step_num=step, _r=1):
                train_step(x, y)
        tf.profiler.experimental.stop()
        shutil.copy(glob.glob(folder + "/plugins/profile/*/*.xplane.pb")[0], path)
    space = xplane_pb2.XSpace()
    with open(path, "rb") as source:
        space.ParseFromString(source.read())
    names, total = collections.Counter(), 0
    for plane in space.planes:
        for line in plane.lines:
            for event in line.events:
                if event.WhichOneof("data") == "num_occurrences":
                    continue
                total += 1
                names[plane.event_metadata[event.metadata_id].name] += 1
    return {"slices": total, "count": dict(names.most_common(40)),
            "planes": [plane.name for plane in space.planes if any(len(line.events) for line in plane.lines)]}


if __name__ == "__main__":
    os.makedirs(FOLDER, exist_ok=True)
    expected = {"torch": torch_trace(os.path.join(FOLDER, "torch.json.gz")),
                "tensorflow": tensorflow_trace(os.path.join(FOLDER, "tensorflow.xplane.pb"))}
    with open(os.path.join(FOLDER, "expected.json"), "w") as out:
        json.dump(expected, out, indent=1, sort_keys=True)
        out.write("\n")
