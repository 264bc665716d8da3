#!/usr/bin/env python3
"""Compiles every CUDA kernel for the architectures that we name and holds what ptxas and the machine code say against
what stands beside the kernel: no spills, no stack, at most so many registers, 128-bit loads where it is TL_HOT_KERNEL.
With --fat it also joins the architectures into one fat binary a source, which the build embeds in the program.
Fetches the toolkit from PyPI where it is not there yet, and with --full the libraries and headers of cuDNN, cuBLASLt
and NCCL, too (1.1 GB). Exit status: 0 well, 1 not, 77 no toolkit to be had."""
import argparse, concurrent.futures, hashlib, os, pathlib, re, subprocess, sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
ARCHITECTURES = ["sm_80", "sm_90", "sm_100"]
# crt and nvvm are pinned because nvcc does not, and takes no newer ones.
TOOLKIT = ["nvidia-cuda-nvcc==13.0.88", "nvidia-cuda-crt==13.0.88", "nvidia-nvvm==13.0.88",
           "nvidia-cuda-runtime==13.0.96", "nvidia-cuda-cccl==13.0.85", "nvidia-cuda-nvdisasm==13.2.51"]
# 9.28 of cuDNN cannot be loaded without a driver, 9.19 can.
LIBRARIES = ["nvidia-cublas==13.1.0.3", "nvidia-cudnn-cu13==9.19.0.56", "nvidia-cuda-nvrtc==13.0.88",
             "nvidia-nccl-cu13==2.28.9", "nvidia-cudnn-frontend==1.32.0", "nvidia-cuda-cupti==13.0.85"]
KERNEL = re.compile(r"^TL_(HOT_)?KERNEL\((\w+), \w+, \w+, (\d+)\)", re.M)


def install(folder, ready, packages, what):
    """Whether they are below the virtual environment, now or since before: `ready` names those that are."""
    wanted = "\n".join(packages) + "\n"
    if (folder / ready).exists() and (folder / ready).read_text() == wanted:
        return True
    print(f"Fetching {what} from PyPI into {folder}", flush=True)
    commands = [[folder / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                 "--no-cache-dir", "--no-deps", *packages]]
    if not (folder / "bin/python").exists():
        commands.insert(0, [sys.executable, "-m", "venv", folder])
    for command in commands:
        if subprocess.run(command).returncode:
            return False
    (folder / ready).write_text(wanted)
    return True


def fetch(folder, full):
    """The toolkit's own folder: the one that was named, or one below it that comes from PyPI. None where that is not
    reached."""
    if (folder / "bin/nvcc").exists():
        return folder
    if not install(folder, "ready", TOOLKIT, "the CUDA compiler"):
        return None
    if full and not install(folder, "ready-full", LIBRARIES, "cuDNN, cuBLASLt and NCCL (1.1 GB)"):
        return None
    return next(folder.glob("lib/python3*/site-packages/nvidia/cu13"))


def fatten(toolkit, out, source, to):
    """One file of all architectures, written anew only where it changes."""
    made = to / f"{source.stem}.fatbin"
    beside = made.with_suffix(".new")
    images = [f"--image3=kind=elf,sm={architecture[3:]},file={out}/{source.stem}.{architecture}.cubin"
              for architecture in ARCHITECTURES]
    subprocess.run([toolkit / "bin/fatbinary", "-64", f"--create={beside}", *images], check=True)
    if made.exists() and made.read_bytes() == beside.read_bytes():
        beside.unlink()
    else:
        beside.rename(made)


def stamp(source):
    """Changes with whatever the code that comes out depends on."""
    content = hashlib.sha256(" ".join(TOOLKIT).encode())
    headers = [*HERE.glob("kernels/*.h"), HERE / "device/prelude.h", ROOT / "engine/core/act.h",
               ROOT / "engine/core/float8.h", ROOT / "engine/backend/step_context.h"]
    for file in [source, *sorted(headers)]:
        content.update(file.read_bytes())
    return content.hexdigest()


