#!/usr/bin/env python3
"""race/race.py: builds and runs the races, and writes the report.

    ./dev race                 everything
    ./dev race --quick         a tenth of the work, some contenders
    ./dev race ints lines      races whose name contains one of the words
    ./dev race --list          what there is
    ./dev race --publish       the last report into docs/benchmarks.md

race/README.md says how it measures.
"""

import argparse
import fcntl
import math
import os
import shutil
import signal
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "tools")]

from devtools import interruption, patience  # noqa: E402
from devtools.report import duration  # noqa: E402
from harness import (binary_costs, build, calls_race,  # noqa: E402
                     compile_race, compressions, definitions, forecast, locales,
                     machine, peers, processes, report_html, report_json,
                     report_markdown, report_terminal, run, size_race)
from harness.inputs import Inputs, thread_lines_size  # noqa: E402
from harness.results import Result, judge  # noqa: E402
import publish  # noqa: E402

# (seconds, rounds): a heat that begins later has at most that many rounds, so
# that the race stays within ten minutes on a slow or busy machine.
LATE = ((240, 3), (330, 2))


def positive(text):
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def arguments(words):
    parser = argparse.ArgumentParser(
        prog="./dev race", description="Races rill against its peers.")
    parser.add_argument("races", nargs="*", metavar="NAME",
                        help="only races or heats whose name contains NAME")
    parser.add_argument("--list", action="store_true",
                        help="the races, their heats and contenders")
    parser.add_argument("--publish", action="store_true",
                        help="race nothing; write the figures of the last "
                        "report (or of its races NAME) to README.md and "
                        "docs/benchmarks.md")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true",
                      help="a tenth of the work, two rounds, the strongest "
                      "contenders and the plain ones: about 90 seconds, the "
                      "first time about three minutes")
    size.add_argument("--full", action="store_true",
                      help="the largest repetitions, -O0, the slowest rows")
    parser.add_argument("--reps", type=positive, metavar="N",
                        help="rounds (default 5, --quick 2, --full 7)")
    parser.add_argument("--dir", metavar="DIR",
                        help="where files are written (default: "
                        "build/race/files; /dev/shm/race has less noise)")
    parser.add_argument("--with", dest="given", action="append", default=[],
                        metavar="NAME=DIR", help="another library, by its "
                        "folder: " + ", ".join(peers.GIVEN))
    parser.add_argument("--processor", action="store_true",
                        help="processor time instead of elapsed time: for a "
                        "machine that does other things as well")
    parser.add_argument("--native", action="store_true",
                        help="also with -O3 -march=native")
    parser.add_argument("--march", metavar="CPU",
                        help="the same with -O3 -march=CPU")
    parser.add_argument("--cxx", default=os.environ.get("CXX", "g++"),
                        help="the compiler (default: $CXX or g++)")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count() or 1,
                        help="compilers at the same time")
    parser.add_argument("--goals", action="store_true",
                        help="print rill's own goals too, which are for its "
                        "developers and the last section of each report")
    parser.add_argument("--only", metavar="WORD", action="append", default=[],
                        help="only contenders whose name contains WORD")
    options = parser.parse_args(words)
    options.mode = ("quick" if options.quick else
                    "full" if options.full else "default")
    return options


def flavours(options):
    found = ["-O2"]
    cpu = options.march or ("native" if options.native else None)
    if cpu:
        found.append(f"-O3 -march={cpu}")
    return found


def work_of(heat, options):
    """The number of values of a heat, and of its rounds."""
    count = getattr(heat, options.mode)
    rounds = options.reps or {"quick": 2, "default": 5, "full": 7}[
        options.mode]
    rounds *= heat.rounds
    if heat.most_rounds and not options.reps and not options.full:
        rounds = min(rounds, heat.most_rounds)
    return count, rounds


def work_size(heat, count, store):
    """Bytes that the work writes or reads; 0 if it has none."""
    if heat.expect == "hello":
        return 12 * count
    if heat.expect == "thread-lines":
        return thread_lines_size(count)
    if heat.input_count:
        return (store.need(heat.input, heat.input_count)["size"] *
                (count if heat.unit == "times" else 1))
    kind = heat.expect or heat.input
    facts = store.need(kind, count) if kind else {"size": 0}
    return facts.get("plain", facts)["size"]


