"""Kept scenes against mechanics: each case has its formula."""
import json
import math

from harness import main
from scene_run import SceneCase, cross, scene, turned

G = 9.8
H = 1 / 60
SLOP = 0.005


class FreeMotion(SceneCase):
    def test_free_fall(self):
        # Velocity first, then position: v_n = -g n h, z_n = 10 - g h^2 n (n + 1) / 2.
        ball = self.run_scene("free_fall").states["ball"]
        self.assertEqual(len(ball), 61)
        for n, state in enumerate(ball):
            self.assertAlmostEqual(state.time, n * H, places=14)
            self.assert_close(state.velocity, [0, 0, -G * n * H], 1e-13)
            self.assert_close(state.location, [0, 0, 10 - G * H * H * n * (n + 1) / 2], 1e-12)

    def test_damping(self):
        # v_n = v_0 / (1 + d h)^n, and the way is the sum of h v_n.
        run = self.run_scene("damping")
        way = 0.0
        for n, (slides, spins) in enumerate(zip(run.states["slides"], run.states["spins"])):
            v = 10 / (1 + H) ** n
            way += H * v if n > 0 else 0
            self.assert_close(slides.velocity, [v, 0, 0], 1e-13)
            self.assert_close(slides.location, [way, 0, 0], 1e-12)
            self.assert_close(spins.spin, [0, 0, 4 / (1 + 0.5 * H) ** n], 1e-13)

    def test_gravity_along_y(self):
        # 20 N hold 2 kg against 10 m/s2; then v = -g h and y = 10 - g h^2.
        ball = self.run_scene("y_up").states["ball"]
        self.assertEqual(ball[1].location, [0, 10, 0])
        self.assert_close(ball[2].velocity, [0, -1, 0], 1e-15)
        self.assert_close(ball[2].location, [0, 9.9, 0], 1e-14)


class Loads(SceneCase):
    def test_force_at_an_edge(self):
        # 2 kg, r = 0.5 m, I = 2/5 m r^2 = 0.2: dv = h / m, dw = r h / I; then nothing acts.
        ball = self.run_scene("edge_force").states["ball"]
        self.assert_close(ball[1].velocity, [0, H / 2, 0], 1e-16)
        self.assert_close(ball[1].spin, [0, 0, 0.5 * H / 0.2], 1e-15)
        for state in ball[2:]:
            self.assertEqual(state.velocity, ball[1].velocity)
            self.assert_close(state.spin, ball[1].spin, 1e-15)

    def test_impulse_at_an_edge(self):
        # dv = J / m, dw = r x J / I = 0.5 / 0.2, E = 0.25 + 0.625; at 0.1 s, the start of tick 2.
        run = self.run_scene("edge_impulse")
        ball = run.states["ball"]
        for state in ball[:3]:
            self.assertEqual((state.velocity, state.spin), ([0, 0, 0], [0, 0, 0]))
        self.assertEqual(ball[3].velocity, [0, 0.5, 0])
        self.assert_close(ball[3].spin, [0, 0, 2.5], 1e-14)
        self.assertAlmostEqual(run.number("kinetic energy"), 0.875, places=12)

    def test_force_and_torque_through_a_tick(self):
        # dv = F t / m and dw = T t / I with I = 0.8, however many substeps there are.
        for substeps in (1, 5, 10):
            changed = scene("tick_force")
            changed["substeps"] = substeps
            ball = self.run_scene(changed).states["ball"]
            self.assert_close(ball[1].velocity, [20 * 0.05 / 2, 0, 0], 1e-15)
            self.assert_close(ball[1].spin, [0, 8 * 0.05 / 0.8, 0], 1e-15)
            # x = h sum v_i, v_i = F h i / m
            h = 0.05 / substeps
            way = 10 * h * h * substeps * (substeps + 1) / 2
            self.assert_close(ball[1].location, [way, 0, 0], 1e-15)
            self.assertEqual(ball[2].velocity, ball[1].velocity)
            self.assert_close(ball[2].spin, ball[1].spin, 1e-15)

    def angular_momentum(self, inertia, state):
        to_body = [-c for c in state.rotation[:3]] + state.rotation[3:]
        w = turned(to_body, state.spin)
        return turned(state.rotation, [sum(row[i] * w[i] for i in range(3)) for row in inertia])

    def test_torque_on_a_tumbling_body(self):
        # L = r x J after the impulse, + torque h in each step; damped: L_n = (L + torque h) /
        # (1 + d h). Where nothing acts L is kept.
        run = self.run_scene("torque")
        torque, h = [-0.2, 0.7, 1.3], 0.01
        for name, inertia, damping in (
                ("free", [[3, 0.2, -0.1], [0.2, 2.5, 0.3], [-0.1, 0.3, 2]], 0),
                ("damped", [[4, 0, 0], [0, 8 / 3, 0], [0, 0, 2]], 2)):
            momentum = cross([1, -0.5, 0.3], [0.5, -1, 2])
            for n, state in enumerate(run.states[name][1:]):
                given = [h * t if n < 100 else 0 for t in torque]
                momentum = [(m + t) / (1 + damping * h) for m, t in zip(momentum, given)]
                self.assert_close(self.angular_momentum(inertia, state), momentum, 1e-12)
                self.assert_close(state.velocity, [0.25, -0.5, 1], 1e-15)

    def test_frames_of_forces(self):
        # 4 N on 2 kg for 1 s: 2 m/s along the body's nose (yaw 90: +y), or along the world's x.
        # A couple of 2 x 1.5 N at 1 m turns with the wheel: dw = 3 t / 0.8.
        run = self.run_scene("thruster")
        self.assert_close(run.states["rocket"][-1].velocity, [0, 2, 0], 1e-14)
        self.assert_close(run.states["sledge"][-1].velocity, [2, 0, 0], 1e-14)
        self.assert_close(run.states["wheel"][-1].spin, [0, 0, 3 + 3 / 0.8], 1e-12)
        self.assert_close(run.states["wheel"][-1].velocity, [0, 0, 0], 1e-14)
        half = math.sqrt(0.5)
        self.assert_close(run.states["rocket"][0].rotation, [0, 0, half, half], 1e-15)


