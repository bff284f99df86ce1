#!/usr/bin/env python3
"""Prints what bench_single_track measured as a table and draws a chart of it.

    report.py results.json ...            read Google Benchmark's JSON
    report.py --run BUILD [--filter RE]   run BUILD/bench/bench_single_track first

The ratios are to the two baselines of the same precision, speeds, number of agents and micro-steps
a call, in the same results. The share of the peak is the useful arithmetic (counted, see README)
over the widest fused multiply-adds, in the same results as well.
"""
import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

PLAIN, VECTORISED = "baseline_aos", "baseline_vectorised"
SPEEDS = {"dynamic": "all above 2 m/s", "mixed": "12 % slow, shuffled",
          "half_slow": "half slow, shuffled"}
PRECISION = {"f32": "float", "f64": "double"}


class Results:
    """Median rates by (precision, speeds, agents, steps), then by who."""

    def __init__(self, files):
        rates, self.flop, peaks = defaultdict(list), {}, defaultdict(list)
        self.context = {}
        for file in files:
            data = json.loads(Path(file).read_text())
            self.context = self.context or data["context"]
            for row in data["benchmarks"]:
                if row.get("run_type") != "iteration" or "items_per_second" not in row:
                    continue
                name = row["run_name"].removesuffix("/manual_time").split("/")
                name = [part for part in name if not part.startswith("min_time")]
                if name[0] == "fma_peak":
                    peaks[name[1], name[2]].append(row["items_per_second"])
                elif name[0] == "single_track":
                    _, precision, speeds, agents, steps, who = name
                    key = (precision, speeds, int(agents), int(steps))
                    rates[key, who].append(row["items_per_second"])
                    if "flop_per_item" in row:
                        self.flop[key] = row["flop_per_item"]
        self.rate = defaultdict(dict)
        for (key, who), samples in rates.items():
            self.rate[key][who] = statistics.median(samples)
        self.peak = {}
        for (precision, _), samples in peaks.items():
            self.peak[precision] = max(self.peak.get(precision, 0), statistics.median(samples))

    def ratio(self, key, who, to):
        base = self.rate[key].get(to)
        return self.rate[key][who] / base if base else None

    def share(self, key, who):
        peak = self.peak.get(key[0])
        if not peak or key not in self.flop or who.startswith("baseline"):
            return None
        return self.rate[key][who] * self.flop[key] / peak


def ordered(results):
    return sorted(results.rate, key=lambda k: (k[0], list(SPEEDS).index(k[1]), k[2], k[3]))


def table(results):
    context = results.context
    print(f"{context.get('cpu', 'unknown cpu')}, compiler {context.get('compiler', 'unknown')}")
    for precision, peak in sorted(results.peak.items()):
        print(f"fma peak {PRECISION[precision]}: {peak / 1e9:.1f} GFLOP/s, one thread")
    head = ("precision", "speeds", "agents", "steps", "who", "M/s", "x plain", "x vectorised",
            "of peak")
    rows = []
    for key in ordered(results):
        for who in results.rate[key]:
            plain, vectorised = (results.ratio(key, who, to) for to in (PLAIN, VECTORISED))
            share = results.share(key, who)
            rows.append((key[0], key[1], str(key[2]), str(key[3]), who,
                         f"{results.rate[key][who] / 1e6:.1f}",
                         f"{plain:.1f}" if plain else "-",
                         f"{vectorised:.2f}" if vectorised else "-",
                         f"{100 * share:.0f} %" if share else "-"))
    width = [max(len(row[c]) for row in [head, *rows]) for c in range(len(head))]
    left = (0, 1, 4)
    for i, row in enumerate([head, *rows]):
        if i and row[:4] != previous:
            print()
        previous = row[:4]
        print("  ".join(cell.ljust(width[c]) if c in left else cell.rjust(width[c])
                        for c, cell in enumerate(row)).rstrip())


class Svg:
    def __init__(self, width, height):
        self.lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="Helvetica, Arial, sans-serif">',
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>']

    def text(self, x, y, text, size=12, fill="#24292f", anchor="start", weight="normal"):
        text = text.replace("&", "&amp;").replace("<", "&lt;")
        self.lines.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" '
                          f'text-anchor="{anchor}" font-weight="{weight}" stroke="#ffffff" '
                          f'stroke-width="3" paint-order="stroke">{text}</text>')

    def bar(self, x, y, width, height, fill):
        self.lines.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0.5):.1f}" '
                          f'height="{height:.1f}" rx="1.5" fill="{fill}"/>')

    def line(self, x1, y1, x2, y2, stroke="#d8dee4", width=1.0, dash=""):
        self.lines.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
                          f'stroke="{stroke}" stroke-width="{width}" stroke-dasharray="{dash}"/>')

    def save(self, path):
        Path(path).write_text("\n".join([*self.lines, "</svg>", ""]))


def nice_step(largest):
    """Distance of about four grid lines up to `largest`."""
    step = 1.0
    while True:
        for factor in (1, 2, 2.5, 5):
            if largest / (step * factor) <= 5:
                return step * factor
        step *= 10