def wanted(name, options):
    return not options.races or any(word in name for word in options.races)


def list_races(options):
    for race in definitions.race_names():
        print(race)
        for heat in definitions.heats_of(race):
            print(f"  {heat.key}: {heat.title}")
        if race in definitions.TOOL_RACES:
            print(f"  {definitions.TOOL_RACES[race]}")
        for program in build.find_programs(race):
            names = ", ".join(row.name for row in program.rows)
            if names:
                print(f"    {program.stem}: {names}")


def given(options):
    """{name: folder of headers} of the libraries that --with names."""
    found = {}
    for word in options.given:
        name, _, folder = word.partition("=")
        if name not in peers.GIVEN or not folder:
            raise SystemExit("race: --with takes NAME=DIR, for NAME one of " +
                             ", ".join(peers.GIVEN))
        found[name] = peers.headers_of(name, os.path.abspath(folder))
        if not found[name]:
            raise SystemExit(f"race: no {peers.PROBES[name]} in {folder}, nor "
                             "in its include folder")
    return found


class Session:
    """One run: the options, and the results."""

    def __init__(self, options, progress):
        self.options, self.progress = options, progress
        self.build = os.path.join(build.ROOT, "build", "race")
        self.files = os.path.abspath(options.dir or
                                     os.path.join(self.build, "files"))
        if not build.compiler(options.cxx):
            raise SystemExit(f"race: the compiler {options.cxx} was not found "
                             "or does not run; see --cxx")
        folders = given(options)
        os.makedirs(self.build, exist_ok=True)
        os.makedirs(self.files, exist_ok=True)
        self.lock()
        self.peers = peers.find_all(options.cxx, folders)
        self.results, self.tables, self.goals = [], [], []
        self.started = time.time()
        self.forecast = forecast.Forecast()

    def lock(self):
        """Only one race runs at a time: two would disturb each other."""
        self.locked = open(os.path.join(self.build, "lock"), "w")
        try:
            fcntl.flock(self.locked, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SystemExit("race: another race is running") from None

    def tools(self):
        """Compiles the generator of inputs, the feeder of pipes, and the
        checkers of doubles and of lines."""
        builder = build.Builder(self.build, self.options.cxx, "-O2", {}, 1)
        tools = {}
        for name in ("generate", "feeder", "check_doubles", "check_lines"):
            source = os.path.join(HERE, "inputs", name + ".cpp")
            target = os.path.join(self.build, name)
            why = (builder.compile(source, target + ".o") or
                   builder.link([target + ".o"], target))
            if why:
                raise SystemExit(f"race: {name}.cpp does not compile: {why}")
            tools[name] = target
        return tools

    def children(self):
        """Compiles the programs that the race `process` starts."""
        builder = build.Builder(self.build, self.options.cxx, "-O2", {}, 1)
        why = processes.build_children(builder, os.path.join(HERE, "inputs"),
                                       self.build)
        if why:
            raise SystemExit(f"race: {why}")

    def heats(self):
        """The heats that the command line selects and that have a row."""
        mode = self.options.mode
        rows = {race: [row for program in build.find_programs(race)
                       for row in program.rows]
                for race in definitions.race_names()}
        return [heat for heat in definitions.HEATS
                if wanted(heat.key, self.options) and
                any(row.takes_part(heat, mode) for row in rows[heat.race])]

    def space(self, heats):
        """Refuses to fill the disk: it must hold the input, the reference and
        one output."""
        need = 0
        for heat in heats:
            count = work_of(heat, self.options)[0]
            need += heat.file_bytes * count + (
                heat.input_count or
                count * (12 if heat.expect == "hello" else 40))
        free = shutil.disk_usage(self.files).free
        if free < need:
            raise SystemExit(f"race: {self.files} has {free >> 20} MiB free "
                             f"and may need {need >> 20} MiB; see --dir")

    def contenders(self, names):
        """The programs that take part in the races."""
        options = self.options
        heats = self.heats()
        return [p for name in names for p in build.find_programs(name)
                if (not options.only or
                    any(word in p.stem for word in options.only)) and
                any(row.takes_part(heat, options.mode) for row in p.rows
                    for heat in heats if heat.race == name)]

    def pending(self):
        """[(flavour, its races)] in the order in which they run."""
        names = list(dict.fromkeys(heat.race for heat in self.heats()))
        found = [(flavour, names) for flavour in flavours(self.options)]
        plain = [name for name in ("read-race", "load") if name in names]
        if self.options.full and plain:
            found.append(("-O0", plain))
        return found

    def foresee(self):
        """Says how long it will take."""
        for flavour, names in self.pending():
            self.forecast.add_compiling(flavour, self.contenders(names),
                                        self.options.jobs)
            for race in names:
                self.forecast.add_race(f"{race}, {flavour}", race,
                                       self.options.mode)
        for name in definitions.TOOL_RACES:
            if wanted(name, self.options):
                self.forecast.add_race(name, name, self.options.mode)
        self.progress.line(f"[{self.clock()}] {self.forecast.announcement()}")

    def compile(self, names, flavour):
        """Compiles the contenders of the races: {race: programs}."""
        options = self.options
        programs = self.contenders(names)
        builder = build.Builder(self.build, options.cxx, flavour, self.peers,
                                options.jobs)
        started = time.monotonic()

        def show(done, of):
            left = (time.monotonic() - started) / done * (of - done)
            self.progress.show(f"compiling contenders, {flavour}: {done} of "
                               f"{of}, about {duration(left)} left")

        with self.forecast.part(f"compiling, {flavour}"):
            builder.all(programs, show)
        self.done(f"compiled, {flavour}")
        return {name: [p for p in programs if p.race == name]
                for name in names}

    def done(self, words):
        """A line with the time, what is done, and how long the rest takes."""
        self.progress.line(
            f"[{self.clock()}] {words}{self.forecast.left()}")

    def clock(self):
        return f"{time.time() - self.started:4.0f} s"

    def most_rounds(self):
        """The most rounds of a heat that begins now."""
        if self.options.full:
            return math.inf
        return min((rounds for seconds, rounds in LATE
                    if time.time() - self.started > seconds),
                   default=math.inf)

    def race(self, race, programs, flavour, runner):
        """Runs the heats of one race and prints their tables."""
        options = self.options
        for heat in self.heats():
            if heat.race != race:
                continue
            runner.more = (locales.environment(heat.locale, self.build)
                           if heat.locale else {})
            why = (f"{heat.key}: left out, no locale {heat.locale}"
                   if runner.more is None else
                   processes.too_large(heat, processes.available_memory())
                   or compressions.left_out(heat))
            if why:
                self.progress.line(why)
                continue
            count, rounds = work_of(heat, options)
            rounds = min(rounds, self.most_rounds())
            entries = run.entries_of(heat, programs, options.mode)
            runner.heat(heat, count, rounds, entries, lambda n, entry, h=heat,
                        r=rounds: self.progress.show(
                            f"{h.key}: round {n + 1}/{r}, {entry.stem} "
                            f"{entry.name}"))
            result = Result(heat, flavour, count, rounds,
                            work_size(heat, count, runner.store), entries)
            self.results.append(result)
            self.progress.clear()
            for line in report_terminal.heat_table(result):
                print(line)

    def timed_races(self):
        heats = self.heats()
        if not heats:
            return
        self.space(heats)
        tools = self.tools()
        if any(heat.race == "process" for heat in heats):
            self.children()
        store = Inputs(self.files, tools["generate"], self.progress.show)
        runner = run.Runner(self.files, store, tools, self.options)
        for flavour, races in self.pending():
            programs = self.compile(races, flavour)
            for race in races:
                with self.forecast.part(f"{race}, {flavour}"):
                    self.race(race, programs[race], flavour, runner)
                self.done(f"{race}, {flavour}: done")

    def tool_race(self, name):
        """The tables and goals of a race that measures the compiler and
        programs."""
        options = self.options

        def show(text):
            self.progress.show(f"{name}: {text}")

        if name == "size":
            return size_race.run(self.build, options.cxx, self.peers,
                                 self.files, options.jobs, options.quick, show)
        if name == "binary-cost":
            store = Inputs(self.files, self.tools()["generate"], show)
            return binary_costs.run(
                self.build, options.cxx, self.peers, store,
                options.reps or (1 if options.quick else 2), options.quick,
                show)
        if name == "calls":
            return calls_race.run(self.build, options.cxx, self.peers,
                                  options.reps or (2 if options.full else 1),
                                  options.mode, show)
        return compile_race.run(self.build, options.cxx, self.peers,
                                options.reps or (5 if options.full else 2),
                                options.mode, show)

    def tool_races(self):
        """Runs the races of definitions.TOOL_RACES and prints their tables."""
        for name in definitions.TOOL_RACES:
            if not wanted(name, self.options):
                continue
            with self.forecast.part(name):
                tables, goals = self.tool_race(name)
            self.tables += tables
            self.goals += goals
            self.progress.clear()
            for table in tables:
                for line in report_terminal.tool_table(table):
                    print(line)
            self.done(f"{name}: done")

    def report(self):
        judged = judge(self.results) + self.goals
        if self.options.mode != "full":  # only that one runs all rows
            judged = [goal for goal in judged
                      if goal["verdict"] != "not judged"]
        facts = machine.describe(self.options, self.files, self.peers)
        facts["seconds"] = round(time.time() - self.started)
        data = report_json.collect(facts, self.results, self.tables, judged,
                                   peers.absent(self.peers))
        for name, write in (("report.json", report_json.write),
                            ("report.md", report_markdown.write),
                            ("report.html", report_html.write)):
            write(os.path.join(self.build, name), data)
        for lines in (report_terminal.goal_lines(judged)
                      if self.options.goals else [],
                      report_terminal.best_lines(data["best"]),
                      report_terminal.last_lines(data)):
            for line in lines:
                print(line)
        print(f"\n{time.time() - self.started:.0f} s. Reports: "
              f"{os.path.relpath(self.build)}/report.html, .md, .json")


def main(words):
    options = arguments(words)
    if options.list:
        list_races(options)
        return 0
    if options.publish:
        publish.publish(os.path.join(build.ROOT, "build", "race",
                                     "report.json"), options.races)
        return 0
    if not any(wanted(name, options) for name in
               [heat.key for heat in definitions.HEATS] +
               list(definitions.TOOL_RACES)):
        print("race: no race has such a name; see --list", file=sys.stderr)
        return 2
    patience.begin()
    progress = report_terminal.Progress()
    with patience.over(lambda: progress.text, patience.SHORT_SILENCE):
        race(Session(options, progress))
    return 0


def race(session):
    for line in report_terminal.absent_lines(session.peers):
        print(line)
    session.foresee()
    session.timed_races()
    session.tool_races()
    session.report()


def heed_signals():
    """Ctrl-C and SIGTERM interrupt once: what follows must not disturb the
    removal of files. ./dev sends SIGTERM after Ctrl-C, and a second later
    SIGKILL."""
    heeded = [number for number in (signal.SIGINT, signal.SIGTERM)
              if signal.getsignal(number) is not signal.SIG_IGN]

    def interrupt(*_):
        for number in heeded:
            signal.signal(number, lambda *_: None)
        raise KeyboardInterrupt
    for number in heeded:
        signal.signal(number, interrupt)


def interrupted():
    """Ends the child programs and this one. ./dev prints that it was
    interrupted."""
    report_terminal.Progress().clear()
    for process in interruption.descendants(os.getpid()):
        try:
            os.kill(process, signal.SIGTERM)
        except OSError:  # it has ended already
            pass
    os._exit(interruption.STATUS)


if __name__ == "__main__":
    try:
        heed_signals()
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        interrupted()
    except BrokenPipeError:
        sys.stderr.close()  # `./dev race --list | head` is no error
    except OSError as error:  # such as a full disk
        sys.exit(f"race: {error.filename or 'a file'}: {error.strerror}")
