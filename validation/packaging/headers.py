"""Each installed header must compile alone, from the installed prefix and without exceptions.

usage: headers.py BUILD_DIR SCRATCH_DIR PREFIX LIBDIR
"""
import os
import re
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor

from scratch_prefix import Prefix
from tap import Failure, Report, ccache, fresh_folder, run

UMBRELLA = "lanewise/lanewise.hpp"
# For those who pass Boost's own quantities; everybody else is spared the compile time.
NOT_IN_UMBRELLA = {"lanewise/units/boost_quantity.hpp"}
INTERNAL_LIBRARIES = r"/(CLI|fmt|hwy|libqhull_r|nlohmann|oneapi|tbb|xsimd)/|/tiny_obj_loader"
FLAGS = ["-std=c++20", "-fno-exceptions", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror",
         "-O0"]


def compile_alone(compiler, prefix, header, folder):
    """Compiles a file that includes the header twice; returns the files it read."""
    stem = os.path.join(folder, compiler + "_" + header.replace("/", "_"))
    with open(stem + ".cpp", "w", encoding="utf-8") as source:
        source.write(f"#include <{header}>\n" * 2)
    run(*ccache(), compiler, *FLAGS, "-I", prefix.include, "-MD", "-MF", stem + ".d", "-c", stem + ".cpp",
        "-o", stem + ".o")
    with open(stem + ".d", encoding="utf-8") as file:
        read = file.read().replace("\\\n", " ").split()[2:]
    # clang also lists what the standard library only asks for with __has_include.
    internal = [name for name in read if compiler == "g++" and re.search(INTERNAL_LIBRARIES, name)]
    if internal:
        raise Failure(f"<{header}> includes {internal[0]}")
    return {os.path.relpath(name, prefix.include) for name in read}


def umbrella_reaches_all(prefix, read):
    """The umbrella header must include every header but those that are kept out on purpose."""
    missing = set(prefix.headers()) - set(read or ()) - NOT_IN_UMBRELLA
    if missing:
        raise Failure(f"<{UMBRELLA}> does not include {sorted(missing)}")


def main():
    build, scratch, configured_prefix, libdir = sys.argv[1:]
    report = Report()
    prefix = report.check("installs", Prefix, build, scratch, configured_prefix, libdir)
    if prefix is None:
        report.finish()
    folder = fresh_folder(os.path.join(scratch, "headers"))
    compilers = [name for name in ("g++", "clang++") if shutil.which(name)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [(compiler, header, pool.submit(compile_alone, compiler, prefix, header, folder))
                for header in prefix.headers() for compiler in compilers]
        read = {header: report.check(f"<{header}> alone with {compiler}", job.result)
                for compiler, header, job in jobs}
    report.check("the umbrella header includes all", umbrella_reaches_all, prefix, read[UMBRELLA])
    report.finish()


if __name__ == "__main__":
    main()
