"""Writes a case's network as an ONNX file, by PyTorch's exporter: export_onnx.py CASE FILE."""
import sys
import warnings

import torch

from cases import CASES, check_parameters
from torch_networks import NETWORKS

torch.manual_seed(1)
case = CASES[sys.argv[1]]
model = NETWORKS[case["network"]]().eval()
check_parameters(case, sum(p.numel() for p in model.parameters() if p.requires_grad))
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    # The other exporter wants one more library and writes the same operators.
    torch.onnx.export(model, torch.zeros(case["batch"], *case["shape"]), sys.argv[2], input_names=["data"],
                      output_names=["scores"], opset_version=17, dynamo=False)
