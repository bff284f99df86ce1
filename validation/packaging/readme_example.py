"""The first C++ block of the README is a whole program: it must compile and exit with 0.

usage: readme_example.py README SCRATCH_DIR INCLUDE_DIR LIBRARY COMPILER [ARGUMENT ...]
"""
import os
import re
import sys

from tap import Failure, Report, fresh_folder, run


def build_and_run(readme, scratch, include, library, *compiler):
    """Runs it in the scratch folder, where it may write files."""
    if not os.path.exists(readme):
        raise Failure(f"{os.path.basename(readme)} is missing")
    with open(readme, encoding="utf-8") as file:
        block = re.search(r"^```cpp\n(.*?)^```", file.read(), re.MULTILINE | re.DOTALL)
    if block is None:
        raise Failure("no block ```cpp")
    program = os.path.join(fresh_folder(scratch), "example")
    with open(program + ".cpp", "w", encoding="utf-8") as file:
        file.write(block[1])
    folder = os.path.dirname(os.path.abspath(library))
    run(*compiler, "-std=c++20", "-O1", "-Wall", "-Wextra", "-I", include, program + ".cpp", library,
        "-Wl,-rpath," + folder, "-o", program)
    run(program, cwd=scratch)


def main():
    report = Report()
    report.check("first example of the README", build_and_run, *sys.argv[1:])
    report.finish()


if __name__ == "__main__":
    main()
