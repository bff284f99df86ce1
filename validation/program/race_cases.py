"""lanewise race: laps, edges, determinism, picture and path file."""
import math
import xml.etree.ElementTree as xml

from harness import Case, facts, main, number, rows, run


def circle(radius, points=120, half_width=1.1):
    """A centre line of known length and curvature, driven counter-clockwise."""
    lines = ["# x, y, right, left"]
    for i in range(points):
        angle = 2 * math.pi * i / points
        lines.append(f"{radius * math.cos(angle)}, {radius * math.sin(angle)}, "
                     f"{half_width}, {half_width}")
    return "\n".join(lines) + "\n"


def hash_of(text):
    return facts(text)["state hash"]


class Race(Case):
    def test_default_race_laps_without_leaving_the_track(self):
        found = facts(self.succeed("race", "--agents", 300, "--svg", self.path("a.svg")))
        self.assertEqual(number(found["off track"]), 0)
        # Everybody does at least two laps in the default number of steps.
        self.assertGreaterEqual(number(found["laps"]), 600)
        self.assertIn("300 agents with at least one", found["laps"])
        self.assertTrue(found["collisions"].startswith("0 of a body with an edge"))
        self.assertNotIn("lost", found)
        for name in ("best lap", "agent-steps/s", "micro-steps/s", "backend", "threads"):
            self.assertIn(name, found)

    def test_lap_time_on_a_circle(self):
        # At the speed sqrt(0.75 mu g R) a circle of radius R takes 2 pi sqrt(R / (0.75 mu g)); the
        # route is a circle somewhere between the track's edges.
        radius = 20.0
        track = self.path("circle.csv", circle(radius))
        found = facts(self.succeed("race", "--track", track, "--agents", 64, "--spread", 0,
                                   "--no-svg"))
        self.assertEqual(number(found["off track"]), 0)
        ideal = float(found["speed profile's lap"].split()[0])
        lap = [2 * math.pi * math.sqrt(r / (0.75 * 1.0489 * 9.81)) for r in (radius - 1.1, radius + 1.1)]
        self.assertLess(lap[0], ideal)
        self.assertLess(ideal, lap[1])
        best = float(found["best lap"].split()[0])
        self.assertLess(abs(best - ideal), 0.05 * ideal)

    def test_threads_and_company_change_no_bit(self):
        common = ("race", "--steps", 120, "--no-svg", "--ratio", 3, "--agents", 700)
        one = self.succeed(*common, "--threads", 1)
        two = self.succeed(*common, "--threads", 2)
        self.assertEqual(facts(one)["threads"], "1")
        self.assertEqual(facts(two)["threads"], "2")
        self.assertEqual(hash_of(one), hash_of(two))
        self.assertEqual(hash_of(one), hash_of(self.succeed(*common, "--threads", 5)))
        self.assertNotEqual(hash_of(one), hash_of(self.succeed(*common, "--seed", 2)))

    def test_backends_with_fused_fma_agree(self):
        fused = [line.split()[0] for line in self.succeed("info").splitlines()
                 if line.split()[2:4] == ["yes", "yes"] and ":" in line.split()[0]]
        hashes = {hash_of(self.succeed("race", "--agents", 70, "--steps", 60, "--no-svg",
                                       "--backend", backend)) for backend in fused}
        self.assertEqual(len(hashes), min(1, len(fused)))

    def test_models_and_precisions(self):
        hashes = set()
        for model in ("ks", "st", "st_smooth"):
            for precision in ("single", "double"):
                for integrator in ("euler", "rk4"):
                    text = self.succeed("race", "--agents", 64, "--steps", 100, "--no-svg",
                                        "--model", model, "--precision", precision,
                                        "--integrator", integrator)
                    self.assertEqual(number(facts(text)["off track"]), 0)
                    hashes.add(hash_of(text))
        self.assertEqual(len(hashes), 12)

    def test_contacts_are_counted_inside_a_race(self):
        # 24 cars on one small circle, at paces that differ by 8 %: some catch up with others.
        track = self.path("circle.csv", circle(8.0))
        options = ("race", "--track", track, "--agents", 48, "--steps", 600, "--no-svg")
        apart = facts(self.succeed(*options))
        together = facts(self.succeed(*options, "--collisions", "--cars-per-race", 24))
        self.assertIn("cars do not meet", apart["collisions"])
        edges, cars = together["collisions"].split(", ")
        self.assertGreater(number(cars), 0)
        self.assertIn("of its race of 24", cars)

    def test_picture_is_xml_with_coloured_paths(self):
        picture = self.path("race.svg")
        self.succeed("race", "--agents", 100, "--steps", 300, "--svg", picture)
        self.assertLess(picture.stat().st_size, 3_000_000)
        root = xml.parse(picture).getroot()
        name = "{http://www.w3.org/2000/svg}"
        self.assertEqual(root.tag, name + "svg")
        colours = {path.get("stroke") for path in root.iter(name + "path")} - {None}
        self.assertGreater(len(colours), 5)
        words = [text.text for text in root.iter(name + "text")]
        self.assertIn("100 cars on generated track", words)
        self.assertIn("speed [m/s]", words)
        self.assertIn("start", words)

    def test_track_names_are_escaped(self):
        track = self.path("a<b&c_centerline.csv", circle(20.0))
        picture = self.path("race.svg")
        self.succeed("race", "--track", track, "--agents", 1, "--steps", 20, "--svg", picture)
        texts = "".join(xml.parse(picture).getroot().itertext())
        self.assertIn("a<b&c", texts)

    def test_path_file(self):
        paths = self.path("paths.csv")
        self.succeed("race", "--agents", 10, "--steps", 40, "--samples", 5, "--no-svg",
                     "--csv", paths, "--timestep", 0.01, "--ratio", 5)
        found = rows(paths)
        self.assertEqual(list(found[0]), ["agent", "step", "time", "x", "y", "psi", "v", "delta",
                                          "psi_dot", "beta", "s", "ey", "lap"])
        # The start and every step, for agents 0, 2, 4, 6, 8.
        self.assertEqual(len(found), 5 * 41)
        self.assertEqual(sorted({int(row["agent"]) for row in found}), [0, 2, 4, 6, 8])
        for before, after in zip(found, found[1:]):
            if before["agent"] != after["agent"]:
                continue
            self.assertEqual(int(after["step"]), int(before["step"]) + 1)
            self.assertAlmostEqual(float(after["time"]), 0.05 * int(after["step"]), places=9)
            moved = math.dist([float(before[c]) for c in "xy"], [float(after[c]) for c in "xy"])
            self.assertLessEqual(moved, 0.05 * max(float(before["v"]), float(after["v"])) + 1e-3)

    def test_progress_only_where_wanted(self):
        options = ("race", "--agents", 2000, "--steps", 400, "--no-svg", "--threads", 1)
        self.succeed(*options)  # checks that stderr is empty
        done = run(*options, "--progress")
        self.assertEqual(done.returncode, 0)
        self.assertNotIn("\r", done.stdout)


if __name__ == "__main__":
    main()
