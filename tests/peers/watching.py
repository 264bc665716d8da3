#!/usr/bin/env python3
"""`./dev bench --watching`: our readers beside those that people use today, in one run, in turns.

events   a folder of 544 MB in 200 runs, read whole by `tensorloom watch --once` and by TensorBoard's data server
         (rustboard, as TensorBoard starts it, and with every point kept, as we keep them)
trace    a Chrome trace of 1 GB, opened by `tensorloom trace` and by Perfetto's own interface in chromium

Seconds are from the start of the program (Perfetto's: of the page) to the end of its reading; what was computed in them
is told beside, since a busy machine adds to the former; memory is the most that a process has had. Medians of the rounds.
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent


def python(peer):
    return str(pathlib.Path(options.environments) / peer / "bin" / "python")


def table(title, rows, goal):
    print(f"\n{title}\n  {'':44}{'s':>8}{'computed':>10}{'peak MB':>10}   ours takes", flush=True)
    (first, ours, our_computing, our_peak), *_ = rows
    for label, seconds, computed, peak in rows:
        shares = "" if label == first else (f"{ours / seconds:.2f}x the time, {our_computing / computed:.2f}x computed, "
                                            f"{our_peak / peak:.2f}x the memory")
        print(f"  {label:44}{seconds:8.2f}{computed:10.2f}{peak / 1e6:10.0f}   {shares}", flush=True)
    print(f"  goal: {goal}", flush=True)


def taken(command, until=None):
    """Seconds, those of computing and peak bytes of a program, to its end or a line of its errors that holds `until`."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE if until else None, text=True)
    if until:
        for line in process.stderr:
            if until in line:
                break
        else:
            sys.exit(f"{command[0]} ended early")
        seconds = time.monotonic() - start
        process.kill()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if not until:
        seconds = time.monotonic() - start
        if process.returncode != 0:
            sys.exit(f"{command} failed")
    return seconds, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def rounds(programs):
    """(label, seconds, computed, bytes) of each, in turns: medians."""
    found = {label: [] for label, _ in programs}
    for _ in range(options.rounds):
        for label, run in programs:
            found[label].append(run())
    return [(label, *(statistics.median(column) for column in zip(*turns))) for label, turns in found.items()]


# Events -------------------------------------------------------------------------------------------------------------

def varint(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out + bytes([value]))


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


CRC_TABLE = []
for i in range(256):
    crc = i
    for _ in range(8):
        crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    CRC_TABLE.append(crc)


