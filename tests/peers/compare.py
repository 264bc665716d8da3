"""`./dev bench --peer`: Tensorloom, PyTorch, TensorFlow and JAX at the same training steps, and with ONNX Runtime at the
same predictions, interleaved in one run.

All programs of a case are started and warmed up first; then they take turns, a second each, and medians are reported.
Peak memory is that of the whole process.
Images for each second that the cores spent on the program say how fast it is where other programs share the cores; on a
quiet machine they are the images a second divided by the threads, waiting apart.
"""
import argparse
import json
import pathlib
import select
import statistics
import subprocess
import sys
import tempfile

from cases import CASES, JAX_NETWORKS, check_parameters

HERE = pathlib.Path(__file__).parent
SETTINGS = {"torch": ["eager", "channels_last", "compile"], "tensorflow": ["function", "jit"], "jax": ["jit", "scan"],
            "onnxruntime": ["session"]}


def takes_part(peer, case):
    if peer == "onnxruntime":
        return case.get("predicts", False)
    return peer != "jax" or (case["network"] in JAX_NETWORKS and not case.get("predicts"))


class Peer:
    def __init__(self, command, label):
        self.label, self.speeds, self.frugal, self.peak = label, [], [], 0
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        stderr=subprocess.PIPE if not options.verbose else None)

    def ready(self):
        if not select.select([self.process.stdout], [], [], options.patience)[0]:
            print(f"  {self.label}: given up, since it was not ready after {options.patience:.0f} s.", file=sys.stderr)
            self.process.kill()
            self.process.wait()
            return False
        line = self.process.stdout.readline()
        if line:
            return True
        error = self.process.stderr.read().strip().splitlines() if self.process.stderr else []
        print(f"  {self.label}: did not start. {error[-1] if error else ''}", file=sys.stderr)
        return False

    def turn(self, seconds):
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        self.speeds.append(answer["images_per_second"])
        self.frugal.append(answer["images_per_core_second"])
        self.peak = max(self.peak, answer["peak_bytes"])

    def end(self):
        self.process.stdin.close()
        self.process.wait()

    def speed(self):
        return statistics.median(self.speeds)


class Ours:
    """Our program, started anew for each turn."""
    label = "tensorloom"

    def __init__(self, case):
        self.case, self.speeds, self.frugal, self.shares, self.peak = case, [], [], [], 0

    def turn(self, seconds):
        command = [options.program, "bench", "--json", "--only", self.case, "--seconds", str(seconds), "--threads",
                   str(options.threads)]
        for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines():
            row = json.loads(line)
            if row.get("case") == self.case:
                check_parameters(CASES[self.case], row["parameters"])
                self.speeds.append(row["images_per_second"])
                self.frugal.append(row["images_per_core_second"])
                self.shares.append(row["share_of_limit"])
                self.peak = max(self.peak, row["process_peak_bytes"])

    def speed(self):
        return statistics.median(self.speeds)


def python(peer):
    return str(pathlib.Path(options.environments) / peer / "bin" / "python")


def exported(name, folder):
    """The case as an ONNX file."""
    file = f"{folder}/{name}.onnx"
    subprocess.run([python("torch"), str(HERE / "export_onnx.py"), name, file], check=True, capture_output=True)
    return file


def compare(name, folder):
    ours = Ours(name)
    peers = []
    for peer, settings in SETTINGS.items():
        for setting in settings:
            if peer in options.peers and takes_part(peer, CASES[name]):
                if options.settings and setting not in options.settings:
                    continue
                command = [python(peer), str(HERE / f"{peer}_peer.py"), name, setting, str(options.threads)]
                if peer == "onnxruntime":
                    command.append(exported(name, folder))
                made = Peer(command, f"{peer} {setting}")
                if made.ready():
                    peers.append(made)
    for _ in range(options.rounds):
        ours.turn(options.seconds)
        for peer in peers:
            peer.turn(options.seconds)
    for peer in peers:
        peer.end()
    median = statistics.median
    print(f"\n{name}\n  {'':24}{'images/s':>12}{'ours is':>10}{'a core-second':>15}{'ours is':>10}{'peak MB':>10}")
    for each in [ours] + peers:
        speed, frugal = each.speed(), median(each.frugal)
        ratios = ("", "") if each is ours else (f"{ours.speed() / speed:.2f}x", f"{median(ours.frugal) / frugal:.2f}x")
        print(f"  {each.label:24}{speed:12,.0f}{ratios[0]:>10}{frugal:15,.0f}{ratios[1]:>10}{each.peak / 1e6:10.0f}")
    print(f"  {100 * median(ours.shares):.0f} % of the multiply-add limit of what it multiplies", flush=True)


def loaders():
    """Images a second of JPEG files: decoded, cropped, flipped and batched."""
    print(f"\nloader, {options.images}\n  {'':24}{'images/s':>12}{'ours is':>10}")
    command = [options.program, "bench", "--json", "--only", "loader", "--data", f"folder:{options.images}",
               "--seconds", str(3 * options.seconds), "--threads", str(options.threads)]
    peers = [Peer([python(peer), str(HERE / f"{peer}_loader.py"), options.images, str(options.threads)], label)
             for peer, label in (("torch", "torch DataLoader"), ("tensorflow", "tf.data")) if peer in options.peers]
    peers = [peer for peer in peers if peer.ready()]
    speeds = []
    for _ in range(options.rounds):
        for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines():
            row = json.loads(line)
            if row.get("case") == "loader":
                speeds.append(row["images_per_second"])
        for peer in peers:
            peer.turn(3 * options.seconds)
    ours = statistics.median(speeds)
    print(f"  {'tensorloom':24}{ours:12,.0f}")
    for peer in peers:
        peer.end()
        print(f"  {peer.label:24}{peer.speed():12,.0f}{ours / peer.speed():9.2f}x", flush=True)


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("program", help="the tensorloom program")
parser.add_argument("environments", help="folder with a virtual environment for each peer")
parser.add_argument("--only", default="", help="cases whose name contains this, or the one that is called so")
parser.add_argument("--peers", default="torch,tensorflow,jax,onnxruntime", type=lambda text: text.split(","))
parser.add_argument("--settings", default="", help="of the peers, such as eager,scan; all where it is left out",
                    type=lambda text: text.split(",") if text else [])
parser.add_argument("--rounds", type=int, default=5)
parser.add_argument("--seconds", type=float, default=1.0, help="of each turn")
parser.add_argument("--threads", type=int, default=2)
parser.add_argument("--patience", type=float, default=300.0, help="seconds that a peer may compile and warm up")
parser.add_argument("--images", help="a folder of JPEG files, a folder a class, for the loaders")
parser.add_argument("--verbose", action="store_true", help="show what the peers complain about")
options = parser.parse_args()
with tempfile.TemporaryDirectory() as scratch:
    for name in CASES:
        if CASES[name].get("gpu"):
            continue
        if options.only == name if options.only in CASES else options.only in name:
            compare(name, scratch)
if options.images and options.only in "loader":
    loaders()
