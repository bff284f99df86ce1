"""What the cases of scenes share: running a scene, and its states by body and tick."""
import json
import math
import pathlib

from harness import Case, facts, rows

SCENES = pathlib.Path(__file__).parent


def scene(name):
    """A kept scene, to be changed and run."""
    return json.loads((SCENES / f"{name}.json").read_text(encoding="utf-8"))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def turned(q, v):
    """v turned by the rotation q = (x, y, z, w)."""
    t = [2 * c for c in cross(q[:3], v)]
    return [v[i] + q[3] * t[i] + cross(q[:3], t)[i] for i in range(3)]


class State:
    """A body after a tick."""

    def __init__(self, row):
        def numbers(*names):
            return [float(row[name]) for name in names]
        self.time = float(row["time"])
        self.location = numbers("x", "y", "z")
        self.rotation = numbers("qx", "qy", "qz", "qw")
        self.velocity = numbers("vx", "vy", "vz")
        self.spin = numbers("wx", "wy", "wz")

    @property
    def speed(self):
        return math.hypot(*self.velocity)


class Wheel:
    """A line of telemetry: `wheel["omega"]` is a number, and a text where it is none."""

    def __init__(self, row):
        self.row = row

    def __getitem__(self, name):
        value = self.row[name]
        try:
            return float(value)
        except ValueError:
            return value


class Run:
    """What a run printed and wrote: `states[body][tick]`, `wheels[vehicle][tick][wheel]` without
    one of tick 0, `events`, `rays` and `facts`."""

    def __init__(self, text, folder):
        self.text = text
        self.facts = facts(text)
        self.state_rows = rows(folder / "states.csv")
        self.states = {}
        for i, row in enumerate(self.state_rows):
            ticks = self.states.setdefault(row["body"], [])
            assert int(row["tick"]) == len(ticks), i
            ticks.append(State(row))
        self.events = rows(folder / "events.csv")
        self.rays = rows(folder / "rays.csv")
        self.telemetry_rows = rows(folder / "telemetry.csv")
        self.wheels = {}
        for i, row in enumerate(self.telemetry_rows):
            ticks = self.wheels.setdefault(row["vehicle"], [None])
            if row["wheel"] == "0":
                assert int(row["tick"]) == len(ticks), i
                ticks.append([])
            assert int(row["wheel"]) == len(ticks[-1]), i
            ticks[-1].append(Wheel(row))

    def number(self, fact):
        return float(self.facts[fact].split()[0])


class SceneCase(Case):
    def run_scene(self, what, *options):
        """Runs a kept scene by name, or one given as a dictionary."""
        path = SCENES / f"{what}.json"
        if not isinstance(what, str):
            path = self.path("scene.json", json.dumps(what))
        text = self.succeed("run", path, "--csv", self.path("states.csv"),
                            "--events", self.path("events.csv"),
                            "--rays", self.path("rays.csv"),
                            "--telemetry", self.path("telemetry.csv"), *options)
        return Run(text, self.folder)

    def assert_close(self, got, wanted, tolerance):
        got, wanted = list(got), list(wanted)
        self.assertEqual(len(got), len(wanted))
        for i, (g, w) in enumerate(zip(got, wanted)):
            self.assertLessEqual(abs(g - w), tolerance, (i, got, wanted))
