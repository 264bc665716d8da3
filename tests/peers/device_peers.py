"""PyTorch's speeds on a GPU for `tensorloom bench --device cuda --peers FILE`: eager, and compiled with CUDA graphs.

device_peers.py FILE [--device cuda] [--only CASE] [--seconds S]; runs with the Python that has PyTorch.
"""
import argparse
import json
import pathlib
import subprocess
import sys

from cases import CASES

NAMES = ["mlp-128", "lenet-128", "resnet20-128", "resnet20-128-bf16", "resnet50-64", "resnet50-64-bf16"]
HERE = pathlib.Path(__file__).parent

parser = argparse.ArgumentParser()
parser.add_argument("file")
parser.add_argument("--device", default="cuda")
parser.add_argument("--only", default="")
parser.add_argument("--seconds", type=float, default=3)
options = parser.parse_args()

with open(options.file, "w") as file:
    for name in (name for name in NAMES if options.only in name):
        for setting in ("eager", "compile"):
            peer = subprocess.Popen([sys.executable, str(HERE / "torch_peer.py"), name, setting, "4", options.device],
                                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            out, _ = peer.communicate(f"{options.seconds}\n")
            lines = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
            if peer.returncode != 0 or len(lines) < 2:
                print(f"{name}, {setting}: PyTorch did not get through.", file=sys.stderr)
                continue
            row = {"case": name, "setting": setting, "images_per_second": lines[1]["images_per_second"],
                   "batch": CASES[name]["batch"]}
            print(json.dumps(row), file=file, flush=True)
            print(json.dumps(row))
