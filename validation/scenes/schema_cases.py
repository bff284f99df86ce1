"""The JSON Schema: takes every kept scene, and refuses what the program refuses."""
import copy
import json
import pathlib
import unittest

from harness import main, run
from scene_run import SCENES, SceneCase, scene

try:
    import jsonschema
except ImportError:
    jsonschema = None

FORMAT = pathlib.Path(__file__).parents[2] / "physics" / "scene"

# A path of keys, and a value that neither the schema nor the program takes there; DELETE removes.
DELETE = object()
BAD = (
    (["shpae"], 1), (["dt"], 0), (["dt"], -1), (["dt"], "1"), (["dt"], DELETE), (["dt"], None),
    (["substeps"], 0), (["substeps"], 1.5), (["substeps"], 10001), (["ticks"], 0),
    (["ticks"], DELETE), (["ticks"], 1000000001), (["ticks"], True), (["title"], 3),
    (["gravity"], [0, 0]), (["gravity"], [0, 0, "9"]), (["gravity"], 9.8), (["solver"], []),
    (["solver"], {"slop": -1}), (["solver"], {"velocity_iterations": 1001}),
    (["solver"], {"velocity_iterations": 2.5}), (["solver"], {"push_factor": 1.5}),
    (["solver"], {"impact_limit": 0}), (["solver"], {"continuous": 1}), (["solver"], {"slp": 1}),
    (["materials", "rubber", "friction"], -1), (["materials", "rubber", "restitution"], 1.1),
    (["materials", "rubber", "colour"], "red"), (["materials", "rubber"], 0.5),
    (["shapes", "ball", "radius"], 0), (["shapes", "ball", "radius"], DELETE),
    (["shapes", "ball", "type"], DELETE), (["shapes", "ball", "type"], "cone"),
    (["shapes", "ball", "half_extents"], [1, 1, 1]), (["shapes", "ball"], "ball"),
    (["shapes", "cube", "half_extents"], [1, 1, -1]), (["shapes", "pill", "half_length"], -1),
    (["shapes", "pill", "half_length"], DELETE), (["shapes", "stone", "points"], [[0, 0, 0]]),
    (["shapes", "floor", "triangles"], []), (["shapes", "floor", "triangles"], [[0, 1]]),
    (["shapes", "floor", "triangles"], [[0, 1, -1]]), (["shapes", "floor", "material"], "rubber"),
    (["shapes", "road", "axes"], "xyz"), (["shapes", "road", "scale"], 0),
    (["shapes", "road", "file"], DELETE), (["shapes", "road", "materials"], ["rubber"]),
    (["bodies"], DELETE), (["bodies"], {}), (["bodies"], 1e9), (["bodies", 0], 7),
    (["bodies", 0, "name"], DELETE), (["bodies", 0, "name"], ""), (["bodies", 0, "name"], "a,b"),
    (["bodies", 0, "name"], " a"), (["bodies", 0, "name"], "a\nb"), (["bodies", 0, "name"], "#a"),
    (["bodies", 0, "name"], "a" * 65), (["bodies", 0, "kind"], "ghost"),
    (["bodies", 0, "shape"], DELETE), (["bodies", 0, "shape"], None),
    (["bodies", 0, "shpae"], "ball"), (["bodies", 0, "rotation"], [0, 0, 0]),
    (["bodies", 0, "rotation"], {"jaw": 1}), (["bodies", 0, "rotation"], {"yaw": "1"}),
    (["bodies", 0, "quaternion"], [0, 0, 1]), (["bodies", 0, "quaternion"], [0, 0, 0, 1]),
    (["bodies", 0, "mass"], 0), (["bodies", 0, "mass"], "1 kg"), (["bodies", 0, "inertia"], 1),
    (["bodies", 0, "inertia"], [[1, 0, 0], [0, 1, 0]]), (["bodies", 0, "linear_damping"], -0.1),
    (["bodies", 0, "collides"], "no"), (["bodies", 0, "centre_of_mass"], [0, 0, 0, 0]),
    (["forces", 0, "body"], DELETE), (["forces", 0, "frame"], "car"),
    (["forces", 0, "ticks"], [0]), (["forces", 0, "ticks"], [-1, 2]),
    (["forces", 0, "ticks"], [0.5, 2]), (["forces", 0, "times"], [0, 1]),
    (["impulses", 0, "time"], 0), (["impulses", 0, "tick"], -1), (["impulses", 0, "at"], 1),
    (["rays", 0, "direction"], DELETE), (["rays", 0, "max_distance"], -1),
    (["rays", 0, "when"], "often"), (["rays", 0, "ignore"], 0),
    (["vehicles"], {}), (["vehicles", 0], "sedan"), (["vehicles", 0, "name"], DELETE),
    (["vehicles", 0, "preset"], "tank"), (["vehicles", 0, "physics"], "car.json"),
    (["vehicles", 1, "physics"], DELETE), (["vehicles", 1, "physics"], 3),
    (["vehicles", 1, "box"], DELETE), (["vehicles", 1, "box", "extent"], [1, 0, 1]),
    (["vehicles", 1, "box", "location"], DELETE), (["vehicles", 1, "box", "rotation"], {}),
    (["vehicles", 1, "quaternion"], [0, 0, 0, 1]), (["vehicles", 1, "linear_velocity"], 3),
    (["vehicles", 1, "physics", "wheels"], []), (["vehicles", 1, "physics", "wheels"], DELETE),
    (["vehicles", 1, "physics", "wheels"], [{"offset": [0, 0, 30]}] * 17),
    (["vehicles", 1, "physics", "mass"], 0), (["vehicles", 1, "physics", "mas"], 1),
    (["vehicles", 1, "physics", "torque_curve"], [[0, 1, 2]]),
    (["vehicles", 1, "physics", "torque_curve"], []),
    (["vehicles", 1, "physics", "steering_curve"], []),
    (["vehicles", 1, "physics", "forward_gear_ratios"], []),
    (["vehicles", 1, "physics", "reverse_gear_ratios"], [-1]),
    (["vehicles", 1, "physics", "differential_type"], "SixWheelDrive"),
    (["vehicles", 1, "physics", "differential_type"], 4),
    (["vehicles", 1, "physics", "inertia_tensor_scale"], [1, 0, 1]),
    (["vehicles", 1, "physics", "wheels", 0, "wheel_radius"], 0),
    (["vehicles", 1, "physics", "wheels", 0, "max_steer_angle"], 90),
    (["vehicles", 1, "physics", "wheels", 0, "suspension_smoothing"], 11),
    (["vehicles", 1, "physics", "wheels", 0, "affected_by_brake"], 1),
    (["vehicles", 1, "physics", "wheels", 0, "offset"], [1, 2]),
    (["vehicles", 0, "controls"], {}), (["vehicles", 0, "controls", 0, "brake"], 1.1),
    (["vehicles", 0, "controls", 0, "steer"], -1.1), (["vehicles", 0, "controls", 0, "gear"], -2),
    (["vehicles", 0, "controls", 0, "speed"], 1), (["vehicles", 0, "controls", 0, "time"], 0),
    (["vehicles", 0, "ackermann", 0, "tick"], 1.5), (["vehicles", 0, "ackermann", 0, "time"], 0),
    (["vehicles", 0, "ackermann", 0, "speed"], "10"),
    (["vehicles", 0, "ackermann_settings", "speed_kq"], 1),
)


