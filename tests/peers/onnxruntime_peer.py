"""Predictions by ONNX Runtime of the file that export_onnx.py wrote: onnxruntime_peer.py CASE SETTING THREADS FILE."""
import sys

import numpy
import onnxruntime

from cases import CASES, SCALE, pixels, serve


def main(name, threads, file):
    case = CASES[name]
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    images = pixels(case)[0]

    def epoch():
        for x in images:
            scores = session.run(None, {"data": x.astype(numpy.float32) * numpy.float32(SCALE)})[0]
        assert numpy.isfinite(scores).all()
        return len(images)

    serve(case, epoch)


main(sys.argv[1], int(sys.argv[3]), sys.argv[4])