class Impacts(SceneCase):
    M = {"light": 1, "heavy": 3}

    def momentum(self, run, n):
        return sum(m * run.states[name][n].velocity[0] for name, m in self.M.items())

    def test_elastic_balls(self):
        # v1 = ((m1 - m2) v1 + 2 m2 v2) / (m1 + m2) = -5 and v2 = 1: p = -2 and E = 14 stay.
        run = self.run_scene("elastic_balls")
        self.assert_close(run.states["light"][-1].velocity, [-5, 0, 0], 1e-13)
        self.assert_close(run.states["heavy"][-1].velocity, [1, 0, 0], 1e-13)
        for n in range(31):
            self.assertAlmostEqual(self.momentum(run, n), -2, places=13)
        self.assertAlmostEqual(run.number("kinetic energy"), 14, places=10)
        # One hit, told to both: the light ball gets m1 (-5 - 4) = -9 N s.
        self.assertEqual([(e["body"], e["other"]) for e in run.events],
                         [("light", "heavy"), ("heavy", "light")])
        self.assertAlmostEqual(float(run.events[0]["impulse_x"]), -9, places=12)
        self.assertEqual(float(run.events[1]["impulse_x"]), -float(run.events[0]["impulse_x"]))

    def test_plastic_balls(self):
        # Both get (m1 v1 + m2 v2) / (m1 + m2) = -0.5, and touch: 1 m lies between the centres.
        run = self.run_scene("plastic_balls")
        for name in self.M:
            self.assert_close(run.states[name][-1].velocity, [-0.5, 0, 0], 1e-13)
        for n in range(31):
            self.assertAlmostEqual(self.momentum(run, n), -2, places=13)
        gap = run.states["heavy"][-1].location[0] - run.states["light"][-1].location[0]
        self.assertAlmostEqual(gap, 1, places=12)

    def test_bounce(self):
        # e^2 x 2 m = 0.5 m above contact; a step lasts 0.1 m at 6 m/s, e^2 of it counts.
        run = self.run_scene("bounce")
        ball = run.states["ball"]
        hit = next(n for n, state in enumerate(ball) if state.velocity[2] > 0)
        self.assertAlmostEqual(max(state.location[2] for state in ball[hit:]), 0.75, delta=0.03)
        self.assertEqual(len(run.events), 2)
        self.assertEqual(int(run.events[0]["tick"]), hit)
        # The impulse is the change of momentum, gravity's share of the step apart.
        change = ball[hit].velocity[2] - ball[hit - 1].velocity[2] + G * H
        given = {e["body"]: float(e["impulse_z"]) for e in run.events}
        self.assertAlmostEqual(given["ball"], change, places=12)
        self.assertAlmostEqual(given["floor"], -change, places=12)

    def test_solids_stop_a_ball(self):
        # Half size 1 and radius 0.5: every ball stops at x = -1.5.
        run = self.run_scene("solids_stop_a_ball")
        for solid in ("box", "sphere", "capsule", "hull"):
            end = run.states[f"to {solid}"][-1]
            self.assert_close([end.location[0]], [-1.5], 1e-9)
            self.assert_close(end.velocity, [0, 0, 0], 1e-12)

    def test_a_kinematic_pusher(self):
        run = self.run_scene("pusher")
        for state in run.states["pusher"]:
            self.assertEqual((state.velocity, state.spin), ([2, 0, 0], [0, 0, 0.1]))
        ball = run.states["ball"][-1]
        self.assertGreater(ball.location[0], 0.2)
        self.assertGreaterEqual(ball.velocity[0], 1.9)