def good():
    """A scene with everything in it."""
    square = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]
    return {
        "$schema": "scene.schema.json", "title": "Everything", "dt": 0.01, "substeps": 2,
        "ticks": 3, "gravity": [0, 0, -9.8],
        "solver": {"velocity_iterations": 8, "position_iterations": 2, "contact_margin": 0.01,
                   "slop": 0.001, "push_factor": 0.5, "push_speed": 1, "continuous": False,
                   "restitution_threshold": 0.5, "impact_limit": 8},
        "materials": {"rubber": {"friction": 1, "restitution": 0.5}},
        "shapes": {
            "ball": {"type": "sphere", "radius": 0.5, "material": "rubber"},
            "cube": {"type": "box", "half_extents": [1, 1, 1], "rotation": {"roll": 45}},
            "pill": {"type": "capsule", "radius": 0.5, "half_length": 1, "location": [0, 0, 1]},
            "stone": {"type": "hull", "points": square + [[0.5, 0.5, 1]]},
            "floor": {"type": "mesh", "vertices": square, "triangles": [[0, 1, 2], [0, 2, 3]],
                      "materials": ["rubber", "rubber"], "triangle_materials": [0, 1]},
            "road": {"type": "obj", "file": str(SCENES / "road.obj"), "axes": "y_up",
                     "scale": 0.01, "materials": {"frozen_lake": "rubber"}},
        },
        "bodies": [
            {"name": "ball", "shape": "ball", "location": [0, 0, 9], "mass": 2,
             "rotation": {"pitch": 1, "yaw": 2, "roll": 3}, "linear_velocity": [1, 0, 0],
             "angular_velocity": [0, 0, 1], "centre_of_mass": [0, 0, 0.1], "inertia": [1, 1, 1],
             "linear_damping": 0.1, "angular_damping": 0.1, "gravity_scale": 0.5,
             "collides": True, "continuous": False},
            {"name": "cube", "shape": "cube", "kind": "kinematic", "quaternion": [0, 0, 0, 1]},
            {"name": "pill", "shape": "pill", "location": [9, 0, 0],
             "inertia": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]},
            {"name": "stone", "shape": "stone", "kind": "static", "location": [20, 0, 0]},
            {"name": "floor", "shape": "floor"}, {"name": "road", "shape": "road"},
        ],
        "vehicles": [
            {"name": "sedan", "preset": "sedan", "location": [0, 40, 0], "rotation": {"yaw": 90},
             "linear_velocity": [0, 1, 0], "ackermann_settings": {"speed_kp": 0.1},
             "controls": [{"tick": 0, "throttle": 0.5, "steer": 0.1, "brake": 0, "gear": 1,
                           "hand_brake": False, "reverse": False, "manual_gear_shift": True}],
             "ackermann": [{"tick": 1, "speed": 3, "steer": 0.1, "steer_speed": 1,
                            "acceleration": 1, "jerk": 1}]},
            {"name": "trike", "location": [0, 60, 0], "rotation": {},
             "box": {"location": [0, 0, 0.75], "extent": [2, 1, 0.75]},
             "physics": {"mass": 500, "torque_curve": [[0, 100], [5000, 100]],
                         "differential_type": "RearWheelDrive",
                         "wheels": [{"offset": [100, 0, 30]},
                                    {"offset": [-100, 80, 30], "axle_type": "Rear"},
                                    {"offset": [-100, -80, 30], "axle_type": 2}]}},
            {"name": "car", "location": [0, 80, 0],
             "box": {"location": [0, 0, 0.75], "extent": [2.3, 1, 0.75]},
             "physics": str(SCENES / "physics" / "car.json")},
        ],
        "forces": [{"body": "ball", "force": [1, 0, 0], "torque": [0, 1, 0], "point": [0, 0, 0],
                    "frame": "body", "ticks": [0, 2]}],
        "impulses": [{"body": "ball", "impulse": [1, 0, 0], "angular_impulse": [0, 1, 0],
                      "point": [0, 0, 0], "frame": "world", "tick": 1}],
        "rays": [{"name": "down", "origin": [0, 0, 20], "direction": [0, 0, -1],
                  "max_distance": 30, "ignore": "ball", "when": "each_tick"}],
    }


