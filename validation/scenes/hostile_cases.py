"""What `lanewise run` says to bad files and options, and what it leaves behind."""
import json
import os
import random
import unittest

from harness import main, run
from scene_run import SCENES, SceneCase, scene

HEAD = '{"dt": 0.01, "ticks": 2, "bodies": ['
BALL = '{"name": "a", "shape": {"type": "sphere", "radius": 1}}'
GOOD = HEAD + BALL + "]}"


class Files(SceneCase):
    def refuse_content(self, content, says):
        path = self.path("scene.json")
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        output = self.path("out.csv")
        self.refuse("run", path, "--csv", output, says=["scene.json", *says])
        self.assertFalse(output.exists())

    def test_what_is_no_json(self):
        for content, says in (
                ("", [":1", "must be JSON", "unexpected end"]),
                (" \n\n ", [":3", "must be JSON"]),
                (GOOD[:-1], [":1", "unexpected end"]),
                (GOOD + "]", ["must be JSON"]),
                (GOOD.replace('"ticks": 2', '"ticks": 2,'), ["must be JSON"]),
                ("{\n\n\"dt\": x}", ["scene.json:3", "x", "invalid literal"]),
                (GOOD.replace("0.01", "NaN"), ["N"]), (GOOD.replace("0.01", "Infinity"), ["I"]),
                (GOOD.replace("0.01", "-Infinity"), ["-I"]), (GOOD.replace("0.01", "0x1"), ["x"]),
                (GOOD.replace("0.01", "01"), ["1"]), (GOOD.replace("0.01", "1."), ["1."]),
                (GOOD.replace("0.01", "1e999"), ["1e999", "number overflow"]),
                (GOOD.replace("0.01", "9" * 400), ["999...", "number overflow"]),
                ("// scene\n" + GOOD, [":1"]), ("'" + GOOD + "'", [":1"]),
                (GOOD.encode("utf-16"), [":1", "UTF-8"]),
                (GOOD.encode("utf-32"), [":1", "UTF-8"]),
                (GOOD.replace("name\": \"a", "name\": \"\xe4").encode("latin-1"), ["UTF-8"]),
                (GOOD.encode() + b"\n\0{", [":2", "UTF-8"]),
                (b"\xff\xfe", [":1"]), (b"\x7fELF\x02\x01\x01" + bytes(100), [":1"]),
                (GOOD.replace('"a"', '"a\x1b[2J"'), ["must be JSON"]),
                (GOOD.replace('"a"', r'"\ud800"'), ["must be JSON"])):
            self.refuse_content(content, says)

    def test_nesting(self):
        for opening in ("[", '{"a":', '{"bodies":[', '[{"a":'):
            for depth in (17, 100_000):
                self.refuse_content(opening * depth, ["too deep", "at most 16"])
        self.refuse_content(GOOD.replace("0.01", "[" * 15 + "]" * 15), ["dt", "number"])

    def test_keys_given_twice(self):
        for content, path in (
                (GOOD.replace('"ticks"', '"dt": 1, "ticks"'), "scene.json: dt"),
                (GOOD.replace('"a"', r'"a", "n\u0061me": "b"'), "scene.json: bodies[0].name"),
                (GOOD.replace("]}", ", 1, [0, {\"b\": 1, \"b\": 1}]]}"),
                 "scene.json: bodies[2][1].b"),
                (GOOD.replace('"dt"', '"materials": {"m": {}, "m": {}}, "dt"'),
                 "scene.json: materials.m")):
            self.refuse_content(content, [path + " ", "given twice"])

    def test_wrong_roots(self):
        for content in ("[]", "1", "null", '"scene"', "true", "[" + GOOD + "]"):
            self.refuse_content(content, ["must be an object"])
        self.refuse_content("{}", ["scene.json: dt = missing"])

    def test_large_numbers_and_lists(self):
        for content, says in (
                (HEAD[:-1] + "1e9}", ["bodies = 1000000000", "list"]),
                (HEAD + "0," * 300_000 + "0]}", ["bodies[0] = 0", "object"]),
                (GOOD.replace('"radius": 1', '"radius": 1e308'), ["bodies[0]"]),
                (GOOD.replace('"radius": 1', '"radius": 1e-320'), ["bodies[0]"]),
                (GOOD.replace("0.01", "5e-324"), ["dt", "normal number"]),
                (GOOD.replace('"ticks": 2', '"ticks": 1e300'), ["ticks", "whole number"]),
                (GOOD.replace('"ticks": 2', '"ticks": 0'), ["ticks = 0", "between 1"]),
                (GOOD.replace('"ticks": 2', '"ticks": -9223372036854775808'), ["ticks", "whole"]),
                (GOOD.replace('"ticks": 2', '"ticks": 18446744073709551616'), ["ticks", "whole"])):
            self.refuse_content(content, says)

    def test_long_and_wild_texts(self):
        long = "x" * 100_000
        for content, says in (
                (GOOD.replace('"a"', f'"{long}"'), ["bodies[0].name", "x...'"]),
                (GOOD.replace('"dt"', f'"{long}": 1, "dt"'), ["x... = 1: unknown key"]),
                (GOOD.replace('"dt"', r'"\u001b[2J\n": 1, "dt"'), ["?[2J? = 1: unknown key"]),
                (GOOD.replace('"a"', r'"\u0085"'), ["bodies[0].name"]),
                (GOOD.replace('"a"', r'"a\u0000b"'), ["bodies[0].name = 'a?b'"])):
            path = self.path("scene.json", content)
            done = run("run", path)
            self.assertEqual(done.returncode, 2)
            self.assertLess(len(done.stderr), 1000)
            self.refuse_content(content, says)

    def test_byte_order_mark_and_other_line_ends(self):
        text = GOOD.replace(", ", ",\r\n")
        self.path("scene.json").write_bytes(b"\xef\xbb\xbf" + text.encode())
        self.succeed("run", self.path("scene.json"))
        self.path("scene.json").write_bytes(text.replace("0.01", "o").encode())
        self.refuse("run", self.path("scene.json"), says=["scene.json:1"])

    def test_files_that_are_none(self):
        missing = self.folder / "none" / "scene.json"
        self.refuse("run", missing, says=[str(missing), "no such file"])
        self.refuse("run", self.folder, says=[str(self.folder), "regular"])
        if os.path.exists("/dev/zero"):
            self.refuse("run", "/dev/zero", says=["/dev/zero", "regular"])
        good = self.path("good.json", GOOD)
        for option in ("--csv", "--events", "--rays"):
            self.refuse("run", good, option, missing, says=[str(missing)])
            self.refuse("run", good, option, good, says=["good.json", "the scene's file"])
        self.refuse("run", good, "--csv", self.path("a"), "--events", self.path("a"),
                    says=["--events", "--csv"])
        self.assertEqual(good.read_text(encoding="utf-8"), GOOD)
        self.assertFalse(self.path("a").exists())

    def test_obj_files(self):
        def with_file(name):
            return HEAD + json.dumps({"name": "a", "shape": {"type": "obj", "file": name}}) + "]}"
        self.path("bad.obj", "v 0 0 0\nv 1 x 0\n")
        self.path("none.obj", "v 0 0 0\n")
        for name, says in (("lost.obj", ["bodies[0].shape.file = 'lost.obj'", "readable"]),
                           (".", ["bodies[0].shape.file"]), ("", ["bodies[0].shape.file"]),
                           ("a\0b", ["bodies[0].shape.file"]),
                           ("/dev/zero", ["bodies[0].shape.file"])):
            self.refuse_content(with_file(name), says)
        for name, says in (("bad.obj", ["bad.obj:2", "finite"]), ("none.obj", ["no face"])):
            self.refuse("run", self.path("scene.json", with_file(name)), says=says)
        # Found from the scene's folder, wherever the program runs.
        self.path("road.obj", (SCENES / "road.obj").read_text(encoding="utf-8"))
        self.succeed("run", self.path("scene.json", with_file("road.obj")))


