"""lanewise info, compare and --help, and what the program says to bad options and files."""
import os
import re
import subprocess
import unittest

from harness import Case, PROGRAM, facts, main, run


class Info(Case):
    def test_tells_what_there_is(self):
        text = self.succeed("info")
        found = facts(text)
        for name in ("version", "CPU", "threads", "backend", "why", "override"):
            self.assertTrue(found[name])
        targets = re.findall(r"^(\w+:\w+)", text, re.M)
        self.assertIn("scalar:baseline", targets)
        self.assertIn(found["backend"], targets)
        # One is marked as chosen, the one above.
        chosen = [line for line in text.splitlines() if line.endswith("*")]
        self.assertEqual(len(chosen), 1)
        self.assertTrue(chosen[0].startswith(found["backend"]))

    def test_environment_overrides(self):
        found = facts(self.succeed("info", environment={"LANEWISE_BACKEND": "scalar:baseline"}))
        self.assertEqual(found["backend"], "scalar:baseline")
        self.assertIn("LANEWISE_BACKEND=scalar:baseline", found["why"])
        self.refuse("info", environment={"LANEWISE_BACKEND": "abacus"}, says=["abacus", "scalar"])


class Compare(Case):
    def test_every_kernel_on_every_backend(self):
        text = self.succeed("compare", "--seconds", 0)
        supported = [line.split()[0] for line in self.succeed("info").splitlines()
                     if re.match(r"\w+:\w+ ", line) and line.split()[3] == "yes"]
        lines = [line.split() for line in text.splitlines()]
        for kernel in ("ks", "st", "st_smooth", "sincos", "tan", "atan", "exp", "wrap_angle"):
            for precision in ("single", "double"):
                mine = [line for line in lines if line[:2] == [kernel, precision]]
                self.assertEqual([line[2] for line in mine], supported)
                for line in mine:
                    self.assertGreater(float(line[3]), 0.0)
                    self.assertNotEqual(line[-1], "NO")
        self.assertIn("GFLOP/s", text)

    def test_one_kernel(self):
        text = self.succeed("compare", "--kernel", "exp", "--seconds", 0)
        self.assertNotIn("sincos", text)
        self.refuse_after_start("compare", "--kernel", "sin")

    def refuse_after_start(self, *arguments):
        done = run(*arguments)
        self.assertEqual(done.returncode, 2)
        self.assertIn("sincos", done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)


class Help(Case):
    def test_help(self):
        for arguments in ((), ("--help",), ("-h",)):
            text = self.succeed(*arguments)
            for command in ("drive", "race", "run", "compare", "integrate", "info"):
                self.assertRegex(text, rf"(?m)^ +{command} ")
        for option in ("--track", "--agents", "--model", "--integrator", "--steps", "--backend",
                       "--threads", "--svg", "--csv"):
            self.assertIn(option, self.succeed("race", "--help"))
        for option in ("--micro-steps", "--precision", "--output"):
            self.assertIn(option, self.succeed("integrate", "--help"))

    def test_version(self):
        self.assertRegex(self.succeed("--version"), r"\Alanewise \d+\.\d+\.\d+\n\Z")


class Refusals(Case):
    def test_bad_options(self):
        for arguments, says in (
                (["drift"], ["drift"]),
                (["--fast"], ["--fast"]),
                (["race", "--agents", "0"], ["--agents", "0"]),
                (["race", "--agents", "many"], ["--agents", "many"]),
                (["race", "--agents", "-3"], ["--agents", "-3"]),
                (["race", "--agents", "99999999999"], ["--agents"]),
                (["race", "--agents"], ["--agents"]),
                (["race", "--model", "mb"], ["--model", "mb", "st_smooth"]),
                (["race", "--integrator", "heun"], ["--integrator", "heun", "rk4"]),
                (["race", "--precision", "half"], ["--precision", "half"]),
                (["race", "--steps", "0"], ["--steps"]),
                (["race", "--threads", "0"], ["--threads"]),
                (["race", "--ratio", "0"], ["--ratio"]),
                (["race", "--timestep", "nan"], ["--timestep"]),
                (["race", "--timestep", "-0.01"], ["--timestep"]),
                (["race", "--spread", "3"], ["--spread"]),
                (["race", "--samples", "0"], ["--samples"]),
                (["race", "--car", "tractor"], ["tractor", "f1tenth"]),
                (["race", "--backend", "abacus"], ["abacus", "scalar"]),
                (["race", "--no-svg", "--svg", "a.svg"], ["--svg"]),
                (["race", "extra"], ["extra"]),
                (["compare", "--seconds", "-1"], ["--seconds"]),
                (["integrate"], ["input"]),
                (["integrate", "a.csv"], ["--output"]),
                (["integrate", "a.csv", "--output", "b.csv", "--micro-steps", "1,x"], ["x"]),
                (["integrate", "a.csv", "--output", "b.csv", "--micro-steps", "0"], ["0"])):
            self.refuse(*arguments, says=says)

    def test_bad_files(self):
        missing = self.folder / "none" / "file"
        good = "0,0,1,1\n10,0,1,1\n10,10,1,1\n"
        track = self.path("track.csv", good)
        for arguments, says in (
                (["race", "--track", missing], [str(missing), "no such file"]),
                (["race", "--track", self.folder], [str(self.folder)]),
                (["race", "--track", self.path("a.csv", "")], ["a.csv"]),
                (["race", "--track", self.path("b.csv", good + "1,2,3\n")], ["b.csv:4"]),
                (["race", "--track", self.path("c.csv", good + "1,2,x,4\n")], ["c.csv:4", "'x'"]),
                (["race", "--track", track, "--half-width", "-1", "--steps", 1], ["half_width"]),
                (["race", "--agents", 1, "--svg", missing], [str(missing)]),
                (["race", "--agents", 1, "--no-svg", "--csv", missing], [str(missing)]),
                (["integrate", missing, "--output", self.path("o.csv")], [str(missing)]),
                (["integrate", self.folder, "--output", self.path("o.csv")], [str(self.folder)])):
            self.refuse(*arguments, says=says)

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs a full device")
    def test_output_that_cannot_be_written(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([PROGRAM, "info"], stdout=full, stderr=subprocess.PIPE,
                                  text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("standard output", done.stderr)
        done = run("race", "--agents", 1, "--steps", 10, "--svg", "/dev/full")
        self.assertEqual(done.returncode, 2)
        self.assertIn("/dev/full", done.stderr)


if __name__ == "__main__":
    main()