def example():
    """The scene in the format's description."""
    text = (FORMAT / "README.md").read_text(encoding="utf-8")
    return json.loads(text.partition("```json\n")[2].partition("```")[0])


def changed(path, value):
    document = good()
    place = document
    for key in path[:-1]:
        place = place[key]
    if value is DELETE:
        del place[path[-1]]
    else:
        place[path[-1]] = copy.deepcopy(value)
    return document


class Program(SceneCase):
    def test_takes_everything(self):
        self.run_scene(good())

    def test_example_of_the_description(self):
        # 40 N on 20 kg for 0.5 s, friction 0.05 for 2 s: v = (2 - 0.49) 0.5 - 0.49.
        done = self.run_scene(example())
        box = done.states["box"][-1]
        self.assert_close(box.velocity, [0.265, 0, 0], 1e-4)
        # Front wheels turn to the right, and so does the car.
        self.assertGreater(done.states["car"][100].spin[2], 0.01)
        self.assertLess(done.states["car"][-1].speed, 15)

    def test_refuses_with_the_path(self):
        output = self.path("states.csv")
        for path, value in BAD:
            shown = path[0]
            for key in path[1:]:
                shown += f"[{key}]" if isinstance(key, int) else f".{key}"
            document = self.path("bad.json", json.dumps(changed(path, value)))
            self.refuse("run", document, "--csv", output, says=["bad.json: " + shown])
            self.assertFalse(output.exists())


@unittest.skipIf(jsonschema is None, "needs python3-jsonschema")
class Schema(SceneCase):
    def setUp(self):
        super().setUp()
        schema = json.loads((FORMAT / "scene.schema.json").read_text(encoding="utf-8"))
        jsonschema.Draft7Validator.check_schema(schema)
        self.validator = jsonschema.Draft7Validator(schema)

    def test_takes_every_kept_scene(self):
        names = [path.stem for path in sorted(SCENES.glob("*.json"))]
        self.assertGreaterEqual(len(names), 27)
        for name in names:
            self.assertEqual(list(self.validator.iter_errors(scene(name))), [], name)

    def test_takes_everything(self):
        self.assertEqual(list(self.validator.iter_errors(good())), [])
        self.assertEqual(list(self.validator.iter_errors(example())), [])

    def test_vehicles_files(self):
        vehicle = self.validator.evolve(schema={
            "$ref": "#/definitions/vehicle_physics",
            "definitions": self.validator.schema["definitions"]})
        for path in sorted((SCENES / "physics").glob("*.json")):
            document = json.loads(path.read_text(encoding="utf-8"))
            self.assertEqual(list(vehicle.iter_errors(document)), [], path)

    def test_records_have_the_keys_of_the_program(self):
        for definition, path in (
                ("vehicle", ["vehicles", 1]), ("control", ["vehicles", 0, "controls", 0]),
                ("ackermann", ["vehicles", 0, "ackermann", 0]),
                ("ackermann_settings", ["vehicles", 0, "ackermann_settings"]),
                ("vehicle_physics", ["vehicles", 1, "physics"]),
                ("wheel_physics", ["vehicles", 1, "physics", "wheels", 0])):
            document = self.path("bad.json", json.dumps(changed(path + ["strange"], 1)))
            message = run("run", document).stderr
            known = message.partition("known are ")[2].strip().split(", ")
            properties = self.validator.schema["definitions"][definition]["properties"]
            self.assertEqual(sorted(known), sorted(properties), definition)

    def test_refuses_what_the_program_refuses(self):
        for path, value in BAD:
            self.assertFalse(self.validator.is_valid(changed(path, value)), (path, value))


if __name__ == "__main__":
    main()
