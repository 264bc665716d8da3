#!/usr/bin/env python3
"""Graph files as PyTorch (the models that come with the onnx package), tf2onnx and TensorFlow write them, and what the
onnx and tensorflow libraries find in them: nodes, edges, initialisers.

Needs onnx, tf2onnx and tensorflow. Writes tests/reference/graphs/: small files and expected.json.
With files named, compares those with `tensorloom describe FILE --json` instead: graphs.py TENSORLOOM FILE...
"""
import glob
import json
import os
import shutil
import subprocess
import sys

here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "graphs")


def shape_text(dims):
    return "×".join(str(d) for d in dims) if dims else "scalar"


def onnx_graph(path):
    import onnx

    model = onnx.load(path, load_external_data=False)
    names = {1: "float32", 2: "uint8", 3: "int8", 6: "int32", 7: "int64", 9: "bool", 10: "float16", 11: "float64"}
    nodes, edges, weights, unnamed = [], set(), {}, [0]

    def walk(graph, around={}):
        local = {t.name for t in graph.initializer}
        for tensor in graph.initializer:
            weights[tensor.name] = f"{names[tensor.data_type]} {shape_text(tensor.dims)}"
        makers = {name: maker for name, maker in around.items() if name not in local}
        makers.update({value.name: value.name for value in graph.input if value.name not in local})
        reads = []
        for node in graph.node:
            name = node.name
            if not name:
                name = f"{node.op_type}_{unnamed[0]}"
                unnamed[0] += 1
            nodes.append(f"{node.op_type} {name}")
            reads += [(value, name) for value in node.input if value]
            for value in node.output:
                makers[value] = name
            for attribute in node.attribute:
                if attribute.type == onnx.AttributeProto.GRAPH:
                    walk(attribute.g, makers)
        edges.update(f"{makers[value]} > {name}" for value, name in reads if value in makers)

    walk(model.graph)
    return {"nodes": nodes, "edges": sorted(edges), "weights": weights}


def tensorflow_graph(path):
    from tensorflow.core.framework import graph_pb2
    from tensorflow.core.protobuf import saved_model_pb2
    from google.protobuf import text_format

    graph = graph_pb2.GraphDef()
    if os.path.isdir(path):
        model = saved_model_pb2.SavedModel()
        model.ParseFromString(open(os.path.join(path, "saved_model.pb"), "rb").read())
        graph = model.meta_graphs[0].graph_def
    elif path.endswith(".pbtxt"):
        text_format.Parse(open(path).read(), graph)
    elif "tfevents" in path:
        from tensorflow.python.summary.summary_iterator import summary_iterator

        for event in summary_iterator(path):
            if event.graph_def:
                graph.ParseFromString(event.graph_def)
    else:
        graph.ParseFromString(open(path, "rb").read())
    nodes, edges = [], set()

    def walk(some, arguments=()):
        own = {node.name for node in some} | set(arguments)
        nodes.extend(f"_Arg {name}" for name in arguments)
        for node in some:
            nodes.append(f"{node.op} {node.name}")
            for value in node.input:
                start = value.lstrip("^").split(":")[0]
                if start in own and start != node.name:
                    edges.add(f"{start} > {node.name}")

    walk(graph.node)
    for function in graph.library.function:
        walk(function.node_def, [argument.name for argument in function.signature.input_arg])
    return {"nodes": nodes, "edges": sorted(edges), "weights": {}}


def keras_graph(path):
    """The model that Keras's TensorBoard callback left, as TensorBoard draws it."""
    from tensorboard.backend.event_processing import event_accumulator
    from tensorboard.plugins.graph import keras_util

    reader = event_accumulator.EventAccumulator(path)
    reader.Reload()
    model = json.loads(reader.Tensors("keras")[0].tensor_proto.string_val[0])
    graph = keras_util.keras_model_to_graph_def(model)
    return {"nodes": [f"{node.attr['keras_class'].s.decode()} {node.name}" for node in graph.node],
            "edges": sorted({f"{value} > {node.name}" for node in graph.node for value in node.input}), "weights": {}}


def read(path):
    if "keras" in os.path.basename(path):
        return keras_graph(path)
    return onnx_graph(path) if path.endswith(".onnx") else tensorflow_graph(path)


def compare(program, paths):
    bad = 0
    for path in paths:
        expected = read(path)
        found = json.loads(subprocess.run([program, "describe", path, "--json"], check=True, capture_output=True).stdout)
        nodes = sorted(f"{n['op']} {n['name']}" for n in found["nodes"] if n["op"] != "Input")
        edges = sorted({f"{a} > {b}" for a, b in found["edges"]})
        weights = {t["name"]: f"{t['type']} {t['shape']}" for t in found["weights"]}
        same = nodes == sorted(expected["nodes"]) and edges == expected["edges"] and weights == expected["weights"]
        bad += not same
        print(f"{'same' if same else 'DIFFERS'} {path}: {len(nodes)} nodes, {len(edges)} edges, {len(weights)} weights")
    return bad


