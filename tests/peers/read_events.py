#!/usr/bin/env python3
"""Prints what TensorBoard finds in a folder of event files, as JSON: a reference for the writer.

read_events.py FOLDER         its EventAccumulator, the folder as one run
read_events.py --http FOLDER  its server, asked over HTTP, every run below the folder
read_events.py --graph FILE   its own message type of a serialised GraphDef
"""
import base64
import json
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request


def nodes(graph):
    """All that a GraphDef tells, by node."""
    from google.protobuf import json_format
    return {node.name: {"op": node.op, "inputs": list(node.input),
                        "shapes": [[d.size for d in s.dim] for s in node.attr["_output_shapes"].list.shape],
                        "all": json_format.MessageToDict(node)}
            for node in graph.node}


def accumulated(folder):
    from tensorboard.backend.event_processing import event_accumulator
    from tensorboard import plugin_util
    from tensorboard.plugins.hparams import plugin_data_pb2
    from tensorboard.util import tensor_util

    reader = event_accumulator.EventAccumulator(folder, size_guidance={k: 0 for k in (
        "scalars", "histograms", "images", "tensors")})
    reader.Reload()
    tags = reader.Tags()
    found = {}
    for tag in tags["scalars"]:
        found.setdefault(tag, {})["scalars"] = [[e.step, e.value, e.wall_time] for e in reader.Scalars(tag)]
    for tag in tags["histograms"]:
        found.setdefault(tag, {})["histograms"] = [
            {"step": e.step, "min": e.histogram_value.min, "max": e.histogram_value.max, "num": e.histogram_value.num,
             "sum": e.histogram_value.sum, "sum_squares": e.histogram_value.sum_squares,
             "limits": list(e.histogram_value.bucket_limit), "counts": list(e.histogram_value.bucket)}
            for e in reader.Histograms(tag)]
    for tag in tags["images"]:
        found.setdefault(tag, {})["images"] = [
            [e.step, e.width, e.height, base64.b64encode(e.encoded_image_string).decode()] for e in reader.Images(tag)]
    for tag in tags["tensors"]:
        metadata = reader.SummaryMetadata(tag).plugin_data
        if metadata.plugin_name == "hparams":
            data = plugin_data_pb2.HParamsPluginData.FromString(metadata.content)
            if data.HasField("session_start_info"):
                found["hparams"] = {k: getattr(v, v.WhichOneof("kind"))
                                    for k, v in data.session_start_info.hparams.items()}
                found["group"] = data.session_start_info.group_name
                found["model"] = data.session_start_info.model_uri
            if data.HasField("session_end_info"):
                found["status"] = data.session_end_info.status
            continue
        events = reader.Tensors(tag)
        arrays = [tensor_util.make_ndarray(e.tensor_proto) for e in events]
        found.setdefault(tag, {})["steps"] = [e.step for e in events]
        if metadata.plugin_name == "text":  # as its server shows it
            found[tag]["html"] = [plugin_util.markdown_to_safe_html(a.item()) for a in arrays]
        found.setdefault(tag, {})[metadata.plugin_name] = [
            a.item().decode() if a.dtype == object else a.tolist() for a in arrays]
    if tags["graph"]:
        found["graph"] = nodes(reader.Graph())
    return found


