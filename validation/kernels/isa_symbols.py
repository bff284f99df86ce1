"""Objects with instructions beyond the baseline may define nothing that the linker could share with
other code: no weak or unique symbol, nothing of std. It would pick one copy for the whole program,
perhaps the one that an older CPU cannot run.

Usage: isa_symbols.py OPTIMISED FOLDER   (that of the static libraries of kernels/meson.build)"""
import glob
import os
import re
import subprocess
import sys

optimised = sys.argv[1] == "true"
libraries = sorted(glob.glob(os.path.join(sys.argv[2], "libkernels_*.a")))
if not optimised:
    print("unoptimised and sanitised builds keep inline functions out of line: skipped")
    sys.exit(77)

expected = re.compile(r"lanewise::kernels::\w+_table\(\)|lanewise::N_\w+::highway_table\(\)")
harmless = re.compile(r"DW\.ref\.")  # a reference to the personality routine, no code
faults = []
tables = []
for library in libraries:
    listing = subprocess.run(["nm", "--defined-only", "--demangle", library], check=True,
                             capture_output=True, text=True).stdout
    for line in listing.splitlines():
        match = re.match(r"[0-9a-f]* *([A-Za-z]) (.*)", line)
        if not match:
            continue
        kind, name = match.groups()
        if kind.islower() and kind not in "uvw":
            continue  # local
        if kind == "T" and expected.fullmatch(name):
            tables.append(name)
        elif not harmless.match(name):
            faults.append(f"{library}: {kind} {name}")
for fault in faults:
    print(fault)
print(f"{len(tables)} tables, {len(faults)} other symbols")
if not libraries or len(tables) < len(libraries):
    sys.exit("a library without its table: have the symbols been read?")
sys.exit(1 if faults else 0)
