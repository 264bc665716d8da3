#!/usr/bin/env python3
"""Whether Perfetto and TensorBoard's profile plugin find in the timelines of a training what is in them.

check_traces.py TENSORLOOM ENVIRONMENTS [--keep FOLDER]

Trains LeNet-5, records six steps, and opens the Chrome trace in Perfetto's real interface (tests/peers/perfetto_peer.py)
and the XSpace in xprof (xprof_peer.py): slices, threads, times, ops and steps have to be the same. ENVIRONMENTS holds a
virtual environment for each, perfetto and xprof, as `./dev peers` makes them; what is missing is skipped with a word,
and the exit status is 77 where nothing is left.
"""
import argparse
import collections
import gzip
import json
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
FIRST, STEPS = 3, 6


def expect(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: {found}, where {wanted} was expected")


def near(what, found, wanted, slack=1e-6):
    if not math.isclose(found, wanted, rel_tol=slack, abs_tol=1e-3):
        sys.exit(f"{what}: {found}, where {wanted} was expected")


def python(environment):
    program = pathlib.Path(options.environments) / environment / "bin" / "python"
    return str(program) if program.exists() else None


def asked(*command):
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(f"{command[1]}: {ran.stderr.strip()[-2000:]}")
    return json.loads(ran.stdout)


def nanoseconds(text):
    whole, _, part = text.partition(".")
    return int(whole) * 1000 + int((part + "000")[:3])


def perfetto(run, folder, events):
    """A plain and a packed Chrome trace."""
    plain = folder / "again.json"
    subprocess.run([options.program, "trace", str(run), "--out", str(plain)], check=True, capture_output=True)
    arguments = ["--picture", str(folder / "perfetto.png")] if options.keep else []
    slices = [event for event in events if event["ph"] == "X"]
    for found in asked(python("perfetto"), str(HERE / "perfetto_peer.py"), *arguments, str(run / "trace.json.gz"),
                       str(plain)):
        if "refused" in found:
            sys.exit(f"Perfetto: {found['refused']}")
        expect("Perfetto's slices", found["slices"], len(slices))
        expect("Perfetto's slices by name", found["slices_of"], collections.Counter(e["name"] for e in slices))
        expect("Perfetto's nanoseconds", found["nanoseconds"], sum(nanoseconds(e["dur"]) for e in slices))
        expect("Perfetto's length", found["end"] - found["begin"],
               max(nanoseconds(e["ts"]) + nanoseconds(e["dur"]) for e in slices)
               - min(nanoseconds(e["ts"]) for e in slices))
        expect("Perfetto's threads", found["thread_names"], sorted(
            e["args"]["name"] for e in events if e["ph"] == "M" and e["name"] == "thread_name"))
        points = [event for event in events if event["ph"] == "C"]
        expect("Perfetto's counters", found["counters"], len({e["name"] for e in points}))
        expect("Perfetto's points", found["points"], len(points))
        expect("Perfetto's problems", found["problems"], 0)
    print(f"Perfetto: {len(slices)} slices of {found['threads']} threads and {found['counters']} counters, as written")


def xprof(logs, events):
    file = next(iter(logs.glob("plugins/profile/*/*.xplane.pb")))
    found = asked(python("xprof"), str(HERE / "xprof_peer.py"), str(file))
    slices = [event for event in events if event["ph"] == "X"]
    counts, times = collections.Counter(), collections.Counter()
    for event in slices:
        if event["name"][0].isupper():
            layer = event["args"].get("layer", "")
            name = ("gradient_tape/" if event["cat"] == "backward" else "") + (layer and layer + "/") + event["name"]
            counts[name] += 1
            times[name] += nanoseconds(event["dur"])
    expect("xprof's ops", {op["name"]: op["count"] for op in found["ops"]}, counts)
    for op in found["ops"]:
        near(f"xprof's time of {op['name']} in us", op["total_us"], times[op["name"]] / 1000)
    steps = {f"train {e['args']['number']}": nanoseconds(e["dur"]) / 1e6 for e in slices if e["name"] == "step"}
    expect("steps", len(steps), STEPS)
    whole = [step["name"] for step in found["steps"]]
    if whole != list(steps)[1:-1]:  # of more than a few it leaves out the first and last, which may be cut
        expect("xprof's steps", whole, list(steps))
    for step in found["steps"]:
        near(f"xprof's time of step {step['name']} in ms", step["ms"], steps[step["name"]])
    near("xprof's length in us", found["end_us"] - found["begin_us"],
         (max(nanoseconds(e["ts"]) + nanoseconds(e["dur"]) for e in slices)
          - min(nanoseconds(e["ts"]) for e in slices)) / 1000, 1e-3)
    print(f"xprof: {len(found['ops'])} ops and {len(found['steps'])} steps, with the times that were written")


def main():
    able = []
    if python("perfetto") and shutil.which("chromium"):
        able.append("perfetto")
    else:
        print("Perfetto is left out: `./dev peers` installs it, and chromium.")
    if python("xprof"):
        able.append("xprof")
    else:
        print("xprof is left out: `./dev peers` installs it.")
    if not able:
        sys.exit(77)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        folder.mkdir(exist_ok=True)
        run, logs = folder / "run", folder / "logs"
        subprocess.run([options.program, "train", "--template", "lenet", "--data", "sample", "--epochs", "1",
                        "--profile", f"{FIRST}:{STEPS}", "--out", str(run), "--log-dir", str(logs)], check=True,
                       capture_output=True)
        with gzip.open(run / "trace.json.gz", "rt") as file:
            events = json.load(file, parse_float=str)["traceEvents"]
        for event in events:  # whole numbers of microseconds, too
            event.update({key: str(event[key]) for key in ("ts", "dur") if key in event})
        told = asked(options.program, "trace", str(run), "--json")
        expect("our own reader's slices", told["slices"], sum(event["ph"] == "X" for event in events))
        expect("our own reader's steps", told["steps"], STEPS)
        if "perfetto" in able:
            perfetto(run, folder, events)
        if "xprof" in able:
            xprof(logs, events)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("program")
parser.add_argument("environments")
parser.add_argument("--keep", help="where the run, its logs and a picture of Perfetto stay")
options = parser.parse_args()
main()