def masked_crc(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = CRC_TABLE[(crc ^ byte) & 0xFF] ^ crc >> 8
    crc ^= 0xFFFFFFFF
    return (((crc >> 15) | (crc << 17)) + 0xA282EAD8) & 0xFFFFFFFF


def record(event):
    length = struct.pack("<Q", len(event))
    return length + struct.pack("<I", masked_crc(length)) + event + struct.pack("<I", masked_crc(event))


def event(step, summary):
    return b"\x09" + struct.pack("<d", 1.79e9 + step) + b"\x10" + varint(step) + field(5, summary)


def scalar(tag, value, new):
    """As torch.utils.tensorboard writes it, or (new) as tf.summary does."""
    if not new:
        return field(1, field(1, tag) + b"\x15" + struct.pack("<f", value))
    tensor = b"\x08\x01" + b"\x12\x00" + field(4, struct.pack("<f", value))
    return field(1, field(1, tag) + field(8, tensor) + field(9, field(1, field(1, b"scalars")) + b"\x20\x01"))


def histogram(tag, draw):
    rows = b"".join(struct.pack("<ddd", i, i + 1, draw.random()) for i in range(30))
    tensor = b"\x08\x02" + field(2, field(2, b"\x08\x1e") + field(2, b"\x08\x03")) + field(4, rows)
    return field(1, field(1, tag) + field(8, tensor) + field(9, field(1, field(1, b"histograms")) + b"\x20\x02"))


def make_events(folder, megabytes, runs):
    """Scalars of 20 tags, a tenth of the bytes histograms. Eight files are made and stand in several runs."""
    each = megabytes * 1_000_000 // runs
    kinds = []
    for kind in range(8):
        draw = random.Random(kind)
        out = [record(b"\x09" + struct.pack("<d", 1.79e9) + field(3, b"brain.Event:2"))]
        size, step = 0, 0
        while size < each:
            for tag in range(20):
                out.append(record(event(step, scalar(b"train/metric_%d" % tag, draw.random(), kind % 2))))
                size += len(out[-1])
            if step % 5 == 0:
                out.append(record(event(step, histogram(b"layer_%d/kernel" % (step // 5 % 4), draw))))
                size += len(out[-1])
            step += 1
        kinds.append(b"".join(out))
    for run in range(runs):
        path = folder / f"group_{run % 10}" / f"run_{run}"
        path.mkdir(parents=True)
        (path / f"events.out.tfevents.1790000000.host.{run}.0").write_bytes(kinds[run % len(kinds)])
    return sum(len(kinds[run % len(kinds)]) for run in range(runs))


def events():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="events-bench-"))
    try:
        size = make_events(folder, options.megabytes or 544, 200)
        server = subprocess.run([python("tensorboard"), "-c", "import tensorboard_data_server as t; print(t.server_binary())"],
                                capture_output=True, text=True, check=True).stdout.strip()

        def rustboard(*more):
            port = folder.with_suffix(".port")
            try:
                return taken([server, "--logdir", str(folder), "--port", "0", "--port-file", str(port), "--reload", "once",
                              "--verbose", *more], until="Finished load cycle")
            finally:
                port.unlink(missing_ok=True)

        found = subprocess.run([options.program, "watch", str(folder), "--once", "--json"], capture_output=True, text=True,
                               check=True).stdout.splitlines()
        rows = rounds([("tensorloom watch, every point", lambda: taken([options.program, "watch", str(folder), "--once",
                                                                       "--json"])),
                       ("rustboard as TensorBoard starts it, samples", lambda: rustboard()),
                       ("rustboard, every point", lambda: rustboard("--samples-per-plugin",
                                                                    "scalars=all,histograms=all"))])
        points = sum(json.loads(line)["count"] for line in found)
        table(f"{size / 1e6:.0f} MB of events in 200 runs, {points:,} points ({size / 1e6 / rows[0][1]:.0f} MB/s)", rows,
              "0.50x")
    finally:
        shutil.rmtree(folder)


# Traces -------------------------------------------------------------------------------------------------------------

def make_trace(path, megabytes):
    """As torch.profiler writes them: a field a line."""
    draw = random.Random(2)
    names = [f"aten::op_{i}" for i in range(200)]
    number, at = 0, 1_000_000
    with open(path, "w") as file:
        file.write('{"schemaVersion":1,"traceEvents":[\n')
        size = 0
        while size < megabytes * 1_000_000:
            part = []
            for _ in range(5000):
                part.append('%s{\n  "ph": "X", "cat": "cpu_op", "name": "%s", "pid": 4711, "tid": %d,\n  "ts": %d.%03d, '
                            '"dur": %d.250,\n  "args": {\n    "External id": %d,"Record function id": 0, "Ev Idx": %d\n'
                            '  }\n}' % ("," if number else "", names[int(draw.random() * 200)], number % 8, at // 1000,
                                        at % 1000, 1 + int(draw.random() * 40), number, number))
                number += 1
                at += 6000
            text = "".join(part)
            file.write(text)
            size += len(text)
        file.write("]}\n")
    return number


def trace():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="trace-bench-"))
    try:
        path = folder / "trace.json"
        written = make_trace(path, options.megabytes or 1000)
        told = json.loads(subprocess.run([options.program, "trace", str(path), "--json", "--rows", "0"], check=True,
                                         capture_output=True, text=True).stdout)
        if told["slices"] != written:
            sys.exit(f"{told['slices']} of {written} events were read")

        def perfetto():
            answer = subprocess.run([python("perfetto"), str(HERE / "perfetto_peer.py"), str(path)], check=True,
                                    capture_output=True, text=True).stdout
            found = json.loads(answer)[0]
            if "refused" in found:
                sys.exit(f"Perfetto: {found['refused']}")
            if found["slices"] != written:
                sys.exit(f"Perfetto found {found['slices']} of {written} slices")
            return found["seconds"], found["computed"], found["bytes"]

        table(f"A Chrome trace of {path.stat().st_size / 1e6:.0f} MB, {written:,} events",
              rounds([("tensorloom trace", lambda: taken([options.program, "trace", str(path), "--json", "--rows", "0"])),
                      ("Perfetto in chromium, its largest process", perfetto)]), "0.50x, and 0.50x memory")
    finally:
        shutil.rmtree(folder)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("program", help="the tensorloom program")
parser.add_argument("environments", help="folder with a virtual environment for each peer")
parser.add_argument("--only", default="", help="events or trace")
parser.add_argument("--rounds", type=int, default=3)
parser.add_argument("--megabytes", type=int, default=0, help="instead of 544 and 1000")
options = parser.parse_args()
for case in (events, trace):
    if options.only in case.__name__:
        case()
