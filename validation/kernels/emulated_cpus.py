"""Runs programs on emulated CPUs: the best backend that the CPU has is chosen and nothing executes
an instruction that it lacks.

Usage: emulated_cpus.py BACKENDS PRINT_BACKEND TEST_KERNELS [PROGRAM ARGUMENT...]
BACKENDS lists what was built, as in "xsimd,highway". A further program is run on every CPU and
must return 0."""
import os
import shutil
import subprocess
import sys

built, print_backend, test_kernels = sys.argv[1].split(","), sys.argv[2], sys.argv[3]
further = sys.argv[4:]
emulator = shutil.which("qemu-x86_64")
if emulator is None:
    print("no qemu-x86_64: skipped")
    sys.exit(77)

# Model and the backends that it can run, the preferred one first. The emulator of Debian 12 has
# AVX2 and FMA, but no AVX-512.
sse4 = ["highway:sse4"]
avx2 = ["xsimd:avx2", "highway:avx2"]
scalar = ["scalar:baseline"]
cpus = {
    "qemu64": scalar,                                # SSE3
    "Nehalem": scalar,                               # SSE4.2, no AES
    "Westmere": sse4 + scalar,                       # AES and CLMUL
    "Westmere,-aes": scalar,
    "SandyBridge": sse4 + scalar,                    # AVX, no FMA
    "Haswell,-fma": sse4 + scalar,                   # AVX2 without FMA
    "Haswell,-avx2": sse4 + ["scalar:fma"] + scalar,
    "Haswell,-bmi2": sse4 + ["scalar:fma"] + scalar,
    "Haswell": avx2 + sse4 + ["scalar:fma"] + scalar,
}
environment = {k: v for k, v in os.environ.items() if k != "LANEWISE_BACKEND"}


def run(cpu, command):
    return subprocess.run([emulator, "-cpu", cpu] + command, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


failed = False
for cpu, names in cpus.items():
    names = [n for n in names if n.startswith("scalar") or n.split(":")[0] in built]
    done = run(cpu, [print_backend])
    lines = [line.split(" ", 1) for line in done.stdout.splitlines()]
    supported = [line[1] for line in lines if line[0] == "supported"]
    chosen = [line[1] for line in lines if line[0] == "chosen"]
    faults = []
    if done.returncode != 0 or supported != names or chosen != names[:1]:
        faults.append(f"expected {names}, found {supported}, chosen {chosen}:\n{done.stdout}")
    commands = [[test_kernels, "[emulated]"]] + ([further] if further else [])
    for command in commands:
        done = run(cpu, command)
        if done.returncode != 0:
            faults.append(f"{command} returned {done.returncode}:\n{done.stdout[-2000:]}")
    print(f"{cpu}: {'failed' if faults else chosen[0]}")
    for fault in faults:
        print(fault)
    failed = failed or bool(faults)
sys.exit(failed)
