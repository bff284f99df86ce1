"""Makes BUILD/include/lanewise with links to the source folders, so that the
spelling <lanewise/...> is the same in the tree, as a subproject and installed."""
import os
import sys

source, include = sys.argv[1:]
root = os.path.join(include, "lanewise")
os.makedirs(root, exist_ok=True)
links = {name: name for name in ("kernels", "physics", "units")}
links["lanewise.hpp"] = "physics/lanewise.hpp"
for name, target in links.items():
    path = os.path.join(root, name)
    wanted = os.path.join(source, target)
    if os.path.islink(path) and os.readlink(path) == wanted:
        continue
    if os.path.lexists(path):
        os.remove(path)
    os.symlink(wanted, path)
