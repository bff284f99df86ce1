"""What the tests of this folder share: a report in TAP, and commands that explain their failure."""
import os
import shutil
import subprocess
import sys


class Failure(Exception):
    """A check that does not hold; its text says why."""


def run(*command, **options):
    """Runs a command without input and returns what it prints; raises Failure unless it succeeds."""
    command = [str(word) for word in command]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, **options)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}\nexits with {done.returncode}\n{done.stdout}")
    return done.stdout


def ccache():
    """The compiler launcher as words of a command, none where it is not installed."""
    return ["ccache"] if shutil.which("ccache") else []


def fresh_folder(path):
    """An empty folder; its name does not change from run to run, so that ccache can help."""
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    return path


class Report:
    """Counts checks and prints them in TAP."""

    def __init__(self):
        self.count = 0
        self.failed = 0

    def check(self, name, body, *arguments):
        """One check: it fails where body(*arguments) raises Failure. Returns what body returns."""
        self.count += 1
        try:
            result = body(*arguments)
        except Failure as failure:
            self.failed += 1
            print(f"not ok {self.count} - {name}")
            lines = str(failure).splitlines()
            for line in lines if len(lines) <= 40 else lines[:2] + ["..."] + lines[-38:]:
                print(f"# {line[:300]}")
            return None
        print(f"ok {self.count} - {name}", flush=True)
        return result

    def finish(self):
        """Prints the plan and ends the program."""
        print(f"1..{self.count}")
        sys.exit(1 if self.failed else 0)
