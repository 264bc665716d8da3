"""Arrays as NumPy saves them, records as TensorFlow writes them, and what scikit-learn makes of columns, for
tests/engine/data/test_tables.cpp.

    python tests/reference/tables.py     # writes tables.json beside itself; the records need tensorflow, which may be
                                         # another environment's: TF_PYTHON=/path/to/python
"""
import base64
import io
import json
import os
import pathlib
import subprocess
import sys

RECORDS = r'''
import base64, json, sys, tempfile, os
import tensorflow as tf
def feature(value):
    if isinstance(value, bytes):
        return tf.train.Feature(bytes_list=tf.train.BytesList(value=[value]))
    if isinstance(value, list) and value and isinstance(value[0], float):
        return tf.train.Feature(float_list=tf.train.FloatList(value=value))
    return tf.train.Feature(int64_list=tf.train.Int64List(value=value if isinstance(value, list) else [value]))
def write(examples):
    path = os.path.join(tempfile.mkdtemp(), "x.tfrecord")
    with tf.io.TFRecordWriter(path) as writer:
        for example in examples:
            writer.write(tf.train.Example(features=tf.train.Features(
                feature={k: feature(v) for k, v in example.items()})).SerializeToString())
    return base64.b64encode(open(path, "rb").read()).decode()
def picture(i):
    return tf.reshape(tf.cast((tf.range(4 * 5 * 3) * 7 + i * 31) % 256, tf.uint8), (4, 5, 3))
print(json.dumps({
    "version": tf.__version__,
    "images": write([{"image/encoded": tf.io.encode_png(picture(i)).numpy(), "image/class/label": i % 3,
                      "image/class/text": ["ant", "bee", "cat"][i % 3].encode(), "image/height": 4, "image/width": 5}
                     for i in range(7)]),
    "raw": write([{"image_raw": picture(i).numpy().tobytes(), "height": 4, "width": 5, "depth": 3, "label": i % 2}
                  for i in range(4)]),
    "numbers": write([{"b": [0.5 * i, -1.25], "a": [i, 10 * i], "label": i % 2} for i in range(5)]),
    "targets": write([{"x": [0.5 * i], "target": [0.1 * i]} for i in range(1, 5)])}))
'''


def records():
    python = os.environ.get("TF_PYTHON", sys.executable)
    run = subprocess.run([python, "-c", RECORDS], capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr[-2000:])
    return json.loads(run.stdout.splitlines()[-1])


import numpy as np
from sklearn.decomposition import PCA
from sklearn.preprocessing import MinMaxScaler, StandardScaler


def encoded(write):
    file = io.BytesIO()
    write(file)
    return base64.b64encode(file.getvalue()).decode()


values = np.array([[0, 1, 2], [3, 100, 5]])
arrays = []
for kind in ("<f4", ">f4", "<f8", ">f8", "<f2", "|u1", "|i1", "<u2", ">i2", "<i4", "<u4", "<i8", ">i8", "|b1"):
    array = values.astype(kind)
    if "f" in kind:
        array = (values - 1.5).astype(kind)
    for order in ("C", "F"):
        array = np.array(array, order=order)
        arrays.append({"type": kind + " " + order, "file": encoded(lambda f: np.save(f, array)),
                       "values": [float(v) for v in array.reshape(-1, order="C")]})

rng = np.random.default_rng(3)
table = (rng.normal(size=(40, 5)) @ rng.normal(size=(5, 5)) * [1, 3, 0.2, 40, 1] + [0, 5, -2, 100, 0]).astype(np.float32)
table[:, 4] = 7
x, test = table[:30], table[30:]
pca = PCA(n_components=3).fit(x.astype(np.float64))
components = pca.components_ * np.sign(pca.components_[np.arange(3), np.abs(pca.components_).argmax(axis=1)])[:, None]
centred = test.astype(np.float64) - pca.mean_
result = {
    "arrays": arrays,
    "words": encoded(lambda f: np.save(f, np.array(["кот", "dog", "🦊"]))),
    "npz": encoded(lambda f: np.savez(f, x_train=np.arange(24, dtype=np.uint8).reshape(2, 2, 2, 3),
                                      y_train=np.array([1, 0]), x_test=np.zeros((1, 2, 2, 3), np.uint8),
                                      y_test=np.array([1]))),
    "npz_packed": encoded(lambda f: np.savez_compressed(f, x=table, y=np.arange(40) % 4)),
    "pickled": encoded(lambda f: np.save(f, np.array([{}, []], dtype=object), allow_pickle=True)),
    "table": table.reshape(-1).tolist(),
    "standard": StandardScaler().fit(x).transform(test).reshape(-1).tolist(),
    "minmax": MinMaxScaler().fit(x).transform(test).reshape(-1).tolist(),
    "pca": (centred @ components.T).reshape(-1).tolist(),
    "pca_share": pca.explained_variance_ratio_.tolist(),
    "pca_variance": pca.explained_variance_.tolist(),
    "quantiles": [np.quantile(x[:, c].astype(np.float64), [0.05, 0.25, 0.5, 0.75, 0.95]).tolist() for c in range(5)],
    "deviation": x.astype(np.float64).std(axis=0).tolist(),
    "records": records(),
}
path = pathlib.Path(__file__).with_suffix(".json")
path.write_text(json.dumps(result, separators=(",", ":")) + "\n")
print(path, path.stat().st_size, "bytes")
