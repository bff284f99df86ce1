"""The shared library has its soname and exports nothing outside namespace lanewise.

usage: exports.py LIBRARY SONAME
"""
import re
import sys

from tap import Failure, Report, run

OWN = re.compile(r"((typeinfo|typeinfo name|vtable|VTT|guard variable) for )?(\S+ )?lanewise::")


def soname_is(library, wanted):
    """Reads the dynamic section."""
    sonames = re.findall(r"SONAME\s+(\S+)", run("objdump", "-p", library))
    if sonames != [wanted]:
        raise Failure(f"soname {sonames}, not {wanted}")


def exports_only_own(library):
    """Reads the dynamic symbols."""
    lines = run("nm", "-D", "-C", "--defined-only", library).splitlines()
    names = [line.split(maxsplit=2)[2] for line in lines]
    if not any(name.startswith("lanewise::set_backend(") for name in names):
        raise Failure("lanewise::set_backend is not exported")
    foreign = [name for name in names if not OWN.match(name)]
    if foreign:
        raise Failure("\n".join(["exported:"] + foreign))


def main():
    library, soname = sys.argv[1:]
    report = Report()
    report.check("soname", soname_is, library, soname)
    report.check("exports are in namespace lanewise", exports_only_own, library)
    report.finish()


if __name__ == "__main__":
    main()