def compile_one(toolkit, out, source, architecture):
    """What ptxas said, and the machine code as text."""
    cubin = out / f"{source.stem}.{architecture}.cubin"
    report, key = cubin.with_suffix(".txt"), stamp(source)
    if cubin.exists() and report.exists() and report.read_text().startswith(key):
        said = report.read_text()
    else:
        made = subprocess.run([toolkit / "bin/nvcc", "-std=c++20", "-cubin", "--expt-relaxed-constexpr", f"-arch={architecture}", "-Xptxas",
                               "-v,-warn-spills", "-include", "engine/backend/cuda/device/prelude.h", "-I.", source,
                               "-o", cubin], cwd=ROOT, capture_output=True, text=True)
        if made.returncode:
            return made.stdout + made.stderr, None
        said = key + "\n" + made.stdout + made.stderr
        report.write_text(said)
    code = subprocess.run([toolkit / "bin/nvdisasm", "-c", cubin], capture_output=True, text=True, check=True).stdout
    return said, code


def check(source, architecture, said, code):
    """Rows of the table, and what is wrong."""
    if code is None:
        return [], [f"{source.name} does not compile for {architecture}:\n{said}"]
    rows, wrong = [], []
    facts = {}
    for part in said.split("Compiling entry function '")[1:]:
        name = part.split("'")[0]
        facts[name] = {key: int(re.search(pattern, part).group(1)) for key, pattern in [
            ("stack", r"(\d+) bytes stack"), ("spills", r"(\d+) bytes spill stores"), ("registers", r"Used (\d+) reg")]}
    listed = KERNEL.findall(source.read_text())
    if {name for _, name, _ in listed} != set(facts):
        wrong.append(f"{source.name}: kernels in the source and in the code differ")
    for hot, name, bound in listed:
        fact = facts.get(name)
        if not fact:
            continue
        body = code.split(f"\n.text.{name}:")[1].split("\n.text.")[0]
        wide = len(re.findall(r"LDG\.E\.128|LDG\.E\.ENL2\.256", body))
        rows.append((name, architecture, fact["registers"], int(bound), wide))
        if fact["spills"] or fact["stack"]:
            wrong.append(f"{name}, {architecture}: {fact['spills']} bytes spilled, {fact['stack']} bytes of stack")
        if fact["registers"] > int(bound):
            wrong.append(f"{name}, {architecture}: {fact['registers']} registers, {bound} stand beside it")
        if hot and not wide:
            wrong.append(f"{name}, {architecture}: no 128-bit loads, and it is a hot one")
    return rows, wrong


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--toolkit", type=pathlib.Path, required=True)
    arguments.add_argument("--out", type=pathlib.Path, required=True)
    arguments.add_argument("--fat", type=pathlib.Path)
    arguments.add_argument("--full", action="store_true")
    options = arguments.parse_args()
    toolkit = fetch(options.toolkit.absolute(), options.full)
    if not toolkit:
        print("SKIPPED: PyPI is not reached, and there is no CUDA compiler without it.")
        return 77
    out = options.out.absolute()
    out.mkdir(parents=True, exist_ok=True)
    work = [(source, architecture) for source in sorted(HERE.glob("kernels/*.cu")) for architecture in ARCHITECTURES]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        made = list(pool.map(lambda each: compile_one(toolkit, out, *each), work))
    rows, wrong = [], []
    for (source, architecture), (said, code) in zip(work, made):
        found = check(source, architecture, said, code)
        rows += found[0]
        wrong += found[1]
    if options.fat and not any(code is None for _, code in made):
        options.fat.mkdir(parents=True, exist_ok=True)
        for source in sorted(HERE.glob("kernels/*.cu")):
            fatten(toolkit, out, source, options.fat)
    print(f"{'kernel':24}{'for':8}{'registers':>10}{'bound':>7}{'128-bit loads':>15}")
    for row in rows:
        print("{:24}{:8}{:10}{:7}{:15}".format(*row))
    for each in wrong:
        print("WRONG:", each)
    print(f"{len({row[0] for row in rows})} kernels for {len(ARCHITECTURES)} architectures: "
          f"{'all as they should be' if not wrong else str(len(wrong)) + ' wrong'}. None has run on a GPU here.")
    return 1 if wrong or not rows else 0


sys.exit(main())
