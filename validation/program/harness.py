"""What the cases of the program share: running it, reading what it prints and writes."""
import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
SINGLE_TRACK_DATA = pathlib.Path(sys.argv[2])


def run(*arguments, environment=None):
    """Runs the program and gives the finished process, with text in stdout and stderr."""
    whole = {**os.environ, **(environment or {})}
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True,
                          timeout=100, env=whole, check=False)


def facts(text):
    """The name and value of each line of a fact list: at least two spaces lie between them."""
    found = {}
    for line in text.splitlines():
        name, gap, value = line.partition("  ")
        if gap:
            found[name.strip()] = value.strip()
    return found


def number(text):
    """The number that a text starts with, groups of three digits joined: '12 345 agents'."""
    digits = ""
    for word in text.split():
        plain = word.rstrip(",")
        if not plain.isdigit() or (digits and len(plain) != 3):
            break
        digits += plain
        if plain != word:
            break
    return int(digits)


def rows(path):
    with open(path, newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


class Case(unittest.TestCase):
    """A case with a folder of its own for files."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def path(self, name, text=None):
        path = self.folder / name
        if text is not None:
            path.write_text(text, encoding="utf-8")
        return path

    def succeed(self, *arguments, **options):
        done = run(*arguments, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def refuse(self, *arguments, says, **options):
        """Exit code 2 and one line on stderr that holds each text of `says`, nothing on stdout."""
        done = run(*arguments, **options)
        self.assertEqual(done.returncode, 2, (arguments, done.stdout, done.stderr))
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"\Alanewise: [^\n]+\n\Z")
        for text in says:
            self.assertIn(text, done.stderr, arguments)


def main():
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
