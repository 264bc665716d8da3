"""JPEG files through tf.data: decode, crop, flip, batch."""
import os
import pathlib
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")

import tensorflow as tf

from cases import serve

BATCH = 128


def main(folder, threads):
    tf.config.threading.set_intra_op_parallelism_threads(threads)
    files, labels = [], []
    for label, folder in enumerate(sorted(p for p in pathlib.Path(folder).iterdir() if p.is_dir())):
        found = sorted(str(p) for p in folder.iterdir())
        files += found
        labels += [label] * len(found)

    def read(file, label):
        image = tf.image.decode_jpeg(tf.io.read_file(file), channels=3)
        image = tf.image.random_crop(tf.pad(image, [[4, 4], [4, 4], [0, 0]]), (32, 32, 3))
        return tf.image.random_flip_left_right(image), label

    data = tf.data.Dataset.from_tensor_slices((files, labels)).shuffle(len(files)).repeat()
    data = data.map(read, num_parallel_calls=tf.data.AUTOTUNE).batch(BATCH).prefetch(tf.data.AUTOTUNE)
    batches = iter(data)

    def some():
        for _ in range(8):
            next(batches)
        return 8

    serve({"batch": BATCH}, some)


main(sys.argv[1], int(sys.argv[2]))
