"""Builds and runs a user's program against the installed and moved library, through pkg-config and
through CMake, shared and static, with flags the library was not built with.

usage: consumers.py BUILD_DIR SCRATCH_DIR PREFIX LIBDIR VERSION CONSUMER_DIR COMPILER [ARGUMENT ...]
"""
import os
import shutil
import sys

from scratch_prefix import Prefix
from tap import Failure, Report, ccache, fresh_folder, run

FLAG_SETS = [
    ["-std=c++20", "-O0", "-D_GLIBCXX_ASSERTIONS"],
    ["-std=c++20", "-O3", "-DNDEBUG", "-mavx512f"],
    ["-std=c++20", "-O2", "-fno-exceptions", "-fno-rtti"],
    ["-std=c++2b", "-O1"],
]


def can_run(flags):
    """Whether this CPU has the instructions that the flags allow."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return "-mavx512f" not in flags or " avx512f" in file.read()


class Consumers:
    """Builds the program in many ways; every copy must print the same."""

    def __init__(self, prefix, sources, scratch, version):
        self.prefix = prefix
        self.sources = sources
        self.scratch = scratch
        self.version = version
        self.printed = None
        self.environment = {**os.environ,
                            "PKG_CONFIG_PATH": os.path.join(prefix.lib, "pkgconfig"),
                            "CMAKE_PREFIX_PATH": prefix.root}

    def run_program(self, program, **variables):
        """Runs one copy and compares what it prints with what the first one printed."""
        printed = run(program, env={**os.environ, **variables})
        if self.printed is None:
            self.printed = printed
        if printed != self.printed:
            raise Failure(f"prints\n{printed}instead of\n{self.printed}")

    def pkg_config(self, *arguments):
        return run("pkg-config", *arguments, "lanewise", env=self.environment).split()

    def by_pkg_config(self, compiler, flags, linkage):
        """linkage: `shared`, `static`, or `whole`, which is static with every object of the archive."""
        stem = os.path.join(self.scratch, f"pkg_config_{linkage}")
        run(*compiler, *flags, *self.pkg_config("--cflags"), "-c",
            os.path.join(self.sources, "main.cpp"), "-o", stem + ".o", env=self.environment)
        if linkage == "shared":
            libraries = self.pkg_config("--libs")
        else:
            # There is no flag for "static, but the C library shared" other than naming the archive.
            archive = {"static": ["-l:liblanewise.a"],
                       "whole": ["-Wl,--whole-archive", "-l:liblanewise.a", "-Wl,--no-whole-archive"]}
            libraries = [word for given in self.pkg_config("--static", "--libs")
                         for word in (archive[linkage] if given == "-llanewise" else [given])]
        run(*compiler, stem + ".o", *libraries, "-o", stem, env=self.environment)
        if can_run(flags):
            self.run_program(stem, LD_LIBRARY_PATH=self.prefix.lib if linkage == "shared" else "")

    def by_cmake(self, compiler, flags, build_type):
        """The three programs of CMakeLists.txt."""
        build = fresh_folder(os.path.join(self.scratch, "cmake_" + build_type))
        launcher = [f"-DCMAKE_CXX_COMPILER_LAUNCHER={word}" for word in ccache()]
        run("cmake", "-G", "Ninja", "-S", self.sources, "-B", build, *launcher,
            f"-DCMAKE_CXX_COMPILER={compiler[-1]}", f"-DCMAKE_CXX_FLAGS={' '.join(flags)}",
            f"-DCMAKE_BUILD_TYPE={build_type}", f"-DLANEWISE_VERSION={self.version}",
            env=self.environment)
        run("cmake", "--build", build)
        if can_run(flags):
            for linkage in ("shared", "static", "whole"):
                self.run_program(os.path.join(build, "consumer_" + linkage))


def main():
    build, scratch, configured_prefix, libdir, version, sources, *compiler = sys.argv[1:]
    report = Report()
    prefix = report.check("installs", Prefix, build, scratch, configured_prefix, libdir)
    if prefix is None:
        report.finish()
    consumers = Consumers(prefix, sources, scratch, version)
    for flags in FLAG_SETS:
        for linkage in ("shared", "static"):
            report.check(f"pkg-config, {linkage}, {' '.join(flags)}", consumers.by_pkg_config,
                         compiler, flags, linkage)
    report.check("pkg-config, whole archive", consumers.by_pkg_config, compiler, FLAG_SETS[0], "whole")
    for name in filter(shutil.which, ("g++", "clang++")):
        report.check(f"pkg-config, shared, {name}", consumers.by_pkg_config, ccache() + [name],
                     FLAG_SETS[0], "shared")
    report.check("CMake, Debug", consumers.by_cmake, compiler, FLAG_SETS[0], "Debug")
    report.check("CMake, Release", consumers.by_cmake, compiler,
                 ["-std=c++2b", "-fno-exceptions", "-mavx512f"], "Release")
    report.finish()


if __name__ == "__main__":
    main()
