"""Measure what the extension costs, against two twins in plain Sphinx.

Usage: ``python benchmarks/bench.py --pages 400 --rounds 3 [--jobs 2] [--corpus DIR] [--out FILE]``

Three projects with the same text (see ``make_wiki.py``) are built in turns, ABC ABC …, each
as a process of its own: full builds, serial and with several jobs, a build without changes,
a build after a sentence was edited, and one after a mention was added. A report gives
medians, ratios against the twins and the limits that the project has set itself. Nothing
is asserted: on a machine that does other work single times vary by 20 %, so read ratios,
and take more rounds where they are close to a limit.

FILE gets the report in Markdown, and the same data as JSON beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

TWINS = ("wiki", "bare", "handwritten")
#: The extension prints one such line for each phase when Sphinx runs with -v.
PHASE = re.compile(rb"paperwiki: phase (?P<name>\S+) (?P<seconds>[\d.]+)")
STEPS = {
    "full": "full build, serial",
    "full-j": "full build, -j{jobs}",
    "fast-j": "full build, -j{jobs}, fast settings",
    "no-op": "no-op build",
    "edit": "one-page edit (a sentence)",
    "mention": "one-page edit (a new mention)",
}

#: With the extra [fast] and the pause of the garbage collector; compared with a twin without them.
FAST = ("-D", "paperwiki_pause_gc=1")

#: What is to hold: row of the report → (twin, limit of the ratio).
LIMITS: dict[str, tuple[tuple[str, float], ...]] = {
    "full": (("bare", 1.05), ("handwritten", 0.90)),
    "full-j": (("bare", 1.05), ("handwritten", 0.90)),
    "fast-j": (("bare", 0.70),),
    "no-op": (("bare", 1.05),),
    "edit": (("bare", 1.10),),
    "mention": (("bare", 1.10),),
}
PHASES_LIMIT = 0.04
PICKLED_LIMIT = 1500
HUB_BYTES_LIMIT = 600_000


@dataclass
class Run:
    """One build, measured."""

    twin: str
    step: str
    round: int
    wall: float
    cpu: float  #: user and system time, of its own children too
    rss: float  #: MB, the largest of its processes
    written: int  #: pages whose file is new
    changed: int  #: pages whose bytes are new


def build(
    source: Path, out: Path, doctrees: Path, *options: str, log: Path | None = None
) -> tuple[float, float, float]:
    """Run Sphinx as a process; return wall time, processor time and peak memory in MB.

    The compiled stemmer is hidden from it, unless the *options* are those of the fast settings.
    """
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-d", str(doctrees), *options, str(source), str(out)]
    environment = {**os.environ, "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"}
    if "paperwiki_pause_gc=1" not in options:
        hidden = source.parent / "without-stemmer"
        hidden.mkdir(exist_ok=True)
        (hidden / "Stemmer.py").write_text("raise ImportError\n", encoding="utf-8")
        environment["PYTHONPATH"] = str(hidden)
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read()
    if log:
        log.write_bytes(text)
    if process.returncode or b"WARNING" in text:
        sys.stderr.write(text[-3000:].decode("utf-8", "replace"))
        if process.returncode:
            raise SystemExit(f"the build of {source} failed")
    unit = 1 if platform.system() == "Darwin" else 1024
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit / 1e6


def pages_in(out: Path) -> dict[str, tuple[int, int]]:
    """Return time of writing and hash of each page in an output folder."""
    return {
        str(path.relative_to(out)): (path.stat().st_mtime_ns, hash(path.read_bytes())) for path in out.rglob("*.html")
    }


class Bench:
    """The builds of one size."""

    def __init__(self, folder: Path, plan: dict[str, Any], jobs: int) -> None:
        self.folder, self.plan, self.jobs = folder, plan, jobs
        self.runs: list[Run] = []
        self.phases: dict[str, float] = {}
        self.phases_wall = 0.0
        self.inspected: dict[str, dict[str, float]] = {}
        self.originals: dict[Path, str] = {}

    def place(self, twin: str, kind: str) -> Path:
        """Return a folder of *twin*: its output or its doctrees."""
        return self.folder / f"{kind}-{twin}"

    def measure(self, twin: str, step: str, number: int, *options: str, fresh: bool = False) -> None:
        """Run one build and note what it took."""
        out, doctrees = self.place(twin, "out"), self.place(twin, "doctrees")
        if fresh:
            shutil.rmtree(out, ignore_errors=True)
            shutil.rmtree(doctrees, ignore_errors=True)
        before = pages_in(out)
        wall, cpu, rss = build(self.folder / twin, out, doctrees, "-q", *options)
        after = pages_in(out)
        run = Run(
            twin,
            step,
            number,
            wall,
            cpu,
            rss,
            sum(1 for name, (stamp, _) in after.items() if before.get(name, (0, 0))[0] != stamp),
            sum(1 for name, (_, digest) in after.items() if before.get(name, (0, 0))[1] != digest),
        )
        self.runs.append(run)
        print(
            f"round {number} {step:8} {twin:12} {wall:7.2f} s wall {cpu:7.2f} s cpu {rss:6.0f} MB "
            f"{run.written:6} written {run.changed:6} changed",
            file=sys.stderr,
            flush=True,
        )

    def change(self, twin: str, name: str, change: Callable[[str], str]) -> None:
        """Write a page again: its first text, changed."""
        path = self.folder / twin / f"{self.plan[name]}.md"
        original = self.originals.setdefault(path, path.read_text(encoding="utf-8"))
        path.write_text(change(original), encoding="utf-8")

    def edit(self, twin: str, text: str) -> None:
        """Put *text* at the end of the first paragraph after the first sub-heading of a page."""
        self.change(
            twin, "edit", lambda page: re.sub(r"(?m)^(## .*\n\n.*)$", lambda m: f"{m[1]} {text}", page, count=1)
        )

    def restore(self) -> None:
        """Undo all edits."""
        for path, text in self.originals.items():
            path.write_text(text, encoding="utf-8")

    def edit_sentence(self, twin: str, number: int) -> None:
        """Edit a sentence without a mention."""
        self.edit(twin, f"Edited in round {number}.")

    def edit_mention(self, twin: str, number: int) -> None:
        """Add a mention; the hand-written twin gets a line on the other page too."""
        self.edit(twin, f"Edited in round {number} because of {self.plan['quiet_link'][twin]}.")
        if twin == "handwritten":
            lines = f"\n:::{{rubric}} Linked from {number}\n:::\n\n{self.plan['quiet_backlink']}\n"
            self.change(twin, "quiet", lambda page: page + lines)

    def warm_up(self) -> None:
        """Build the wiki once with -v, for the file cache and for the times of phases."""
        log = self.folder / "verbose.log"
        out, doctrees = self.place("wiki", "out"), self.place("wiki", "doctrees")
        self.phases_wall, _, _ = build(self.folder / "wiki", out, doctrees, "-v", log=log)
        for match in PHASE.finditer(log.read_bytes()):
            name = match["name"].decode()
            self.phases[name] = self.phases.get(name, 0.0) + float(match["seconds"])

    def run(self, rounds: int) -> None:
        """Run all builds."""
        self.warm_up()
        edits: dict[str, Callable[[str, int], None]] = {"edit": self.edit_sentence, "mention": self.edit_mention}
        for number in range(1, rounds + 1):
            self.restore()
            if self.jobs > 1:
                for twin in TWINS:
                    self.measure(twin, "full-j", number, f"-j{self.jobs}", fresh=True)
                self.measure("wiki", "fast-j", number, f"-j{self.jobs}", *FAST, fresh=True)
            for twin in TWINS:
                self.measure(twin, "full", number, fresh=True)
            for twin in TWINS:
                self.measure(twin, "no-op", number)
            for step, change in edits.items():
                for twin in TWINS:
                    change(twin, number)
                    self.measure(twin, step, number)
        for twin in TWINS:
            command = [sys.executable, __file__, "--inspect", str(self.place(twin, "doctrees"))]
            self.inspected[twin] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)

    # ---- the report

    def median(self, twin: str, step: str, field: str) -> float:
        """Return the median of a figure."""
        if step == "fast-j" and twin != "wiki":
            step = "full-j"
        return statistics.median(getattr(run, field) for run in self.runs if (run.twin, run.step) == (twin, step))

    def ratio(self, other: str, step: str, field: str) -> tuple[float, float, float]:
        """Return the median of the ratios of each round, and the least and the greatest of them."""
        steps = (step, "full-j") if step == "fast-j" else (step,)  # the twins have no fast settings
        values: dict[tuple[str, int], float] = {}
        for run in self.runs:
            if run.step in steps:
                values.setdefault((run.twin, run.round), getattr(run, field))
        if step == "fast-j":
            values.update({("wiki", run.round): getattr(run, field) for run in self.runs if run.step == step})
        ratios = [value / values[other, number] for (twin, number), value in values.items() if twin == "wiki"]
        return statistics.median(ratios), min(ratios), max(ratios)

    def report(self) -> str:
        """Return the report in Markdown."""
        plan = self.plan
        steps = [step for step in STEPS if any(run.step == step for run in self.runs)]
        rounds = max(run.round for run in self.runs)
        load = os.getloadavg()[0]
        lines = [
            f"# Benchmark: {plan['pages']} pages, {rounds} rounds",
            "",
            f"{plan['bytes_a_page']} bytes of MyST a page; the biggest hub has {plan['hub_mentions']} mentions on "
            f"{plan['hub_sources']} pages. Python {platform.python_version()}, Sphinx {metadata.version('sphinx')}, "
            f"myst-parser {metadata.version('myst-parser')}, {os.cpu_count()} cores, load {load:.1f} at the end.",
            "",
            "Medians; ratios are medians of the ratios within a round, with their range.",
            "",
        ]
        for field, unit in (("wall", "s"), ("cpu", "s"), ("rss", "MB")):
            title = {"wall": "Wall time", "cpu": "Processor time", "rss": "Peak memory"}[field]
            lines += [
                f"## {title}",
                "",
                "| build | wiki | bare | handwritten | wiki : bare | wiki : handwritten | limits |",
            ]
            lines.append("| --- | ---: | ---: | ---: | --- | --- | --- |")
            for step in steps:
                values = " | ".join(
                    f"{self.median(twin, step, field):.{2 if unit == 's' else 0}f} {unit}" for twin in TWINS
                )
                ratios = " | ".join(
                    "{:.3f} ({:.2f} to {:.2f})".format(*self.ratio(twin, step, field)) for twin in TWINS[1:]
                )
                limits = ", ".join(f"{limit:.2f} × {twin}" for twin, limit in LIMITS[step])
                lines.append(f"| {STEPS[step].format(jobs=self.jobs)} | {values} | {ratios} | {limits} |")
            lines.append("")
        lines += [
            "## Pages written (of them with new bytes)",
            "",
            "| build | wiki | bare | handwritten |",
            "| --- | ---: | ---: | ---: |",
        ]
        for step in steps:
            cells = (
                f"{self.median(twin, step, 'written'):.0f} ({self.median(twin, step, 'changed'):.0f})" for twin in TWINS
            )
            lines.append(f"| {STEPS[step].format(jobs=self.jobs)} | {' | '.join(cells)} |")
        lines += ["", *self._sizes(), "", *self._phases()]
        return "\n".join(lines) + "\n"

    def _sizes(self) -> list[str]:
        pages = self.plan["pages"]
        hub = self.place("wiki", "out") / f"{self.plan['hub']}.html"
        lines = ["## Sizes", "", "| | wiki | bare | handwritten | limit |", "| --- | ---: | ---: | ---: | --- |"]
        rows: list[tuple[str, Callable[[str], float], str]] = [
            ("environment, pickled bytes a page", lambda twin: self.inspected[twin]["env"] / pages, ""),
            ("… of it the wiki's own records", lambda twin: self.inspected[twin]["domain"] / pages, f"{PICKLED_LIMIT}"),
            ("doctree nodes a page", lambda twin: self.inspected[twin]["nodes"] / pages, ""),
            ("doctrees, bytes a page", lambda twin: self.inspected[twin]["doctrees"] / pages, ""),
            ("HTML, bytes a page", lambda twin: _html_bytes(self.place(twin, "out")) / pages, ""),
            (
                "HTML, bytes of the biggest hub",
                lambda twin: (self.place(twin, "out") / hub.relative_to(self.place("wiki", "out"))).stat().st_size,
                f"{HUB_BYTES_LIMIT}",
            ),
        ]
        for name, value, limit in rows:
            cells = " | ".join(f"{value(twin):.1f}" if "nodes" in name else f"{value(twin):.0f}" for twin in TWINS)
            lines.append(f"| {name} | {cells} | {limit} |")
        more = (self.inspected["wiki"]["env"] - self.inspected["bare"]["env"]) / pages
        lines.append(f"| environment, wiki less bare, bytes a page | {more:.0f} | | | |")
        return lines

    def _phases(self) -> list[str]:
        if not self.phases:
            return ["The extension printed no times of phases (`paperwiki: phase NAME SECONDS` with -v)."]
        total = sum(self.phases.values())
        lines = ["## Phases of the extension (one full serial build with -v)", "", "| phase | s | of the build |"]
        lines.append("| --- | ---: | ---: |")
        for name, seconds in [*self.phases.items(), ("all", total)]:
            lines.append(f"| {name} | {seconds:.3f} | {seconds / self.phases_wall:.1%} |")
        lines.append(f"\nLimit for all phases: {PHASES_LIMIT:.0%} of the build ({self.phases_wall:.1f} s).")
        return lines

    def data(self) -> dict[str, Any]:
        """Return everything that was measured."""
        return {
            "plan": self.plan,
            "runs": [asdict(run) for run in self.runs],
            "phases": self.phases,
            "phases_wall": self.phases_wall,
            "inspected": self.inspected,
            "versions": {name: metadata.version(name) for name in ("sphinx", "docutils", "myst-parser")},
        }


def _html_bytes(out: Path) -> int:
    return sum(path.stat().st_size for path in out.rglob("p*.html"))


def inspect(doctrees: Path) -> dict[str, float]:
    """Return the sizes of the environment and the number of nodes in a folder of doctrees."""
    nodes: dict[str, float] = defaultdict(float)
    with (doctrees / "environment.pickle").open("rb") as file:
        env = pickle.load(file)
    nodes["env"] = (doctrees / "environment.pickle").stat().st_size
    nodes["domain"] = len(pickle.dumps(env.domaindata["wiki"], 5)) if "wiki" in env.domaindata else 0
    for path in doctrees.rglob("p*.doctree"):
        with path.open("rb") as file:
            nodes["nodes"] += sum(1 for _ in pickle.load(file).findall())
        nodes["doctrees"] += path.stat().st_size
    return dict(nodes)


def main() -> None:
    """Run as a command."""
    parser = argparse.ArgumentParser(description="Measure what the extension costs.")
    parser.add_argument("--pages", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2, help="of the parallel builds; 1 leaves them out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", type=Path, help="folder of the corpora; without it words are made up")
    parser.add_argument("--out", type=Path, help="file for the report; the data go beside it as JSON")
    parser.add_argument("--work", type=Path, help="folder for sources and output, kept (default: a temporary one)")
    parser.add_argument("--inspect", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.inspect:
        print(json.dumps(inspect(args.inspect)))
        return
    with tempfile.TemporaryDirectory(prefix="paperwiki-bench-") as temporary:
        folder = args.work or Path(temporary)
        command = [
            sys.executable,
            str(Path(__file__).with_name("make_wiki.py")),
            str(folder),
            "--pages",
            str(args.pages),
        ]
        command += ["--seed", str(args.seed), *(("--corpus", str(args.corpus)) if args.corpus else ())]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        plan = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
        bench = Bench(folder, plan, args.jobs)
        bench.run(args.rounds)
        report = bench.report()
        print(report)
        if args.out:
            args.out.write_text(report, encoding="utf-8")
            data = json.dumps(bench.data(), indent=1, ensure_ascii=False)
            args.out.with_suffix(".json").write_text(data, encoding="utf-8")


if __name__ == "__main__":
    main()
