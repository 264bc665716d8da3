#!/usr/bin/env python3
"""Prints what PyPI's xprof, TensorBoard's profile plugin, makes of an XSpace file, as JSON: its table of ops, its steps
and the events of its trace viewer.

xprof_peer.py FILE.xplane.pb
"""
import json
import os
import shutil
import sys
import tempfile

from xprof.convert import raw_to_tool_data


def tool(path, name):
    data, _ = raw_to_tool_data.xspace_to_tool_data([path], name, {})
    return json.loads(data)


def rows(table):
    names = [column["id"] for column in table["cols"]]
    return [dict(zip(names, (cell["v"] for cell in row["c"]))) for row in table["rows"]]


def main(path):
    with tempfile.TemporaryDirectory() as folder:  # it keeps what it found beside the file
        copied = os.path.join(folder, os.path.basename(path))
        shutil.copy(path, copied)
        ops = tool(copied, "framework_op_stats")
        steps = next(part for part in tool(copied, "input_pipeline_analyzer")
                     if any(column["id"] == "stepnum" for column in part["cols"]))
        events = [event for event in tool(copied, "trace_viewer")["traceEvents"] if event.get("ph") == "X"]
    print(json.dumps({
        "ops": [{"name": row["operation"], "type": row["type"], "count": row["occurrences"],
                 "self_us": row["total_self_time"], "total_us": row["total_time"]}
                for row in rows(ops[0] if isinstance(ops, list) else ops) if row["type"] != "IDLE"],
        "steps": [{"name": row["stepnum"], "ms": row["stepTimeMs"]} for row in rows(steps)],
        "slices": len(events),
        "begin_us": min(event["ts"] for event in events),
        "end_us": max(event["ts"] + event["dur"] for event in events)}))


main(sys.argv[1])
