"""What `lanewise run` says to bad vehicles, before it writes a file."""
import copy
import json
import os

from harness import main
from scene_run import SCENES, SceneCase, scene

WHEEL = {"offset": [140, -80, 30]}


class Vehicles(SceneCase):
    def refuse_vehicle(self, change, says, *, opening="scene.json: vehicles[0]"):
        document = scene("car_rests")
        vehicle = document["vehicles"][0]
        vehicle["physics"] = json.loads((SCENES / "physics/car.json").read_text(encoding="utf-8"))
        change(vehicle)
        path = self.path("scene.json", json.dumps(document))
        outputs = [self.path(name) for name in ("states.csv", "telemetry.csv")]
        self.refuse("run", path, "--csv", outputs[0], "--telemetry", outputs[1],
                    says=[opening + says[0], *says[1:]])
        self.assertFalse(any(output.exists() for output in outputs))

    def test_names(self):
        for name in ("ground", "a,b", "", " a", "#a", "x" * 65):
            self.refuse_vehicle(lambda v, n=name: v.update(name=n), [".name = "])
        self.refuse_vehicle(lambda v: v.pop("name"), [".name = missing"])
        document = scene("cars_on_platforms")
        document["vehicles"][1]["name"] = "parked"
        for vehicle in document["vehicles"]:
            vehicle["physics"] = str(SCENES / vehicle["physics"])
        self.refuse("run", self.path("scene.json", json.dumps(document)),
                    says=["scene.json: vehicles[1].name = 'parked'", "another one"])
        document["vehicles"][1]["name"] = "car"
        document["forces"] = [{"body": "cra"}]
        self.refuse("run", self.path("scene.json", json.dumps(document)),
                    says=["scene.json: forces[0].body = 'cra'", "body or vehicle"])

    def test_keys_and_types(self):
        for key, value, says in (
                ("colour", 1, [".colour = 1", "unknown key"]), ("wheels", [], [".wheels"]),
                ("location", [0, 0], [".location"]), ("location", [0, 0, None], [".location[2]"]),
                ("quaternion", [0, 0, 0, 2], [".quaternion", "norm of 1"]),
                ("rotation", {"jaw": 1}, [".rotation.jaw"]),
                ("linear_velocity", 3, [".linear_velocity"]),
                ("box", [1, 1, 1], [".box"]), ("box", {}, [".box.location = missing"]),
                ("box", {"location": [0, 0, 1]}, [".box.extent = missing"]),
                ("box", {"location": [0, 0, 1], "extent": [1, 0, 1]}, [".box.extent", "> 0"]),
                ("box", {"location": [0, 0, 1], "extent": [1, -1, 1]}, [".box.extent"]),
                ("box", {"location": [0, 0, 1], "extents": [1, 1, 1]}, [".box.extents"]),
                ("box", {"location": [0, 0, -9], "extent": [1, 1, 1]}, [".box", "wheel"]),
                ("controls", {}, [".controls", "list"]), ("controls", [3], [".controls[0]"]),
                ("ackermann", {}, [".ackermann", "list"]),
                ("ackermann_settings", [], [".ackermann_settings"]),
                ("ackermann_settings", {"speed_kq": 1}, [".ackermann_settings.speed_kq"])):
            self.refuse_vehicle(lambda v, k=key, w=value: v.update({k: w}), says)

    def test_not_numbers(self):
        text = json.dumps(scene("car_stops"))
        for bad in ("NaN", "Infinity", "-Infinity", "1e999"):
            path = self.path("scene.json", text.replace('"brake": 1', f'"brake": {bad}'))
            self.refuse("run", path, says=["scene.json:1", "must be JSON"])

    def test_presets(self):
        self.refuse_vehicle(lambda v: v.update(preset="sedan"), [".physics", "beside preset"])
        for change, says in (
                (lambda v: v.update(preset="tank"), [".preset = 'tank'", "sedan", "bus"]),
                (lambda v: v.update(preset=7), [".preset = 7", "text"]),
                (lambda v: v.update(preset="a\0b"), [".preset"]),
                (lambda v: None, [".physics = missing"])):
            def without_physics(v, change=change):
                v.pop("physics")
                change(v)
            self.refuse_vehicle(without_physics, says)
        self.refuse_vehicle(lambda v: v.pop("box"), [".box = missing"])

    def test_physics(self):
        for change, says in (
                (lambda p: p.update(mass=0), ["mass = 0 kg", "> 0"]),
                (lambda p: p.update(mass="1 t"), ["mass", "number"]),
                (lambda p: p.update(masss=1), ["masss", "unknown key"]),
                (lambda p: p.update(mass=1e-320), ["mass"]),
                (lambda p: p.update(final_ratio=-4), ["final_ratio = -4"]),
                (lambda p: p.update(torque_curve=[[0, 1], [0, 2]]), ["torque_curve"]),
                (lambda p: p.update(steering_curve=[]), ["steering_curve"]),
                (lambda p: p.update(forward_gear_ratios=[]), ["forward_gear_ratios"]),
                (lambda p: p.update(differential_type="SixWheelDrive"), ["differential_type"]),
                (lambda p: p.pop("wheels"), ["wheels"]),
                (lambda p: p.update(wheels=[]), ["wheels"]),
                (lambda p: p.update(wheels={}), ["wheels", "list"]),
                (lambda p: p.update(wheels=[7]), ["wheels[0] = 7", "object"]),
                (lambda p: p.update(wheels=[WHEEL] * 17), ["wheels = 17"]),
                (lambda p: p["wheels"][2].update(wheel_radius=-3),
                 ["wheels[2].wheel_radius = -3 cm"]),
                (lambda p: p["wheels"][3].update(radius=30), ["wheels[3].radius", "unknown"]),
                (lambda p: p["wheels"][1].update(suspension_axis=[0, 0, 0]),
                 ["wheels[1].suspension_axis"]),
                (lambda p: p["wheels"][1].update(max_steer_angle=90),
                 ["wheels[1].max_steer_angle = 90"])):
            self.refuse_vehicle(lambda v, c=change: c(v["physics"]),
                                [".physics." + says[0], *says[1:]])
        # What no step can hold is refused in it, and leaves no file either.
        self.refuse_vehicle(lambda v: v.update(linear_velocity=[1e300, 0, 0]), ["bodies[1]"],
                            opening="scene.json: tick 1: ")
        self.refuse_vehicle(lambda v: v.update(physics=7), [".physics = 7", "object"])

    def test_physics_files(self):
        for name in ("lost.json", ".", "", "a\0b", "/dev/zero"):
            self.refuse_vehicle(lambda v, n=name: v.update(physics=n),
                                [".physics = ", "readable JSON file"])
        wheels = [copy.deepcopy(WHEEL) for _ in range(4)]
        wheels[2]["wheel_radius"] = -3
        self.path("bad.json", json.dumps({"wheels": wheels}))
        self.refuse_vehicle(lambda v: v.update(physics="bad.json"),
                            ["bad.json: wheels[2].wheel_radius = -3 cm"], opening="")
        self.path("bad.json", "{\n\"mass\": NaN}")
        self.refuse_vehicle(lambda v: v.update(physics="bad.json"), ["bad.json:2"], opening="")
        # Found from the scene's folder, wherever the program runs.
        document = scene("car_rests")
        os.mkdir(self.path("physics"))
        self.path("physics/car.json",
                  (SCENES / "physics/car.json").read_text(encoding="utf-8"))
        self.succeed("run", self.path("scene.json", json.dumps(document)))

    def test_timelines(self):
        for controls, says in (
                ([{"brake": 2}], ["[0].brake = 2", "between 0 and 1"]),
                ([{"brake": -0.1}], ["[0].brake"]), ([{"steer": 1.5}], ["[0].steer"]),
                ([{"throtle": 1}], ["[0].throtle", "unknown key", "throttle"]),
                ([{"gear": -2}], ["[0].gear"]), ([{"gear": 1.5}], ["[0].gear"]),
                ([{"hand_brake": 1}], ["[0].hand_brake", "true or false"]),
                ([{"speed": 1}], ["[0].speed", "unknown key"]),
                ([{"tick": 1, "time": 1}], ["[0].time", "beside tick"]),
                ([{"tick": -1}], ["[0].tick"]), ([{"time": -1}], ["[0].time", ">= 0"]),
                ([{"tick": 180}], ["[0].tick = 180", "before the end"]),
                ([{"time": 3}], ["[0].time = 3", "before the end"]),
                ([{"tick": 5}, {"tick": 5}], ["[1]", "later"]),
                ([{"tick": 5}, {"tick": 4}], ["[1]", "later"]),
                ([{"tick": 5}, {}], ["[1]", "later"]),
                ([{"time": 0.5}, {"tick": 30}], ["[1]", "later"])):
            self.refuse_vehicle(lambda v, c=controls: v.update(controls=c),
                                [".controls" + says[0], *says[1:]])
        for targets, says in (
                ([{"speed": "10 m/s"}], ["[0].speed"]), ([{"brake": 1}], ["[0].brake", "unknown"]),
                ([{"tick": 3}, {"tick": 2}], ["[1]", "later"]),
                ([{"tick": 0}, {"tick": 7}], ["[1]", "controls"])):
            self.refuse_vehicle(
                lambda v, t=targets: v.update(controls=[{"tick": 7}], ackermann=t),
                [".ackermann" + says[0], *says[1:]])

    def test_files(self):
        good = SCENES / "car_rests.json"
        before = good.read_bytes()
        self.refuse("run", good, "--telemetry", good, says=["the scene's file"])
        self.assertEqual(good.read_bytes(), before)
        self.refuse("run", good, "--telemetry", self.path("a"), "--rays", self.path("a"),
                    says=["--telemetry", "--rays"])
        self.refuse("run", good, "--telemetry", self.folder / "none" / "t.csv", says=["t.csv"])
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_same_bits_again_and_on_fused_backends(self):
        fused = ["auto"] + [line.split()[0] for line in self.succeed("info").splitlines()
                            if line.startswith(("scalar:fma", "xsimd:avx", "highway:avx"))
                            and line.split()[3] == "yes"]
        for name in ("car_on_split_grip", "cars_on_platforms"):
            runs = [self.run_scene(name, "--backend", backend) for backend in fused + ["auto"]]
            for other in runs[1:]:
                self.assertEqual(other.facts["state hash"], runs[0].facts["state hash"])
                self.assertEqual(other.telemetry_rows, runs[0].telemetry_rows)

    def test_a_scene_without_vehicles_has_no_telemetry(self):
        run = self.run_scene("free_fall")
        self.assertEqual(run.telemetry_rows, [])
        self.assertNotIn("vehicles", run.facts)


if __name__ == "__main__":
    main()
