"""Proves with the compiler that each case of a .cases file is refused, and reports in TAP.

Every case is a function body of its own. All twins are compiled together and must give no error;
all cases are compiled together and must give an error on each refused line and on no other.

usage: must_not_compile.py PRELUDE CASES INCLUDE_DIR COMPILER [ARGUMENT ...]
"""
import os
import re
import subprocess
import sys

CASE = "// case: "
TWIN_ONLY = "// compiles"
CASE_ONLY = "// refused"


def read_cases(text):
    """A list of (name, [(line number, line), ...])."""
    cases = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(CASE):
            cases.append((line[len(CASE):], []))
        elif cases and line:
            cases[-1][1].append((number, line))
    return cases


def source_of(prelude, cases, dropped):
    parts = [f'#include "{os.path.abspath(prelude)}"\n']
    for index, (_, lines) in enumerate(cases):
        parts.append(f"void case_{index}() {{\n")
        parts += [f'#line {number} "case"\n{line}\n' for number, line in lines
                  if not line.endswith(dropped)]
        parts.append("}\n")
    return "".join(parts)


def compile_errors(command, source):
    """Whether it compiled, the lines of the cases that have errors, and the compiler's text."""
    run = subprocess.run(command, input=source, capture_output=True, text=True,
                         env={**os.environ, "LC_ALL": "C"}, check=False)
    errors = re.findall(r"^(\S+?):(\d+):(?:\d+:)? (?:fatal )?error:", run.stderr, re.MULTILINE)
    elsewhere = [place for place in errors if place[0] != "case"]
    if elsewhere or (run.returncode != 0 and not errors):
        sys.exit("Bail out! errors outside the cases\n" + run.stderr)
    return run.returncode == 0, {int(line) for _, line in errors}, run.stderr


def judge(command, prelude, cases):
    """For each case an empty text if it holds, else what is wrong with it."""
    twins_compile, twin_errors, twin_text = compile_errors(
        command, source_of(prelude, cases, CASE_ONLY))
    _, case_errors, case_text = compile_errors(command, source_of(prelude, cases, TWIN_ONLY))
    verdicts = []
    for _, lines in cases:
        numbers = {number for number, _ in lines}
        refused = {number for number, line in lines if line.endswith(CASE_ONLY)}
        twins = {number for number, line in lines if line.endswith(TWIN_ONLY)}
        errors = case_errors & numbers
        if len(refused) != 1 or len(twins) != 1:
            verdicts.append("not one line `// compiles` and one line `// refused`")
        elif twin_errors & numbers:
            verdicts.append(f"the twin does not compile\n{twin_text}")
        elif not errors:
            verdicts.append("the refused line compiles")
        elif errors != refused:
            verdicts.append(f"errors on lines {sorted(errors)}, not {sorted(refused)}\n{case_text}")
        else:
            verdicts.append("")
    assert twins_compile or twin_errors
    return verdicts


# The harness must see through these.
SELF_TEST = """
// case: a refused line that compiles
int good = 1; (void)good;  // compiles
int bad = 1; (void)bad;  // refused
// case: a twin that does not compile
int good = nothing;  // compiles
int bad = nothing;  // refused
// case: an error on another line
int a = 1;  // compiles
char a[1] = {};  // refused
int b = a; (void)b;
// case: a case without a twin
int bad = nothing;  // refused
"""
SELF_TEST_VERDICTS = ["the refused line compiles", "the twin does not compile", "errors on lines",
                      "not one line"]


def main():
    prelude, path, include, *compiler = sys.argv[1:]
    if os.path.basename(compiler[0]) == "ccache":
        compiler = compiler[1:]
    version = subprocess.run(compiler + ["--version"], capture_output=True, text=True, check=True)
    all_errors = "-ferror-limit=0" if "clang" in version.stdout else "-fmax-errors=0"
    command = compiler + ["-std=c++20", all_errors, "-I", include, "-fsyntax-only", "-x", "c++", "-"]

    self_test = read_cases(SELF_TEST)
    seen = judge(command, os.devnull, self_test)
    results = [(f"the harness notices {name}", "" if verdict.startswith(wanted) else "it does not")
               for (name, _), verdict, wanted in zip(self_test, seen, SELF_TEST_VERDICTS)]
    with open(path, encoding="utf-8") as file:
        cases = read_cases(file.read())
    results += zip([name for name, _ in cases], judge(command, prelude, cases))

    print(f"1..{len(results)}")
    for number, (name, verdict) in enumerate(results, 1):
        print(f"{'not ok' if verdict else 'ok'} {number} - {name}")
        for line in verdict.splitlines()[:20]:
            print(f"# {line[:300]}")
    return 1 if any(verdict for _, verdict in results) else 0


if __name__ == "__main__":
    sys.exit(main())
