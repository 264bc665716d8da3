#!/usr/bin/env python3
"""Writes build/lint/lint.ninja: clang-tidy over each of our files, alone or in batches, as often as it or what it
includes has changed since it was last clean. `./dev lint` runs it.

What is generated is left out, and so are the tests.
"""
import json
import re
import sys
from pathlib import Path

OURS = re.compile(r"(engine|ui|widgets|app)/|build/lint/(engine|ui|app)/.*/Unity/")
RULE = """\
builddir = build/lint
rule tidy
  command = $preprocess -M -MF $out.d -MT $out && clang-tidy -p build/lint --quiet $in 2>$out.log && touch $out $
      || { cat $out.log; false; }
  depfile = $out.d
  deps = gcc
  description = $in
"""


def main() -> None:
    root = Path.cwd()
    rows = {}  # by file: one that is compiled for several processors is read for each by itself
    for entry in json.loads(Path("build/lint/compile_commands.json").read_text()):
        source = Path(entry["file"]).resolve().relative_to(root).as_posix()
        if not OURS.match(source):
            continue
        preprocess = re.sub(r" -o \S+| -c(?= )", "", entry["command"]).replace("$", "$$")
        stamp = "build/lint/tidy/" + re.sub(r"^build/lint/", "", source)
        rows[source] = f"build {stamp}: tidy {source} | .clang-tidy\n  preprocess = {preprocess}\n"
    Path("build/lint/lint.ninja").write_text("\n".join([RULE, *rows.values()]))
    if not rows:
        sys.exit("build/lint/compile_commands.json names none of our files")


if __name__ == "__main__":
    main()