class Contacts(SceneCase):
    def test_resting(self):
        # Heights are half sizes, less at most the slop in each contact.
        run = self.run_scene("resting")
        for name, place, contacts in (("box", (0, 0, 0.5), 1), ("top", (0, 0, 1.25), 2),
                                      ("capsule", (4, 0, 0.8), 1), ("slab", (-4, 0, 0.2), 1)):
            for state in run.states[name][-30:]:
                self.assert_close(state.location[:2], place[:2], 1e-4)
                self.assertLessEqual(state.location[2], place[2] + 1e-9)
                self.assertGreaterEqual(state.location[2], place[2] - contacts * SLOP)
                self.assertLess(state.speed, 1e-9)

    def test_friction_holds(self):
        # tan 20 = 0.364 < 0.7.
        box = self.run_scene("slope_holds").states["box"]
        self.assertLess(max(state.speed for state in box), 1e-3)
        self.assertLess(math.dist(box[-1].location, box[0].location), 1e-5)

    def test_friction_slides(self):
        # a = g (sin 30 - 0.2 cos 30); v = a n h and d = a h^2 n (n + 1) / 2 down the slope, but for
        # the rocking that ten passes of the solver leave when the friction sets in.
        run = self.run_scene("slope_slides")
        box = run.states["box"]
        a = G * (0.5 - 0.2 * math.sqrt(0.75))
        down = (-math.sqrt(0.75), 0, -0.5)
        for n, state in enumerate(box):
            self.assert_close(state.velocity, [a * n * H * c for c in down], 1e-3)
            way = a * H * H * n * (n + 1) / 2
            wanted = [start + way * c for start, c in zip(box[0].location, down)]
            self.assert_close(state.location, wanted, 1e-3)
        # The slope's pitch of 30 degrees and the box's quaternion are one rotation.
        self.assert_close(run.states["slope"][0].rotation, box[0].rotation, 1e-15)

    def test_ghosts(self):
        run = self.run_scene("ghosts")
        self.assertEqual(run.number("contacts"), 1)
        n = 90
        self.assert_close(run.states["ghost"][n].location,
                          [5, 0, 1 - G * H * H * n * (n + 1) / 2], 1e-12)
        # A step removes a fifth of the overlap beyond the slop: 0.8^70 of the first is left.
        self.assert_close(run.states["ball"][n].location, [0, 0, 0.5 - SLOP / 2], SLOP / 2 + 1e-8)
        self.assertEqual({e["body"] for e in run.events}, {"ball", "floor"})

    def test_surfaces_of_an_obj_file(self):
        # Mixed friction sqrt(0.81 x 0.25) = 0.45 and sqrt(0.04 x 0.25) = 0.1: v = 8 - f g t. Ten
        # passes of the solver leave some rocking when the friction sets in.
        run = self.run_scene("road")
        for name, friction, own in (("on tarmac", 0.45, 0.81), ("on ice", 0.1, 0.04)):
            for n, state in enumerate(run.states[name]):
                self.assert_close(state.velocity, [8 - friction * G * n * 0.01, 0, 0], 1e-4)
            self.assertAlmostEqual(run.states[name][-1].location[2], 0.5, delta=SLOP)
            hit = next(row for row in run.rays if row["ray"] == name)
            self.assertEqual((hit["body"], float(hit["friction"])), ("road", own))
            self.assert_close([float(hit[c]) for c in ("distance", "nx", "ny", "nz")],
                              [5, 0, 0, 1], 1e-15)