class Meanings(SceneCase):
    """What only the program can refuse: names, unit rotations, what a body takes."""

    def refuse_change(self, name, change, says):
        document = scene(name)
        change(document)
        path = self.path("scene.json", json.dumps(document))
        self.refuse("run", path, says=["scene.json: " + says[0], *says[1:]])

    def test_names(self):
        for change, says in (
                (lambda s: s["bodies"][0].update(shape="bal"),
                 ["bodies[0].shape = 'bal'", "name of a shape", "'ball'"]),
                (lambda s: s["shapes"]["ball"].update(material="stel"),
                 ["shapes.ball.material = 'stel'", "'steel'"]),
                (lambda s: s["bodies"][1].update(name="light"), ["bodies[1].name = 'light'"]),
                (lambda s: s.update(forces=[{"body": "lihgt"}]), ["forces[0].body = 'lihgt'"]),
                (lambda s: s.update(impulses=[{"body": ""}]), ["impulses[0].body = ''"]),
                (lambda s: s.update(rays=[{"name": "r", "origin": [0, 0, 0],
                                           "direction": [1, 0, 0], "ignore": "x"}]),
                 ["rays[0].ignore = 'x'"])):
            self.refuse_change("elastic_balls", change, says)
        road = scene("road")
        road["shapes"]["road"].update(file=str(SCENES / "road.obj"), materials={"asphalt": "ice"})
        self.refuse("run", self.path("scene.json", json.dumps(road)),
                    says=["road.obj", "\"asphalt\"", "asphalt_01"])

    def test_values(self):
        for change, says in (
                (lambda b: b.update(quaternion=[0, 0, 0, 1.1]), ["quaternion", "norm of 1"]),
                (lambda b: b.update(inertia=[1, 1, 0]), ["inertia", "positive definite"]),
                (lambda b: b.update(inertia=[[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]),
                 ["inertia", "symmetric"]),
                (lambda b: b.update(kind="static"), ["linear_velocity", "static"]),
                (lambda b: b.update(mass=1e-310), ["mass"]),
                (lambda b: b.update(shape={"type": "mesh", "triangles": [[0, 1, 2]],
                                           "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]},
                                    kind="dynamic"), ["kind", "mesh"]),
                (lambda b: b.update(shape={"type": "mesh", "triangles": [[0, 1, 3]],
                                           "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}),
                 ["shape.triangles[0]", "3"]),
                (lambda b: b.update(shape={"type": "mesh", "triangles": [[0, 1, 2]],
                                           "triangle_materials": [1], "materials": ["steel"],
                                           "vertices": [[0, 0, 0], [1, 0, 0], [2, 0, 0]]}),
                 ["shape.triangles", "degenerate"]),
                (lambda b: b.update(shape={"type": "hull", "points": [[0, 0, 0], [1, 0, 0],
                                                                      [0, 1, 0], [1, 1, 0]]}),
                 ["shape.points", "plane"]),
                (lambda b: b.update(shape={"type": "capsule", "radius": 1e-200,
                                           "half_length": 0}), ["mass"])):
            self.refuse_change("elastic_balls", lambda s, c=change: c(s["bodies"][0]),
                               ["bodies[0]." + says[0], *says[1:]])

    def test_intervals(self):
        for key, bad, says in (
                ("ticks", [1, 1], "start of a tick"), ("ticks", [2, 1], "start of a tick"),
                ("ticks", [60, 70], "before the end"), ("times", [0.001, 0.002], "start of a tick"),
                ("times", [1, 2], "before the end"), ("times", [-1, 2], ">= 0"),
                ("times", [1e300, 1e301], "before the end")):
            self.refuse_change("free_fall",
                               lambda s, k=key, b=bad: s.update(forces=[{"body": "ball", k: b}]),
                               ["forces[0]." + key, says])
        for key, bad in (("tick", 60), ("time", 1), ("time", 1e300)):
            self.refuse_change("free_fall",
                               lambda s, k=key, b=bad: s.update(impulses=[{"body": "ball", k: b}]),
                               ["impulses[0]." + key, "before the end"])

    def test_times_are_ticks(self):
        # 0.07 / 0.01 is above 7 in binary64 and 0.29 / 0.01 below 29: both are starts of ticks.
        self.assertGreater(0.07 / 0.01, 7)
        self.assertLess(0.29 / 0.01, 29)
        document = scene("free_fall")
        document.update(dt=0.01, gravity=[0, 0, 0])
        document["forces"] = [{"body": "ball", "force": [1, 0, 0], "times": [0.07, 0.29]}]
        document["impulses"] = [{"body": "ball", "impulse": [0, 1, 0], "time": 0.075}]
        ball = self.run_scene(document).states["ball"]
        moving = [n for n in range(60) if ball[n + 1].velocity[0] != ball[n].velocity[0]]
        self.assertEqual(moving, list(range(7, 29)))
        self.assertEqual([state.velocity[1] for state in ball[7:10]], [0, 0, 1])


class Running(SceneCase):
    def test_ticks_option(self):
        run_once = self.run_scene("free_fall", "--ticks", 7)
        self.assertEqual(len(run_once.states["ball"]), 8)
        longer = self.run_scene("free_fall", "--ticks", 100)
        self.assertEqual(len(longer.states["ball"]), 101)
        for bad in ("0", "-1", "1.5", "x", "1000000001", "nan"):
            self.refuse("run", SCENES / "free_fall.json", "--ticks", bad, says=["--ticks"])
        self.refuse("run", says=["scene"])
        self.refuse("run", SCENES / "free_fall.json", "extra", says=["extra"])
        self.refuse("run", SCENES / "free_fall.json", "--backend", "abacus", says=["abacus"])

    def test_progress(self):
        arguments = ("run", SCENES / "resting.json", "--ticks", 100_000)
        done = run(*arguments, "--progress")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"\[=* *\] +\d+ %")
        self.assertNotIn("\r", done.stdout)
        self.assertEqual(self.succeed("run", SCENES / "resting.json", "--ticks", 20).count("\r"), 0)

    def test_same_bits_again_and_on_fused_backends(self):
        fused = ["auto"] + [line.split()[0] for line in self.succeed("info").splitlines()
                            if line.startswith(("scalar:fma", "xsimd:avx", "highway:avx"))
                            and line.split()[3] == "yes"]
        for name in ("resting", "torque", "road"):
            runs = [self.run_scene(name, "--backend", backend) for backend in fused + ["auto"]]
            for other in runs[1:]:
                self.assertEqual(other.facts["state hash"], runs[0].facts["state hash"])
                self.assertEqual(other.state_rows, runs[0].state_rows)

    def test_a_run_that_fails_leaves_what_was_there(self):
        document = scene("free_fall")
        document["bodies"][0].update(location=[1.7e308, 0, 0], linear_velocity=[1e308, 0, 0],
                                     collides=False)
        path = self.path("scene.json", json.dumps(document))
        output = self.path("out.csv", "before\n")
        self.refuse("run", path, "--csv", output, "--events", self.path("events.csv"),
                    says=["scene.json: tick ", "bodies[0]", "finite"])
        self.assertEqual(output.read_text(encoding="utf-8"), "before\n")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["out.csv", "scene.json"])
        self.succeed("run", SCENES / "free_fall.json", "--csv", output)
        self.assertEqual(len(output.read_text(encoding="utf-8").splitlines()), 62)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["out.csv", "scene.json"])

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs a full device")
    def test_output_that_cannot_be_written(self):
        done = run("run", SCENES / "free_fall.json", "--csv", "/dev/full")
        self.assertEqual(done.returncode, 2)
        self.assertIn("/dev/full", done.stderr)

    def test_an_empty_world_and_many_bodies(self):
        path = self.path("scene.json", HEAD + "]}")
        self.assertIn("state hash", self.succeed("run", path))
        many = {"dt": 0.01, "ticks": 2, "shapes": {"b": {"type": "sphere", "radius": 0.1}},
                "bodies": [{"name": f"b{i}", "shape": "b", "location": [i, 0, 0]}
                           for i in range(2000)]}
        text = self.run_scene(many).text
        self.assertIn("and 1 960 more", text)
        self.assertLess(len(text.splitlines()), 60)

    def test_changed_bytes(self):
        """Whatever a few bytes of a scene become: a run or a refusal, never anything else."""
        generator = random.Random(20)
        names = ("road", "torque", "rays", "bounce", "car_shifts", "cars_on_platforms")
        texts = [(SCENES / f"{name}.json").read_bytes() for name in names]
        self.path("road.obj", (SCENES / "road.obj").read_text(encoding="utf-8"))
        self.path("physics").mkdir()
        self.path("physics/plain_car.json",
                  (SCENES / "physics/plain_car.json").read_text(encoding="utf-8"))
        path = self.path("scene.json")
        for _ in range(180):
            content = bytearray(generator.choice(texts))
            for _ in range(generator.choice((1, 1, 2, 5))):
                at = generator.randrange(len(content))
                kind = generator.randrange(4)
                if kind == 0:
                    content[at] = generator.randrange(256)
                elif kind == 1:
                    del content[at:at + generator.choice((1, 1, 5, 40))]
                elif kind == 2:
                    content[at:at] = generator.choice((b"-", b"9", b"e9", b"[", b'"', b"null", b","))
                else:
                    other = generator.choice(texts)
                    begin = generator.randrange(len(other))
                    content[at:at] = other[begin:begin + 30]
            path.write_bytes(content)
            done = run("run", path, "--ticks", 2)
            self.assertIn(done.returncode, (0, 2), (content, done.stderr))
            if done.returncode == 2:
                self.assertRegex(done.stderr, r"\Alanewise: [^\n]+\n\Z")


if __name__ == "__main__":
    main()
