"""lanewise integrate: the golden data, parameter columns, and what it copies."""
import math

from harness import Case, SINGLE_TRACK_DATA, main, rows

NAMES = ("x", "y", "delta", "v", "psi", "omega", "beta")
HEADER = "steer_mode,long_mode,dt,u0,u1,x0,y0,delta0,v0,psi0,omega0,beta0"
MODES = "steeringvelocity,acceleration"
F1TENTH = {"mu": 1.0489, "C_Sf": 4.718, "C_Sr": 5.4562, "lf": 0.15875, "lr": 0.17145, "h": 0.074,
           "m": 3.74, "I": 0.04712, "s_min": -0.4189, "s_max": 0.4189, "sv_min": -3.2,
           "sv_max": 3.2, "v_switch": 7.319, "a_max": 9.51, "v_min": -5, "v_max": 20}


def deviation(name, got, wanted):
    """|got - wanted| / max(1, |wanted|), yaw modulo 2 pi: the measure of the golden data."""
    difference = abs(got - wanted)
    if name == "psi":
        difference = min(difference, abs(difference - 2 * math.pi))
    return difference / max(1.0, abs(wanted))


class Integrate(Case):
    def integrate(self, cases, *options):
        """Rows of the output for a file, or for the text of one."""
        path = self.path("cases.csv", cases) if isinstance(cases, str) else cases
        output = self.path("out.csv")
        self.succeed("integrate", path, "--output", output, *options)
        return rows(output)

    def hold_against_golden(self, model, integrator, precision):
        source = SINGLE_TRACK_DATA / "dev" / f"{model}_{integrator}.csv"
        wanted = rows(source)
        got = self.integrate(source, "--model", model, "--integrator", integrator, "--precision",
                             precision, "--params", SINGLE_TRACK_DATA / "params.csv")
        self.assertEqual(len(got), len(wanted))
        binary = {"double": ("e64", 1e-12, 1e-12, 1e-9, 1e-9),
                  "single": ("e32", 2e-6, 1e-5, 1e-3, 1e-3)}[precision]
        error, first, later, least_margin, largest_error = binary
        compared = 0
        for row, golden in zip(got, wanted):
            for column in ("case", "tag", "params", "u0", "beta0"):
                self.assertEqual(row[column], golden[column])
            for stage in ("f", "n1", "n10", "n100"):
                known = float(golden[f"{error}_{stage}"])
                if stage in ("f", "n1"):
                    # binary64 holds the bound in every row, binary32 where inputs round well.
                    bound = first if precision == "double" else max(first, 10 * known)
                else:
                    if not (float(golden[f"margin_{stage}"]) > least_margin and
                            known < largest_error):
                        continue
                    bound = max(later, 20 * known)
                    # In reverse the slip angle can grow to 1e6 rad; its sine is then only as good
                    # as the rounding of the angle, whoever computes it.
                    if precision == "double" and golden[f"beta_{stage}"]:
                        slip = abs(float(golden[f"beta_{stage}"]))
                        bound = max(bound, 64 * 2.0**-52 * slip)
                for name in NAMES:
                    column = f"f_{name}" if stage == "f" else f"{name}_{stage}"
                    if golden[column] == "":
                        self.assertEqual(row[column], "")
                        continue
                    d = deviation(name, float(row[column]), float(golden[column]))
                    self.assertLessEqual(d, bound, (model, golden["case"], column))
                    compared += 1
        self.assertGreater(compared, 3000)

    def test_golden_in_double(self):
        for model in ("ks", "st", "st_smooth"):
            for integrator in ("euler", "rk4"):
                self.hold_against_golden(model, integrator, "double")

    def test_golden_in_single(self):
        for model in ("ks", "st"):
            self.hold_against_golden(model, "rk4", "single")

    def test_columns_of_the_output(self):
        got = self.integrate(f"note,params,{HEADER},f_x,margin_n1\n"
                             f"hello,f1tenth,{MODES},0.01,0,0,1,2,0,3,0,0,0,9,9\n",
                             "--micro-steps", "7,2")
        columns = ["note", "params", *HEADER.split(","), *(f"f_{n}" for n in NAMES),
                   *(f"{n}_n2" for n in NAMES), *(f"{n}_n7" for n in NAMES)]
        self.assertEqual(list(got[0]), columns)
        # Straight on at 3 m/s: x' = 3, and x after n steps is 1 + 0.03 n.
        self.assertEqual(got[0]["note"], "hello")
        self.assertEqual(float(got[0]["f_x"]), 3.0)
        self.assertAlmostEqual(float(got[0]["x_n7"]), 1.21, places=14)
        self.assertEqual(float(got[0]["v_n7"]), 3.0)

    def test_explicit_parameters(self):
        case = f"{MODES},0.01,0.3,1,0,0,0.1,4,0.2,0.1,0.02"
        named = self.integrate(f"params,{HEADER}\nf1tenth,{case}\n")
        values = ",".join(str(value) for value in F1TENTH.values())
        given = self.integrate(f"{','.join(F1TENTH)},{HEADER}\n{values},{case}\n")
        changed = self.integrate(f"params,mu,{HEADER}\nf1tenth,0.5,{case}\n")
        kept = self.integrate(f"params,mu,{HEADER}\nf1tenth,,{case}\n")
        for column in ("f_omega", "beta_n100"):
            self.assertEqual(given[0][column], named[0][column])
            self.assertEqual(kept[0][column], named[0][column])
            self.assertNotEqual(changed[0][column], named[0][column])
        # The lateral forces, and so omega', are proportional to mu.
        self.assertAlmostEqual(float(changed[0]["f_omega"]) / float(named[0]["f_omega"]),
                               0.5 / 1.0489, places=12)

    def test_rows_do_not_know_each_other(self):
        lines = [f"f1tenth,{MODES},{0.01 if i % 3 else 0.02},0.1,0.5,0,0,0,{1 + i},0,0,0"
                 for i in range(9)]
        head = f"params,{HEADER}\n"
        together = self.integrate(head + "\n".join(lines) + "\n")
        for i, line in enumerate(lines):
            self.assertEqual(self.integrate(head + line + "\n")[0], together[i])

    def test_ks_needs_no_yaw_rate(self):
        got = self.integrate(f"params,{HEADER.removesuffix(',omega0,beta0')}\n"
                             f"f1tenth,{MODES},0.01,0,0,0,0,0,1,0\n", "--model", "ks")
        self.assertEqual(got[0]["beta_n10"], "")
        self.assertAlmostEqual(float(got[0]["x_n10"]), 0.1, places=15)

    def test_other_line_ends_blanks_and_comments(self):
        got = self.integrate(f"\ufeff# cases\r\nparams , {HEADER}\r\n\r\n"
                             f" f1tenth ,{MODES}, 0.01,+0,0,0,0,0,1,0,0,0\r\n")
        self.assertAlmostEqual(float(got[0]["x_n1"]), 0.01, places=16)

    def test_refusals_name_the_line(self):
        head = f"params,{HEADER}\n"
        good = f"f1tenth,{MODES},0.01,0,0,0,0,0,1,0,0,0\n"
        output = self.path("out.csv")
        for text, says in (
                ("", ["no header"]),
                (head, ["no rows"]),
                (head + good + "f1tenth,1\n", [":3", "2 fields"]),
                (head.replace("dt", "tt") + good, [":1", "'dt'"]),
                (head.replace("u1", "u0") + good, [":1", "'u0'", "twice"]),
                (head + good + good.replace("f1tenth", "f1", 1), [":3", "params 'f1'", "f1tenth"]),
                (head + good.replace("steeringvelocity", "left"), [":2", "steer_mode 'left'"]),
                (head + good.replace("acceleration", "gas"), [":2", "long_mode 'gas'"]),
                (head + good.replace("0.01", "0"), [":2", "dt '0'", "> 0"]),
                (head + good.replace("0.01", "-1"), [":2", "dt '-1'", "> 0"]),
                (head + good.replace("0.01", "nan"), [":2", "dt 'nan'", "finite"]),
                (head + good.replace(",1,", ",1x,"), [":2", "v0 '1x'", "number"]),
                (head + good.replace(",1,", ",1e999,"), [":2", "v0 '1e999'"]),
                ("mu," + head + "-1," + good, [":2", "mu", "-1", "> 0"]),
                ("mu," + head + "1," + good.replace("f1tenth", "", 1), [":2", "C_Sf"])):
            path = self.path("bad.csv", text)
            self.refuse("integrate", path, "--output", output, says=["bad.csv", *says])
            self.assertFalse(output.exists())
        path = self.path("large.csv", head + good.replace(",1,", ",1e60,"))
        self.refuse("integrate", path, "--output", output, "--precision", "single",
                    says=["large.csv:2", "1e+60"])

    def test_parameter_file(self):
        path = self.path("sets.csv", "params," + ",".join(F1TENTH) + ",width,length\nmine," +
                         ",".join(map(str, F1TENTH.values())) + ",0.3,0.5\n")
        case = f"{MODES},0.01,0.3,1,0,0,0.1,4,0.2,0.1,0.02"
        mine = self.integrate(f"params,{HEADER}\nmine,{case}\n", "--params", path)
        theirs = self.integrate(f"params,{HEADER}\nf1tenth,{case}\n")
        self.assertEqual(mine[0]["beta_n100"], theirs[0]["beta_n100"])
        bad = self.path("bad.csv", path.read_text(encoding="utf-8").replace("4.718", "-4"))
        cases = self.path("cases.csv", f"params,{HEADER}\nf1tenth,{case}\n")
        self.refuse("integrate", cases, "--output", self.path("o.csv"), "--params", bad,
                    says=["bad.csv:2", "C_Sf", "> 0"])


if __name__ == "__main__":
    main()
