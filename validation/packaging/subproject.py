"""A meson project that has Lanewise as a subproject, in another build type and linked statically.

usage: subproject.py SOURCE_ROOT SCRATCH_DIR CONSUMER_DIR
"""
import os
import shutil
import sys

from tap import Report, fresh_folder, run


def build_and_run(source, scratch, consumer):
    """The subproject is a link to the source tree. The SIMD backends take most of a build and are left out."""
    project = os.path.join(fresh_folder(scratch), "project")
    shutil.copytree(consumer, project)
    os.mkdir(os.path.join(project, "subprojects"))
    os.symlink(source, os.path.join(project, "subprojects", "lanewise"))
    build = os.path.join(scratch, "build")
    run("meson", "setup", build, project, "--wrap-mode=forcefallback", "-Dbuildtype=debug",
        "-Ddefault_library=static", "-Dlanewise:default_library=static", "-Dlanewise:program=disabled",
        "-Dlanewise:backends=[]")
    run("ninja", "-C", build, "consumer")
    run(os.path.join(build, "consumer"))


def main():
    report = Report()
    report.check("builds and runs", build_and_run, *sys.argv[1:])
    report.finish()


if __name__ == "__main__":
    main()
