"""Prints how many cases passed and how many failed, from the log that `meson test` leaves, and to the
error stream which tests failed and what they printed last.

A program with cases of its own (Catch2, TAP) counts as many as it reports, any other test as one. A
test that meson calls failed has at least one failure, whatever it printed before it died.

usage: count_results.py TESTLOG.json
"""
import json
import re
import sys

GOOD = ("OK", "EXPECTEDFAIL")
NOT_RUN = ("SKIP",)


def cases_of(printed):
    """(passed, failed) as the program itself reports them, or None if it reports nothing."""
    if re.search(r"^1\.\.\d+", printed, re.MULTILINE):
        verdicts = re.findall(r"^(not ok|ok)\b(.*)$", printed, re.MULTILINE)
        ran = [verdict for verdict, rest in verdicts if not re.search(r"#\s*skip", rest, re.IGNORECASE)]
        return ran.count("ok"), ran.count("not ok")
    catch = re.search(r"^All tests passed \(.* in (\d+) test cases?\)", printed, re.MULTILINE)
    if catch:
        return int(catch[1]), 0
    catch = re.search(r"^test cases: (.*)$", printed, re.MULTILINE)
    if catch:
        counts = {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed)\b", catch[1])}
        return counts.get("passed", 0), counts.get("failed", 0)
    if re.search(r"^No tests ran", printed, re.MULTILINE):
        return 0, 0
    return None


def count(test):
    """(passed, failed) of one line of the log."""
    if test["result"] in NOT_RUN:
        return 0, 0
    good = test["result"] in GOOD
    passed, failed = cases_of(test.get("stdout") or "") or (int(good), int(not good))
    return passed, failed if good else max(failed, 1)


def last_words(test, most=25):
    """Failed cases of a TAP program, or the end of what the test printed."""
    printed = (test.get("stdout") or "") + (test.get("stderr") or "")
    lines = printed.splitlines()
    return re.findall(r"^not ok.*$", printed, re.MULTILINE)[:most] + lines[-most:]


def main():
    with open(sys.argv[1], encoding="utf-8") as log:
        tests = [json.loads(line) for line in log]
    counts = [count(test) for test in tests]
    for test, (_, failed) in zip(tests, counts):
        if failed:
            print(f"failed: {test['name']} ({test['result']}, {failed})", file=sys.stderr)
            print("\n".join(f"    {line}" for line in last_words(test)), file=sys.stderr)
    print(sum(passed for passed, _ in counts), sum(failed for _, failed in counts))


if __name__ == "__main__":
    main()