def make():
    import numpy as np
    import onnx
    import tensorflow as tf

    shutil.rmtree(here, ignore_errors=True)
    os.makedirs(here)
    data = os.path.join(os.path.dirname(onnx.__file__), "backend", "test", "data")
    for name in ["pytorch-converted/test_Conv2d_groups", "pytorch-converted/test_BatchNorm2d_eval",
                 "pytorch-operator/test_operator_lstm" if os.path.exists(f"{data}/pytorch-operator/test_operator_lstm")
                 else "pytorch-operator/test_operator_mm", "node/test_if", "node/test_loop11", "simple/test_sequence_model1"]:
        source = os.path.join(data, name, "model.onnx")
        if os.path.exists(source):
            shutil.copy(source, os.path.join(here, os.path.basename(name) + ".onnx"))

    inputs = tf.keras.Input((8, 8, 3), name="image")
    x = tf.keras.layers.Conv2D(4, 3, activation="relu", name="conv")(inputs)
    y = tf.keras.layers.Conv2D(4, 1, name="shortcut")(inputs)
    x = tf.keras.layers.Add(name="sum")([x, tf.keras.layers.Cropping2D(1, name="crop")(y)])
    x = tf.keras.layers.GlobalAveragePooling2D(name="pool")(x)
    model = tf.keras.Model(inputs, tf.keras.layers.Dense(5, name="logits")(x))
    model.export(os.path.join(here, "saved_model"))
    for rest in ["variables", "assets", "fingerprint.pb"]:
        path = os.path.join(here, "saved_model", rest)
        shutil.rmtree(path) if os.path.isdir(path) else os.path.exists(path) and os.remove(path)

    # Two inputs, a model within the model; its file is an ordinary event file.
    image, extra = tf.keras.Input((8, 8, 3), name="image"), tf.keras.Input((4,), name="extra")
    block = tf.keras.Sequential([tf.keras.Input((8, 8, 3)),
                                 tf.keras.layers.Conv2D(4, 3, padding="same", activation="relu", name="conv"),
                                 tf.keras.layers.BatchNormalization(name="norm")], name="block")
    x = tf.keras.layers.Add(name="sum")([block(image), tf.keras.layers.Conv2D(4, 1, name="side")(image)])
    x = tf.keras.layers.GlobalAveragePooling2D(name="pool")(x)
    x = tf.keras.layers.Concatenate(name="both")([x, extra])
    two = tf.keras.Model([image, extra], tf.keras.layers.Dense(2, name="scores")(x), name="two_inputs")
    two.compile("sgd", "mse")
    log = os.path.join(here, "log")
    two.fit([np.zeros((4, 8, 8, 3)), np.zeros((4, 4))], np.zeros((4, 2)), verbose=0,
            callbacks=[tf.keras.callbacks.TensorBoard(log)])
    shutil.move(glob.glob(os.path.join(log, "train", "*tfevents*"))[0], os.path.join(here, "keras.tfevents"))
    shutil.rmtree(log)

    function = tf.function(lambda image: model(image)).get_concrete_function(tf.TensorSpec([1, 8, 8, 3], tf.float32))
    tf.io.write_graph(function.graph.as_graph_def(), here, "function.pb", as_text=False)
    tf.io.write_graph(function.graph.as_graph_def(), here, "function.pbtxt", as_text=True)
    try:
        import tf2onnx

        tf2onnx.convert.from_function(tf.function(lambda image: model(image)),
                                      [tf.TensorSpec([1, 8, 8, 3], tf.float32, "image")],
                                      output_path=os.path.join(here, "tf2onnx.onnx"))
    except Exception as error:  # it lags behind NumPy and Keras
        print("tf2onnx:", error)
    writer = tf.summary.create_file_writer(os.path.join(here, "events"))
    with writer.as_default():
        tf.summary.graph(function.graph)
    writer.close()
    for path in glob.glob(os.path.join(here, "events", "*tfevents*")):
        shutil.move(path, os.path.join(here, "graph.tfevents"))
    shutil.rmtree(os.path.join(here, "events"))

    expected = {name: read(os.path.join(here, name)) for name in sorted(os.listdir(here))}
    with open(os.path.join(here, "expected.json"), "w") as file:
        json.dump(expected, file, indent=1, ensure_ascii=False)
    print({name: len(graph["nodes"]) for name, graph in expected.items()})


if __name__ == "__main__":
    if len(sys.argv) > 2:
        sys.exit(1 if compare(sys.argv[1], sys.argv[2:]) else 0)
    make()