class Swept(SceneCase):
    def test_fast_balls_at_a_floor(self):
        # h v = 0.3 m in a tick, three times the ball. Swept: stops where it touches, J = m v. With
        # e 1 from a gap of 0.015 m: z = 0.1 + (0.3 - 0.015) after one tick. Not swept: passes.
        run = self.run_scene("fast_ball")
        self.assert_close(run.states["swept"][0].location, [0.5, 0.25, 0.15], 0)
        for n in range(1, 5):
            swept, bouncing, discrete = (run.states[name][n]
                                         for name in ("swept", "bouncing", "discrete"))
            self.assert_close(swept.location, [0.5, 0.25, 0.1], 1e-14)
            self.assert_close(swept.velocity, [0, 0, 0], 1e-14)
            self.assert_close(bouncing.location, [2.5, 0.25, 0.385 + 0.3 * (n - 1)], 1e-14)
            self.assert_close(bouncing.velocity, [0, 0, 30], 1e-13)
            self.assert_close(discrete.location, [-2.5, 0.25, 0.15 - 0.3 * n], 1e-14)
        given = {(e["tick"], e["body"]): float(e["impulse_z"]) for e in run.events
                 if e["other"] == "floor"}
        self.assertEqual(sorted(given), [("1", "bouncing"), ("1", "swept")])
        self.assertAlmostEqual(given["1", "swept"], 30, places=12)
        self.assertAlmostEqual(given["1", "bouncing"], 60, places=12)
        self.assertEqual(run.number("contacts"), 1)

    def test_between_floor_and_ceiling(self):
        # 3 m in 0.4 + 0.8 + 0.8 + 0.8 + 0.2: four impacts of 2 m v, z = 0.9 - 0.2.
        run = self.run_scene("floor_and_ceiling")
        end = run.states["ball"][1]
        self.assert_close(end.location, [0.5, 0.25, 0.7], 1e-12)
        self.assert_close(end.velocity, [0, 0, -300], 1e-12)
        mine = [(e["other"], float(e["impulse_z"])) for e in run.events if e["body"] == "ball"]
        self.assertEqual([other for other, _ in mine], ["floor", "ceiling"] * 2)
        self.assert_close([impulse for _, impulse in mine], [600, -600] * 2, 1e-11)
        self.assertEqual(len(run.events), 8)
        document = scene("floor_and_ceiling")
        document["solver"]["impact_limit"] = 3
        self.refuse("run", self.path("scene.json", json.dumps(document)),
                    says=["scene.json: tick 1: bodies[2].impacts", "limit"])


class Rays(SceneCase):
    def test_rays(self):
        run = self.run_scene("rays")
        last = {row["ray"]: row for row in run.rays}
        for ray, body, distance, normal in (
                ("ball", "ball", 5 - 1, (-1, 0, 0)), ("box", "box", 5 - 1, (-1, 0, 0)),
                ("capsule side", "capsule", 5 - 0.5, (-1, 0, 0)),
                ("capsule end", "capsule", 5 - 1.5, (0, 0, 1)),
                ("down", "upper", 10 + 5, (0, 0, 1)),
                ("down past upper", "lower", 10 + 8, (0, 0, 1))):
            row = last[ray]
            self.assertEqual(row["body"], body)
            self.assert_close([float(row[c]) for c in ("distance", "nx", "ny", "nz")],
                              [distance, *normal], 1e-14)
        for ray in ("away", "short", "past a corner", "inside", "from below"):
            self.assertEqual(last[ray]["body"], "")
            self.assertRegex(run.text, rf"(?m)^{ray} +no hit$")
        self.assertEqual(float(last["down"]["friction"]), 0.9)
        self.assertEqual(float(last["down past upper"]["friction"]), 0.6)
        self.assertNotEqual(last["down"]["triangle"], "")
        self.assertEqual(last["ball"]["triangle"], "")
        # Before the first tick and after each one, or at the end alone.
        mover = [row for row in run.rays if row["ray"] == "mover"]
        self.assertEqual([row["tick"] for row in mover], ["0", "1", "2"])
        self.assert_close([float(row["distance"]) for row in mover],
                          [4 + 6 * H * n for n in range(3)], 1e-13)
        self.assertEqual([row["tick"] for row in run.rays if row["ray"] == "ball"], ["2"])


if __name__ == "__main__":
    main()