def served(folder):
    from google.protobuf import text_format
    from tensorboard.compat.proto import graph_pb2

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "tensorboard.main", "--logdir", folder, "--port", str(port), "--reload_interval", "1",
         "--samples_per_plugin", "scalars=100000000,histograms=100000000,images=100000000,text=100000000,"
         "pr_curves=100000000"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def fetch(path, **query):
        url = f"http://127.0.0.1:{port}/data/{path}?{urllib.parse.urlencode(query, doseq=True)}"
        with urllib.request.urlopen(url, timeout=60) as answer:
            return answer.read()

    def get(path, **query):
        return json.loads(fetch(path, **query))

    def post(path, **body):
        request = urllib.request.Request(f"http://127.0.0.1:{port}/data/{path}", method="POST",
                                         headers={"Content-Type": "application/json"}, data=json.dumps(body).encode())
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read())

    try:
        for _ in range(300):  # until it listens and has read what is there
            try:
                if get("runs"):
                    before = None
                    while (now := json.dumps(get("plugin/scalars/tags"), sort_keys=True)) != before or now == "{}":
                        before = now
                        time.sleep(3)
                    break
            except OSError:
                pass
            time.sleep(0.2)
        found = {}
        for run, tags in get("plugin/scalars/tags").items():
            for tag in tags:
                found.setdefault(run, {}).setdefault(tag, {})["scalars"] = [
                    [step, value, wall] for wall, step, value in get("plugin/scalars/scalars", run=run, tag=tag)]
        for run, tags in get("plugin/histograms/tags").items():
            for tag in tags:
                found.setdefault(run, {}).setdefault(tag, {})["histograms"] = [
                    {"step": step, "buckets": buckets}
                    for wall, step, buckets in get("plugin/histograms/histograms", run=run, tag=tag)]
        for run, tags in get("plugin/images/tags").items():
            for tag in tags:
                found.setdefault(run, {}).setdefault(tag, {})["images"] = [
                    [image["step"],
                     base64.b64encode(fetch("plugin/images/individualImage", **dict(urllib.parse.parse_qsl(image["query"])))).decode()]
                    for image in get("plugin/images/images", run=run, tag=tag, sample=0)]
        for run, tags in get("plugin/text/tags").items():
            for tag in tags:
                found.setdefault(run, {}).setdefault(tag, {})["text"] = [
                    [note["step"], note["text"]] for note in get("plugin/text/text", run=run, tag=tag)]
        for run, tags in get("plugin/pr_curves/tags").items():
            for tag in tags:
                curves = get("plugin/pr_curves/pr_curves", run=run, tag=tag)[run]
                found.setdefault(run, {}).setdefault(tag, {})["pr_curves"] = [
                    [curve["step"]] + [curve[row] for row in (
                        "true_positives", "false_positives", "true_negatives", "false_negatives", "precision", "recall")]
                    for curve in curves]
        for run, what in get("plugin/graphs/info").items():
            if any(tag.get("op_graph") for tag in what["tags"].values()) or what.get("run_graph"):
                graph = text_format.Parse(fetch("plugin/graphs/graph", run=run, conceptual="false"),
                                          graph_pb2.GraphDef())
                found.setdefault(run, {})["graph"] = nodes(graph)
        metrics = post("plugin/hparams/experiment", experimentName="", includeMetrics=True).get("metricInfos", [])
        groups = post("plugin/hparams/session_groups", experimentName="", allowedStatuses=[
            "STATUS_UNKNOWN", "STATUS_SUCCESS", "STATUS_FAILURE", "STATUS_RUNNING"], startIndex=0, sliceSize=100,
            colParams=[{"metric": metric["name"]} for metric in metrics])
        found["sessions"] = [
                {"hparams": group["hparams"], "name": group["name"],
             "metrics": [[each["name"], each["value"], each["trainingStep"]] for each in group["metricValues"]],
             "statuses": [session["status"] for session in group["sessions"]]}
            for group in groups.get("sessionGroups", [])]
        return found
    finally:
        server.terminate()
        server.wait()


def parsed(path):
    from tensorboard.compat.proto import graph_pb2
    with open(path, "rb") as file:
        return nodes(graph_pb2.GraphDef.FromString(file.read()))


result = (served(sys.argv[2]) if sys.argv[1] == "--http" else parsed(sys.argv[2]) if sys.argv[1] == "--graph"
          else accumulated(sys.argv[1]))
# NaN is no JSON.
print(json.dumps(json.loads(json.dumps(result), parse_constant=str)))
