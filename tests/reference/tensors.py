#!/usr/bin/env python3
"""Event files with histograms, pictures, texts, PR curves and hyperparameters as PyTorch and tf.summary write them, and
what TensorBoard's own reader finds in them.

Needs tensorflow, torch, tensorboard and pillow. Writes tests/reference/tensors/: a folder a run, and expected.json.
"""
import glob
import io
import json
import os
import shutil

import numpy as np

here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tensors")


def pattern(step, index, size=8):
    """A small picture that tells its step and number by its colours."""
    image = np.zeros((size, size + 2, 3), np.uint8)
    image[:, :, 0] = 10 * step
    image[:, :, 1] = 40 * index
    image[0, 0] = (255, 255, 255)
    return image


def torch_run(folder, rate):
    import torch
    from torch.utils.tensorboard import SummaryWriter

    rng = np.random.default_rng(1)
    writer = SummaryWriter(folder)
    for step in range(0, 30, 3):
        spread = 1 / (1 + step * rate)
        writer.add_histogram("conv_1/kernel", rng.normal(0, spread, 2000), step)
        writer.add_histogram("conv_1/kernel/gradient", rng.normal(0, spread / 10, 2000), step)
        writer.add_histogram("dense_1/bias", np.full(10, 0.25), step)
        writer.add_scalar("loss", spread, step)
    for step in range(0, 6):
        writer.add_image("conv_1/output", pattern(step, 0).transpose(2, 0, 1), step)
        writer.add_text("notes", f"step **{step}** of <b>six</b>\n\n| a | b |\n|---|---|\n| 1 | {step} |", step)
        labels = rng.integers(0, 2, 200)
        writer.add_pr_curve("class_3", labels, np.clip(labels * 0.3 * step / 5 + rng.random(200) * 0.7, 0, 1), step,
                            num_thresholds=21)
    writer.add_hparams({"rate": rate, "optimizer": "adam", "augment": rate > 0.1}, {"hparam/accuracy": 0.5 + rate},
                       run_name=".")
    writer.close()


def tf_run(folder):
    import tensorflow as tf
    from tensorboard.plugins.hparams import api

    rng = np.random.default_rng(2)
    writer = tf.summary.create_file_writer(folder)
    with writer.as_default():
        api.hparams({"rate": 0.3, "optimizer": "sgd", "augment": True})
        for step in range(4):
            tf.summary.histogram("dense/kernel", rng.normal(step, 1, 500), step=step, buckets=20)
            tf.summary.image("batch", np.stack([pattern(step, i) for i in range(5)]), step=step, max_outputs=4)
            tf.summary.text("table", [["**a**", "b"], ["c", f"step {step}"]], step=step)
            tf.summary.scalar("hparam/accuracy", 0.6 + step / 100, step=step)
        picture = io.BytesIO()
        from PIL import Image
        Image.fromarray(np.full((16, 24, 3), (200, 100, 50), np.uint8)).save(picture, "JPEG", quality=95)
        metadata = tf.compat.v1.SummaryMetadata(plugin_data=tf.compat.v1.SummaryMetadata.PluginData(plugin_name="images"))
        tf.summary.write("jpeg", tf.constant([b"24", b"16", picture.getvalue()]), step=1, metadata=metadata)
    writer.close()


def found(folder):
    from PIL import Image
    from tensorboard.backend.event_processing import event_accumulator
    from tensorboard.util import tensor_util

    reader = event_accumulator.EventAccumulator(folder, size_guidance={k: 0 for k in (
        "scalars", "histograms", "compressedHistograms", "images", "audio", "tensors")})
    reader.Reload()
    tags = reader.Tags()
    result = {"histograms": {}, "images": {}, "texts": {}, "curves": {}}

    def pictures(encoded):
        decoded = [Image.open(io.BytesIO(each)).convert("RGB") for each in encoded]
        return [[p.width, p.height, *p.getpixel((p.width // 2, p.height // 2))] for p in decoded]

    for tag in tags["histograms"]:
        result["histograms"][tag] = [
            [e.step, e.histogram_value.num, float(np.sum(e.histogram_value.bucket))] for e in reader.Histograms(tag)]
    for tag in tags["images"]:
        result["images"][tag] = [[e.step, pictures([e.encoded_image_string])] for e in reader.Images(tag)]
    for tag in tags["tensors"]:
        plugin = reader.SummaryMetadata(tag).plugin_data.plugin_name
        events = [(e.step, tensor_util.make_ndarray(e.tensor_proto)) for e in reader.Tensors(tag)]
        if plugin == "histograms":
            result["histograms"][tag] = [[s, float(a[:, 2].sum()), float(a[:, 2].sum())] for s, a in events]
        elif plugin == "images":
            result["images"][tag] = [[s, pictures(a[2:])] for s, a in events]
        elif plugin == "text":
            result["texts"][tag] = [[s, [t.decode() for t in a.reshape(-1)], a.shape[1] if a.ndim > 1 else 1]
                                    for s, a in events]
        elif plugin == "pr_curves":
            result["curves"][tag] = [[s, a.tolist()] for s, a in events]
    return result


if __name__ == "__main__":
    shutil.rmtree(here, ignore_errors=True)
    torch_run(here + "/torch-slow", 0.05)
    torch_run(here + "/torch-fast", 0.2)
    tf_run(here + "/tf")
    expected = {}
    for folder in sorted({os.path.dirname(p) for p in glob.glob(here + "/**/*tfevents*", recursive=True)}):
        for number, path in enumerate(sorted(glob.glob(folder + "/*tfevents*")), 1):
            os.rename(path, f"{folder}/events.out.tfevents.{number}")  # without the machine's name
        expected[os.path.relpath(folder, here)] = found(folder)
    with open(here + "/expected.json", "w") as file:
        json.dump(expected, file, indent=0)
        file.write("\n")
