#!/usr/bin/env python3
"""Makes tests/reference/layer_cases/FAMILY.json from FAMILY.py there: what Keras's layers (or, where Keras has none,
PyTorch's) give for small inputs in float64 - output, gradients of inputs and weights, moving averages afterwards.

    pip install torch keras
    KERAS_BACKEND=torch python3 tests/reference/layers.py [FAMILY ...]      (no name: all of them)

tests/engine/layers/test_against_keras.cpp reads them. To add cases, add to a family's CASES or write a new file.
"""
import importlib
import json
import os
import pathlib
import sys

os.environ.setdefault("KERAS_BACKEND", "torch")
import keras
import torch

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
keras.config.set_floatx("float64")
torch.set_default_dtype(torch.float64)

for family in sys.argv[1:] or sorted(p.stem for p in (HERE / "layer_cases").glob("*.py") if p.stem != "support"):
    cases = [case.run() for case in importlib.import_module(f"layer_cases.{family}").CASES]
    rows = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    made = f"Keras {keras.__version__}, PyTorch {torch.__version__.split('+')[0]}, float64"
    (HERE / "layer_cases" / f"{family}.json").write_text(f'{{"made_by":"{made}","cases":[\n{rows}\n]}}\n')
    print(f"{family}: {len(cases)} cases")
