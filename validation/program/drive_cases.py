"""lanewise drive: the generated course, other roads, determinism, picture and telemetry file."""
import csv
import json
import math
import xml.etree.ElementTree as xml

from harness import Case, facts, main, run

KINDS = ("sedan", "suv", "van", "light_truck", "bus", "three_wheeler")


def table(text):
    """The lines of the vehicles' table by kind."""
    lines = [line.split() for line in text.splitlines()]
    return {line[0]: line[1:] for line in lines
            if len(line) == 10 and line[1].isdigit() and "%" not in line}


def plane(half, cells=8):
    """A level square as OBJ, front up."""
    step = 2 * half / cells
    lines = [f"v {-half + step * i} {-half + step * j} 0"
             for j in range(cells + 1) for i in range(cells + 1)]
    for j in range(cells):
        for i in range(cells):
            a = j * (cells + 1) + i + 1
            lines.append(f"f {a} {a + 1} {a + cells + 2} {a + cells + 1}")
    return "\n".join(lines) + "\n"


class Drive(Case):
    def test_everybody_stays_on_the_generated_course(self):
        text = self.succeed("drive", "--vehicles", 12, "--worlds", 2, "--seconds", 40,
                            "--svg", self.path("a.svg"), "--csv", self.path("a.csv"))
        found = table(text)
        self.assertEqual(set(found), set(KINDS))
        for number, mean, top, distance, laps, off_road, upset, slip, load in found.values():
            self.assertEqual((number, off_road, upset), ("4", "0", "0"))
            self.assertGreater(float(mean), 15.0)
            self.assertLess(float(top), 100.0)
            self.assertLess(float(slip), 45.0)
        picture = xml.parse(self.folder / "a.svg").getroot()
        self.assertTrue(picture.tag.endswith("svg"))
        with open(self.folder / "a.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual({row["kind"] for row in rows}, set(KINDS))
        wheels = {}
        for row in rows:
            wheels.setdefault((row["vehicle"], row["time"]), []).append(row)
            for name in ("x", "speed", "load", "lat_slip", "omega"):
                self.assertTrue(math.isfinite(float(row[name])))
        # Loads of a vehicle's wheels come to about its weight, on average over its drive.
        loads = [sum(float(w["load"]) for w in group) for (v, _), group in wheels.items() if v == "0"]
        self.assertAlmostEqual(sum(loads) / len(loads) / (1525 * 9.8), 1.0, delta=0.05)

    def test_threads_worlds_and_backends_change_no_bit(self):
        common = ("drive", "--vehicles", 7, "--seconds", 5, "--no-svg")
        one = facts(self.succeed(*common, "--worlds", 3, "--threads", 1))["state hash"]
        self.assertEqual(one, facts(self.succeed(*common, "--worlds", 3, "--threads", 3))["state hash"])
        self.assertNotEqual(one, facts(self.succeed(*common, "--worlds", 3, "--seed", 2))["state hash"])
        fused = [line.split()[0] for line in self.succeed("info").splitlines() if " yes " in line]
        for backend in ("scalar:fma", "xsimd:avx2", "highway:avx2"):
            if backend in " ".join(fused):
                self.assertEqual(one, facts(self.succeed(*common, "--worlds", 3, "--backend",
                                                         backend))["state hash"])

    def test_own_road_and_set_up(self):
        road = self.path("road.obj", plane(60))
        text = self.succeed("drive", "--road", road, "--vehicles", 3, "--worlds", 1, "--kind", "sedan",
                            "--seconds", 20, "--no-svg")
        self.assertEqual(table(text)["sedan"][5:7], ["0", "0"])
        # A circle of 0.3 times the road's width.
        self.assertAlmostEqual(float(facts(text)["course"].split(", ")[1].split()[0]),
                               2 * math.pi * 36, delta=2)
        wheels = [{"offset": [x, y, 30], "affected_by_steering": x > 0, "max_steer_angle": 40}
                  for x in (140, -140) for y in (-80, 80)]
        physics = self.path("own.json", json.dumps({"mass": 1200, "wheels": wheels}))
        text = self.succeed("drive", "--road", road, "--physics", physics, "--vehicles", 2,
                            "--worlds", 1, "--seconds", 10, "--no-svg")
        self.assertEqual(table(text)["own"][5:7], ["0", "0"])

    def test_refusals(self):
        for arguments, says in (
                (["drive", "--vehicles", "0"], ["--vehicles"]),
                (["drive", "--seconds", "nan"], ["--seconds"]),
                (["drive", "--timestep", "0"], ["--timestep"]),
                (["drive", "--kind", "tractor"], ["tractor", "sedan"]),
                (["drive", "--road", "none.obj"], ["none.obj"]),
                (["drive", "--course", "none.csv"], ["none.csv"]),
                (["drive", "--physics", "none.json"], ["none.json"]),
                (["drive", "--backend", "abacus"], ["abacus"])):
            self.refuse(*arguments, says=says)
        small = self.path("small.obj", plane(5))
        self.refuse("drive", "--road", small, says=["small", "room"])
        bad = self.path("bad.json", '{"wheels": [{"wheel_radius": -3}]}')
        self.refuse("drive", "--physics", bad, says=["wheels[0].wheel_radius"])
        face_down = self.path("down.obj", "v -60 -60 0\nv 60 -60 0\nv 60 60 0\nv -60 60 0\nf 4 3 2 1\n")
        self.refuse("drive", "--road", face_down, says=["ground", "front up"])
        self.assertEqual(run("drive", "--help").returncode, 0)


if __name__ == "__main__":
    main()
