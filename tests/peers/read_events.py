#!/usr/bin/env python3
"""Prints what TensorBoard's EventAccumulator finds in a folder of event files, as JSON: a reference for the writer."""
import json
import sys

from tensorboard.backend.event_processing import event_accumulator
from tensorboard.plugins.hparams import plugin_data_pb2
from tensorboard.util import tensor_util

reader = event_accumulator.EventAccumulator(sys.argv[1], size_guidance={k: 0 for k in (
    "scalars", "histograms", "images", "tensors")})
reader.Reload()
tags = reader.Tags()
found = {}
for tag in tags["scalars"]:
    found[tag] = {"scalars": [[e.step, e.value] for e in reader.Scalars(tag)]}
for tag in tags["histograms"]:
    found[tag] = {"histograms": [{"step": e.step, "limits": list(e.histogram_value.bucket_limit),
                                  "counts": list(e.histogram_value.bucket)} for e in reader.Histograms(tag)]}
for tag in tags["images"]:
    found[tag] = {"images": [[e.step, e.width, e.height] for e in reader.Images(tag)]}
for tag in tags["tensors"]:
    metadata = reader.SummaryMetadata(tag).plugin_data
    if metadata.plugin_name == "hparams":
        data = plugin_data_pb2.HParamsPluginData.FromString(metadata.content)
        if data.HasField("session_start_info"):
            found["hparams"] = {k: getattr(v, v.WhichOneof("kind"))
                                for k, v in data.session_start_info.hparams.items()}
        if data.HasField("session_end_info"):
            found["status"] = data.session_end_info.status
        continue
    arrays = [tensor_util.make_ndarray(e.tensor_proto) for e in reader.Tensors(tag)]
    found[tag] = {metadata.plugin_name: [a.item().decode() if a.dtype == object else a.tolist() for a in arrays]}
# NaN is no JSON.
print(json.dumps(json.loads(json.dumps(found), parse_constant=str)))
