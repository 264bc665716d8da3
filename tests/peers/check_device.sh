#!/bin/sh
# What `./dev bundle` packs as `check`: all there is to say of this machine's GPU, in one table and device.json, beside
# PyTorch's speeds where python3 has one that sees the GPU. NVIDIA's cuDNN 9 and cuBLASLt 13 are taken from the
# system, or from Python's packages; the driver has to be there. `check --help` lists what else can be said.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
wheels=$(python3 -c '
import glob, site, sys
roots = site.getsitepackages() + [site.getusersitepackages()] + sys.path
print(":".join(sorted({path for root in roots for path in glob.glob(root + "/nvidia/*/lib")})))' 2>/dev/null || true)
peers=""
if python3 -c 'import sys, torch; sys.exit(not torch.cuda.is_available())' 2>/dev/null; then
    python3 "$here/peers/device_peers.py" device-peers.jsonl && peers="--peers device-peers.jsonl"
fi
# shellcheck disable=SC2086
LD_LIBRARY_PATH="$here/lib:$wheels:${LD_LIBRARY_PATH:-}" exec "$here/tensorloom" bench --device cuda --report device.json $peers "$@"
