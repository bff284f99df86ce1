"""Kept scenes with vehicles against mechanics: each case has its formula."""
import math

from harness import main
from scene_run import SCENES, SceneCase, scene

G = 9.8
H = 1 / 30
MASS = 1000  # of the car, with wheels of 0.3 m at x = -+1.4 m and y = -+0.8 m


def in_physics_folder(document):
    """A changed scene still finds its vehicles' files."""
    for vehicle in document["vehicles"]:
        if isinstance(vehicle.get("physics"), str):
            vehicle["physics"] = str(SCENES / vehicle["physics"])
    return document


class Standing(SceneCase):
    def test_rest_height(self):
        # k x + preload = m g / 4: x = (2450 - 50) / 25000; the origin is 0.1 - x over the ground.
        run = self.run_scene("car_rests")
        x = (MASS * G / 4 - 50) / 25000
        self.assert_close(run.states["car"][-1].location, [0, 0, 0.1 - x], 1e-6)
        self.assertLess(run.states["car"][-1].speed, 1e-6)
        for number, wheel in enumerate(run.wheels["car"][-1]):
            self.assertAlmostEqual(wheel["suspension_compression"], x, delta=1e-7)
            for force in ("suspension_force", "normal_force", "tire_load"):
                self.assertAlmostEqual(wheel[force], MASS * G / 4, delta=1e-3)
            self.assertAlmostEqual(wheel["friction_limit"], 3 * 0.6 * MASS * G / 4, delta=1e-3)
            self.assertEqual((wheel["gear"], wheel["speed"], wheel["in_contact"],
                              wheel["contact_body"]), (0, wheel["speed"], 1, "ground"))
            self.assertLess(abs(wheel["speed"]), 1e-6)
            place = [wheel[f"contact_point_{axis}"] for axis in "xyz"]
            self.assert_close(place, [(1.4, -1.4)[number // 2], (-0.8, 0.8)[number % 2], 0], 1e-6)
            normal = [wheel[f"contact_normal_{axis}"] for axis in "xyz"]
            self.assert_close(normal, [0, 0, 1], 1e-9)
        # A ray finds the chassis by its name, and passes it.
        hits = {row["ray"]: row for row in run.rays}
        self.assertEqual([hits[ray]["body"] for ray in ("roof", "ground")], ["car", "ground"])
        self.assertAlmostEqual(float(hits["roof"]["distance"]), 10 - 1.5 - (0.1 - x), delta=1e-6)
        self.assertRegex(run.text, r"(?m)^car +\S+ +0 +1 +4 of 4$")

    def test_columns(self):
        run = self.run_scene("car_rests", "--ticks", 3)
        names = list(run.telemetry_rows[0])
        self.assertEqual(names[:13], ["time", "tick", "vehicle", "speed", "engine_rpm", "gear",
                                      "throttle", "brake", "steer", "wheel", "lat_slip",
                                      "long_slip", "omega"])
        self.assertEqual(len(set(names)), 10 + 20 + 2 * 2)
        self.assertEqual(len(run.telemetry_rows), 3 * 4)
        self.assertEqual([row["time"] for row in run.telemetry_rows[::4]],
                         [row["time"] for row in run.state_rows[2::2]])

    def test_a_vehicle_is_a_body(self):
        # In the air: J / m, F t / m, and gravity; the front of the box meets the wall.
        document = in_physics_folder(scene("car_rests"))
        document.update(dt=0.01, ticks=100, gravity=[0, 0, 0])
        document["vehicles"][0].update(physics=str(SCENES / "physics/plain_car.json"),
                                       location=[0, 0, 50])
        document["bodies"].append({"name": "wall", "kind": "static", "location": [3.5, 0, 50],
                                   "shape": {"type": "box", "half_extents": [1, 9, 9]}})
        document["impulses"] = [{"body": "car", "impulse": [0, 500, 0]}]
        document["forces"] = [{"body": "car", "force": [1000, 0, 0], "times": [0, 0.5]}]
        run = self.run_scene(document)
        self.assert_close(run.states["car"][1].velocity, [0.01, 0.5, 0], 1e-12)
        # 0.2 m = 1/2 a t^2 at 1 m/s2 takes 0.63 s, but 0.5 s push: 0.125 + 0.5 (t - 0.5) = 0.2.
        mine = [e for e in run.events if e["body"] == "car"]
        self.assertEqual(mine[0]["other"], "wall")
        self.assertAlmostEqual(float(mine[0]["time"]), 0.65, delta=0.05)
        given = sum(float(e["impulse_x"]) for e in mine)
        self.assertAlmostEqual(given, MASS * (run.states["car"][-1].velocity[0] - 0.5), places=6)
        self.assertTrue(all(wheel["in_contact"] == 0 and wheel["contact_body"] == ""
                            for wheels in run.wheels["car"][1:] for wheel in wheels))


class Driving(SceneCase):
    def test_stopping_distance(self):
        # a = 4 x 600 / 0.3 / 1000 = 8, from the start of tick 15: d = v^2 / 2 a - v h / 2.
        run = self.run_scene("car_stops")
        car = run.states["car"]
        self.assert_close(car[15].velocity, [20, 0, 0], 1e-9)
        way = car[-1].location[0] - car[15].location[0]
        self.assertAlmostEqual(way, 400 / 16 - 20 * H / 2, delta=0.05)
        self.assertLess(car[-1].speed, 0.01)
        for wheel in run.wheels["car"][15]:
            self.assertAlmostEqual(wheel["omega"], 20 / 0.3, places=9)
            self.assertEqual((wheel["brake"], wheel["brake_torque"]), (0, 0))
        for tick in range(16, 75):
            for wheel in run.wheels["car"][tick]:
                self.assertAlmostEqual(wheel["long_force"], -600 / 0.3, delta=0.01)
                self.assertEqual((wheel["brake"], wheel["brake_torque"], wheel["locked"]),
                                 (1, 600, 0))

    def test_gear_changes(self):
        # Up at 4500 rpm: v = 4500 (2 pi / 60) 0.3 / (ratio 4), at the next update or the one after
        # it; a = 300 ratio 4 0.9 / 0.3 / m. At last 5000 rpm hold it in gear 4.
        run = self.run_scene("car_shifts")
        speeds = [wheels[0]["speed"] for wheels in run.wheels["car"][1:]]
        gears = [wheels[0]["gear"] for wheels in run.wheels["car"][1:]]
        self.assertEqual(gears, sorted(gears))
        self.assertEqual(gears[-1], 4)
        for gear, ratio in enumerate((3, 2, 1.4), 1):
            push = 300 * ratio * 4 * 0.9 / 0.3
            up = gears.index(gear + 1)
            lowest = 4500 * math.pi / 30 * 0.3 / (ratio * 4)
            self.assertGreater(speeds[up], lowest - 0.05)
            self.assertLess(speeds[up], lowest + 2 * H * push / MASS)
            # In the middle of the gear the driven wheels push as the equation says.
            tick = 1 + (gears.index(gear) + up) // 2
            middle = run.wheels["car"][tick]
            self.assertAlmostEqual(sum(wheel["long_force"] for wheel in middle), push, places=6)
            torque = sum(wheel["drive_torque"] for wheel in middle)
            self.assertAlmostEqual(torque, push * 0.3, places=6)
            # The engine turned as the wheels did when the update began.
            turns = run.wheels["car"][tick - 1][0]["omega"] * ratio * 4 * 30 / math.pi
            self.assertAlmostEqual(middle[0]["engine_rpm"], turns, places=6)
        self.assertAlmostEqual(run.states["car"][-1].velocity[0],
                               5000 * math.pi / 30 * 0.3 / 4, delta=0.2)

    def test_ackermann_holds_a_speed(self):
        run = self.run_scene("cars_hold_speed")
        for name in ("car", "sedan"):
            speeds = [wheels[0]["speed"] for wheels in run.wheels[name][1:]]
            for tick in range(500, 750):
                self.assertAlmostEqual(speeds[tick], 10, delta=0.05)
            for tick in range(1100, 1199):
                self.assertLess(abs(speeds[tick]), 1e-3)
        # Whoever gives a plain control at 40 s drives again; the other one stays.
        self.assertEqual(run.wheels["car"][1200][0]["throttle"], 0)
        self.assertEqual(run.wheels["car"][1201][0]["throttle"], 0.25)
        self.assertGreater(run.wheels["car"][-1][0]["speed"], 1)
        self.assertLess(abs(run.wheels["sedan"][-1][0]["speed"]), 1e-3)
        # Settings of zeros never touch the pedal.
        self.assertEqual({wheels[0]["throttle"] for wheels in run.wheels["unwilling"][1:]}, {0})

    def test_moving_platforms(self):
        run = self.run_scene("cars_on_platforms")
        for n, (parked, ferry) in enumerate(zip(run.states["parked"], run.states["ferry"])):
            self.assert_close([parked.location[0] - ferry.location[0]], [0], 1e-6)
            self.assert_close(parked.velocity, [5, 0, 0], 1e-3)
            if n > 0:
                for wheel in run.wheels["parked"][n]:
                    self.assertLess(abs(wheel["omega"]), 1e-9)
                    self.assertEqual(wheel["contact_body"], "ferry")
        # Car and sledge: p stays, and both get p / (m + M) = 1 m/s.
        for car, sledge in zip(run.states["braking"], run.states["sledge"]):
            momentum = MASS * car.velocity[0] + 3000 * sledge.velocity[0]
            self.assertAlmostEqual(momentum, MASS * 4, places=3)
        for name in ("braking", "sledge"):
            self.assert_close(run.states[name][-1].velocity, [1, 0, 0], 1e-3)
        self.assertEqual(run.wheels["braking"][-1][3]["contact_body"], "sledge")

    def test_split_grip(self):
        # Left: locked, 3 x 0.05 x 2450 N; right: 600 / 0.3 N. The first tick has no slip across
        # yet: dv = h sum F / m, dw = h (sum F y) / I, I = m / 3 (2.3^2 + 1^2).
        run = self.run_scene("car_on_split_grip")
        h, left, right = 1 / 60, 3 * 0.05 * MASS * G / 4, 600 / 0.3
        first = run.states["car"][1]
        self.assertAlmostEqual(first.velocity[0], 20 - h * 2 * (left + right) / MASS, delta=1e-5)
        turn = h * 2 * 0.8 * (right - left) / (MASS / 3 * (2.3 ** 2 + 1))
        self.assertAlmostEqual(first.spin[2], turn, delta=1e-5)
        for number, wheel in enumerate(run.wheels["car"][1]):
            self.assertAlmostEqual(wheel["long_force"], -(left, right)[number % 2], delta=0.01)
            self.assertEqual(wheel["locked"], (1, 0)[number % 2])
        # It turns to the gripping side, +y, and goes there.
        self.assertTrue(all(state.spin[2] > 0 for state in run.states["car"][1:60]))
        self.assertTrue(all(state.velocity[1] > 0 for state in run.states["car"][2:120]))
        self.assertGreater(run.states["car"][-1].location[1], 1)
        # Mirrored, it turns to the other side by as much.
        document = in_physics_folder(scene("car_on_split_grip"))
        document["bodies"][0]["shape"]["triangle_materials"] = [1, 1, 0, 0]
        other = self.run_scene(document)
        for a, b in zip(run.states["car"], other.states["car"]):
            self.assert_close([b.location[0], -b.location[1]], a.location[:2], 1e-6)
            self.assert_close([-b.spin[2]], [a.spin[2]], 1e-4)

    def test_a_light_step_of_the_wheel(self):
        # Front wheels turn by steer times max_steer_angle times the curve, 1 to 0.5 at 10 km/h.
        # By one angle: the car rolls on an arc between those of its left and its right wheel.
        document = in_physics_folder(scene("car_stops"))
        document["ticks"] = 90
        document["vehicles"][0].update(
            linear_velocity=[1, 0, 0], controls=[{"steer": 0.1, "manual_gear_shift": True}])
        run = self.run_scene(document)
        angle = run.wheels["car"][-1][0]["steer_angle"]
        share = 1 - 0.5 * run.wheels["car"][-1][0]["speed"] * 3.6 / 10
        self.assertAlmostEqual(angle, 0.1 * 70 * share, delta=0.05)
        slope = math.tan(math.radians(angle))
        turn = run.states["car"][-1].spin[2] / (run.wheels["car"][-1][0]["speed"] * slope)
        self.assertGreater(turn, 1 / (2.8 + 0.8 * slope))
        self.assertLess(turn, 1 / (2.8 - 0.8 * slope))
        self.assertEqual({run.wheels["car"][-1][i]["steer_angle"] for i in (2, 3)}, {0})


if __name__ == "__main__":
    main()
