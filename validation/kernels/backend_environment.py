"""LANEWISE_BACKEND chooses the backend of a program: every name it supports, nothing else."""
import os
import subprocess
import sys

program = sys.argv[1]


def run(wish):
    environment = dict(os.environ)
    environment.pop("LANEWISE_BACKEND", None)
    if wish is not None:
        environment["LANEWISE_BACKEND"] = wish
    done = subprocess.run([program], env=environment, capture_output=True, text=True)
    lines = [line.split(" ", 1) for line in done.stdout.splitlines()]
    return done.returncode, lines


def check(condition, what):
    if not condition:
        sys.exit(f"failed: {what}")


code, lines = run(None)
supported = [name for word, name in lines if word == "supported"]
compiled = [name for word, name in lines if word == "compiled"]
check(code == 0 and lines[-1] == ["chosen", supported[0]], "without it the first is chosen")

for wish in ("", "auto"):
    code, lines = run(wish)
    check(code == 0 and lines[-1] == ["chosen", supported[0]], f"'{wish}' means the first")
for name in supported:
    code, lines = run(name)
    check(code == 0 and lines[-1] == ["chosen", name], f"{name} is honoured")
    backend = name.split(":")[0]
    best = next(s for s in supported if s.startswith(backend + ":"))
    code, lines = run(backend)
    check(code == 0 and lines[-1] == ["chosen", best], f"{backend} means {best}")
for name in compiled:
    code, lines = run(name)
    message = f"backend = {name}: is not supported by this CPU"
    check(code == 1 and lines[-1] == ["refused", message], f"{name} is refused")
for name in ("gpu", "xsimd:avx9", " "):
    code, lines = run(name)
    check(code == 1 and lines[-1][0] == "refused" and "scalar:baseline" in lines[-1][1],
          f"'{name}' is refused and the message lists the names")
print(f"{len(supported)} supported, {len(compiled)} not")