def label(who):
    return {PLAIN: "plain loop, std functions", VECTORISED: "compiler-vectorised loop"}.get(
        who, who.replace(":", " "))


def chart(results, agents, path):
    """A panel for each precision and kind of speeds, a bar for each program and steps a call."""
    keys = [k for k in ordered(results) if k[2] == agents]
    if not keys:
        sys.exit(f"report.py: no results with {agents} agents; choose others by --agents")
    precisions = [p for p in PRECISION if any(k[0] == p for k in keys)]
    speeds = [s for s in SPEEDS if any(k[1] == s for k in keys)]
    steps = sorted({k[3] for k in keys})
    people = list(dict.fromkeys(who for k in keys for who in results.rate[k]))
    shades = {True: ["#c9ced6", "#a3abb8", "#7d8796"], False: ["#9ecae9", "#4a90c8", "#14568f"]}

    names, panel, gap, bar, top = 178, 250, 46, 7, 92
    group = len(steps) * bar + 9
    tall = len(people) * group
    svg = Svg(names + len(speeds) * (panel + gap) + 14, top + len(precisions) * (tall + 78) + 4)
    svg.text(16, 30, "Single-track model, Runge-Kutta micro-steps of one thread", 18, weight="bold")
    svg.text(16, 50, f"million agent-steps per second, {agents} agents, "
             f"{results.context.get('cpu', '')}; numbers: {steps[len(steps) // 2]} a call, "
             "in brackets times the compiler-vectorised loop", 12, "#57606a")
    x = 16
    svg.text(x, 72, "micro-steps a call:", 12, "#57606a")
    x += 112
    for i, count in enumerate(steps):
        svg.bar(x, 63, 11, 10, shades[True][i % 3])
        svg.bar(x + 12, 63, 11, 10, shades[False][i % 3])
        svg.text(x + 28, 72, str(count), 12)
        x += 64

    for row, precision in enumerate(precisions):
        y0 = top + 40 + row * (tall + 78)
        largest = max(max(results.rate[k].values()) for k in keys if k[0] == precision) / 1e6
        grid = nice_step(largest)
        scale = (panel - 34) / largest
        svg.text(16, y0 - 12, PRECISION[precision], 14, weight="bold")
        for i, who in enumerate(people):
            middle = y0 + i * group + len(steps) * bar / 2 + 4
            svg.text(names - 10, middle, label(who), 12, anchor="end")
        for column, kind in enumerate(speeds):
            x0 = names + column * (panel + gap)
            svg.text(x0, y0 - 12, SPEEDS[kind], 12, weight="bold")
            for n in range(int(largest / grid) + 1):
                x = x0 + n * grid * scale
                svg.line(x, y0 - 4, x, y0 + tall, "#d8dee4" if n else "#8c959f")
                svg.text(x, y0 + tall + 14, f"{n * grid:g}", 11, "#57606a", "middle")
            for i, who in enumerate(people):
                for j, count in enumerate(steps):
                    key = (precision, kind, agents, count)
                    if who not in results.rate.get(key, {}):
                        continue
                    rate = results.rate[key][who] / 1e6
                    y = y0 + i * group + j * bar
                    svg.bar(x0, y, rate * scale, bar - 1, shades[who.startswith("baseline")][j % 3])
                    if count != steps[len(steps) // 2]:
                        continue
                    times = results.ratio(key, who, VECTORISED)
                    shown = f"{rate:.0f}" if rate >= 20 else f"{rate:.1f}"
                    if times and not who.startswith("baseline"):
                        shown += f" ({times:.1f}x)"
                    longest = max(results.rate.get((precision, kind, agents, c), {}).get(who, 0)
                                  for c in steps) / 1e6
                    svg.text(x0 + longest * scale + 5, y + bar - 0.5, shown, 10.5)
    svg.save(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("results", nargs="*", help="JSON of bench_single_track")
    parser.add_argument("--run", metavar="BUILD", help="build directory whose program to run")
    parser.add_argument("--filter", default="", help="benchmarks to run, a regular expression")
    parser.add_argument("--repetitions", type=int, default=1, help="of each, when run")
    parser.add_argument("--agents", type=int, default=1024, help="number of agents in the chart")
    parser.add_argument("--svg", metavar="FILE", help="draw the chart into this file")
    args = parser.parse_args()
    if bool(args.run) == bool(args.results):
        parser.error("name either result files or --run BUILD")
    with tempfile.TemporaryDirectory() as folder:
        files = args.results
        if args.run:
            files = [Path(folder) / "results.json"]
            command = [str(Path(args.run) / "bench" / "bench_single_track"),
                       f"--benchmark_out={files[0]}", "--benchmark_out_format=json",
                       f"--benchmark_repetitions={args.repetitions}"]
            if args.filter:
                command.append(f"--benchmark_filter=fma_peak|{args.filter}")
            subprocess.run(command, check=True, stdout=sys.stderr)
        results = Results(files)
    if not results.rate:
        sys.exit("report.py: no single_track results")
    table(results)
    if args.svg:
        chart(results, args.agents, args.svg)


if __name__ == "__main__":
    main()
