"""Compiles two sources with the same functions to assembly and compares them function by function:
the same instructions on the same constants. Which vector register holds what, and the order of
independent instructions, is the scheduler's choice and not compared. Reports in TAP.

usage: zero_cost.py TYPED_SOURCE RAW_SOURCE INCLUDE_DIR COMPILER [ARGUMENT ...]
"""
import os
import re
import subprocess
import sys

CONSTANT = re.compile(r"\.(long|quad|zero|4byte|8byte)\b")
LOCAL = re.compile(r"\.L[A-Za-z0-9_]+")


def constants_of(lines):
    """The data behind each local label, with the instructions left out."""
    data, label = {}, None
    for line in lines:
        if LOCAL.match(line) and line.endswith(":"):
            label = line[:-1]
            data[label] = ""
        elif label and CONSTANT.match(line):
            data[label] += " ".join(line.split()) + ";"
        elif label and not line.startswith("."):
            label = None
    return data


def functions_of(assembly):
    """name -> instructions, where a constant stands for its label and jump targets are numbered."""
    lines = [re.sub(r"\s*#.*", "", line).strip() for line in assembly.splitlines()]
    constants = constants_of(lines)
    functions, body, targets = {}, None, {}

    def spelled(match):
        label = match.group()
        return constants.get(label) or targets.setdefault(label, f"target{len(targets)}")

    for line in lines:
        start = re.match(r"([A-Za-z_]\w*):$", line)
        if start:
            body, targets = functions.setdefault(start.group(1), []), {}
        elif line.startswith(".size"):
            body = None
        elif body is not None and line and not re.match(r"\.(?!L)", line):
            if not (LOCAL.match(line) and line.startswith((".LF", ".Lfunc"))):
                body.append(LOCAL.sub(spelled, " ".join(line.split())))
    return functions


def work_of(instructions):
    """What is calculated: the instructions without register numbers, order and register copies."""
    blind = [re.sub(r"%xmm\d+", "%xmm", line) for line in instructions]
    return sorted(line for line in blind if not re.match(r"movap[sd] %xmm, %xmm$", line))


def main():
    typed_source, raw_source, include, *compiler = sys.argv[1:]
    if os.path.basename(compiler[0]) == "ccache":
        compiler = compiler[1:]
    command = compiler + ["-std=c++20", "-O2", "-ffp-contract=off", "-w", "-S", "-o", "-",
                          "-fno-asynchronous-unwind-tables", "-I", include]
    typed, raw = (functions_of(subprocess.run(command + [source], capture_output=True, text=True,
                                              check=True).stdout)
                  for source in (typed_source, raw_source))
    same_names = bool(raw) and list(typed) == list(raw)
    print(f"1..{len(raw) + 1}")
    print(f"{'ok' if same_names else 'not ok'} 1 - both sources have the same functions")
    failed = not same_names
    for number, name in enumerate(raw, 2):
        mine = typed.get(name, [])
        same = bool(raw[name]) and work_of(mine) == work_of(raw[name]) and len(mine) <= len(raw[name])
        failed |= not same
        print(f"{'ok' if same else 'not ok'} {number} - {name}: {len(mine)} lines of assembly")
        if not same:
            print("# typed: " + " | ".join(mine))
            print("# raw:   " + " | ".join(raw[name]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
