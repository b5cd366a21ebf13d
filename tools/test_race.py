"""The race's harness: which contenders take part, and which are found wrong."""

import contextlib
import dataclasses
import io
import os
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

from devtools import building, machine

RACE = os.path.join(building.ROOT, "race")
sys.path.insert(0, RACE)
from harness import (benchmarks_page, build, call_programs,  # noqa: E402
                     calls_race, definitions, forecast, inputs, peers, picture,
                     processes, published, report_html, report_json,
                     report_markdown, report_terminal, results, run,
                     statistics, summary)


CXX = os.environ.get("CXX", "g++")
needs_compiler = unittest.skipUnless(machine.compiler(CXX),
                                     f"{CXX}: not installed")


def heat(name, kind=None):
    return definitions.Heat("r", name, "", 1, 1, 1, "", kind=kind)


class Calls(unittest.TestCase):
    def test_more_calls_begin_with_the_fewer(self):
        for heat in call_programs.HEATS:
            for row in heat.rows:
                few, many = (call_programs.source_of(heat, row, count)
                             .removesuffix("int main() {}\n")
                             for count in (5, 9))
                self.assertTrue(many.startswith(few), (heat.key, row.name))
                self.assertGreater(len(many), len(few))

    def test_all_libraries_get_the_same_values(self):
        for heat in call_programs.HEATS:
            made = {tuple(call.types for call in call_programs.calls(
                row.kinds or heat.kinds, 50, heat.seed)) for row in heat.rows}
            shortened = {row.kinds for row in heat.rows if row.kinds}
            self.assertEqual(len(made), 1 + len(shortened), heat.key)

    def test_a_further_call_is_the_difference(self):
        heat = call_programs.HEATS[0]
        pair = calls_race.Pair(heat, heat.rows[0], [])
        for program, seconds, text in ((pair.none, [1.0, 0.9], 10),
                                       (pair.few, [1.3, 1.2], 20010),
                                       (pair.many, [1.5, 1.4], 30010)):
            program.seconds, program.text = seconds, text
        further, first = pair.cost()
        self.assertAlmostEqual(further[0], 2)
        self.assertAlmostEqual(first[0], 3)
        self.assertEqual((further[1], first[1]), (100, 200))


class Ends(unittest.TestCase):
    def result(self, name, rill, peer):
        entries = [run.Entry("rill", "rill", "writer", "", None),
                   run.Entry("fmt", "fmt", "print", "", None)]
        entries[0].times, entries[1].times = rill, peer
        return results.Result(heat(name), "-O2", 1, 3, 1, entries)

    def test_one_sentence(self):
        found = [self.result("a", [1.0] * 3, [2.0] * 3),
                 self.result("b", [1.0] * 3, [1.02] * 3),
                 self.result("c", [3.0] * 3, [2.0] * 3),
                 self.result("d", [1.0] * 3, [])]
        self.assertEqual(
            summary.sentence(found),
            "rill was fastest in 1 of 3 heats, level in 1, slower in 1: "
            "r/c (1.50 × fmt: print)")
        self.assertEqual(summary.sentence(found[3:]), "")
        race, = summary.races(found)
        self.assertAlmostEqual(race["ratio"]["median"],
                               (2 * 1.02 * 2 / 3) ** (1 / 3))

    def of_lines(self):
        """A heat whose fastest row of rill is not the named one."""
        where, = (h for h in definitions.HEATS if h.key == "lines/file")
        entries = [run.Entry(peer, peer, name, "", None, times=[time] * 3,
                             processor=[time] * 3)
                   for peer, name, time in (
                       ("rill", "file_writer", 1.0), ("rill", "stdout", 0.5),
                       ("fmt", "print", 0.8), ("stdio", "fputs", 4.0))]
        return results.Result(where, "-O2", 1, 3, 1, entries)

    def test_the_figure_is_that_of_the_named_row(self):
        found = self.of_lines()
        self.assertEqual(found.rill().name, "file_writer")
        self.assertIn("slower in 1: lines/file (1.25 × fmt: print)",
                      summary.sentence([found]))
        best = summary.best_of_each_kind([found])
        self.assertEqual(best["columns"],
                         ["", "rill", "best row", "{fmt}", "C"])
        self.assertEqual(best["rows"], [["lines/file", "1.00 s", "0.50",
                                         "0.80", "4.00"]])
        self.assertIn("> rill: file_writer",
                      "\n".join(report_terminal.heat_table(found)))
        found.entries[0].state = "wrong"
        self.assertEqual(summary.sentence([found]), "")

    def test_the_ends_of_the_reports(self):
        found = [self.of_lines()]
        goal = {"race": "lines", "goal": "a goal", "flavour": "-O2",
                "ratio": None, "verdict": "met", "rows": []}
        facts = {"processor": "", "cores": 1, "compiler": "", "time": "",
                 "mode": "", "seconds": 1, "clock": "", "load": 0}
        absent = "Rust takes no part: cargo was not found"
        data = report_json.collect(facts, found, [], [goal], [absent])
        with tempfile.TemporaryDirectory() as folder:
            texts = []
            for write in (report_markdown.write, report_html.write):
                path = os.path.join(folder, "report")
                write(path, data)
                with open(path, encoding="utf-8") as file:
                    texts.append(file.read())
        for text in texts:
            self.assertLess(text.index("slower in 1"), text.index("a goal"))
            self.assertLess(text.index("The run"), text.index("a goal"))
            # The first screen has what its words mean and who is absent.
            for words in ("Against the fastest peer in one kind of work",
                          "A heat is ", "its named row", absent):
                self.assertLess(text.index(words), text.index("best row of"
                                if text is texts[0] else "<table"), words)
        html = texts[1]
        self.assertLess(html.index("<svg"), html.index("<table"))
        lines = report_terminal.last_lines(data)
        last = " ".join(lines)
        for words in ("A heat is ", "its named row", absent,
                      "slower in 1: lines/file"):
            self.assertIn(words, last)
        self.assertIn("  lines      0 of 1         –          1  "
                      "             0.80  0.80: lines/file", lines)
        self.assertEqual(
            last[last.index("Against"):], "Against the fastest peer in one "
            "kind of work, rill is faster in 0 and slower in 1 (lines 0.80): "
            "the peer's time over rill's, the geometric mean of the heats of "
            "a kind.")
        self.assertLess(len(lines), 20)
        self.assertNotIn("a goal", last)

    def test_one_verdict_everywhere(self):
        """A heat that rill loses by its median, and whose interval includes 1,
        is level in the sentence, the table and the picture; a wider loss is one
        in each."""
        for peer, verdict, cell, dot in (
                ([0.6, 0.9, 1.2], "level", '"n dim"', "heat unsure"),
                ([0.98, 0.99, 0.985], "level", '"n dim"', "heat unsure"),
                ([0.8, 0.9, 0.85], "slower", '"n bad"', "heat lost"),
                ([1.2, 1.3, 1.25], "fastest", '"n good"', '"heat"')):
            lost = self.result("a", [1.0] * 3, peer)
            ratio = lost.ratio(lost.select("peers"), lost.rill())
            self.assertEqual(results.standing(ratio), verdict)
            self.assertIn(f"{verdict} in 1", summary.sentence([lost]))
            self.assertEqual(report_html.kind_of(ratio), cell)
            drawn = picture.picture(summary.races(
                [lost, self.result("b", [1.0] * 3, [1.0] * 3)]))
            self.assertEqual(drawn.count(dot), 2 * (1 + (verdict == "level")))
            kept = published.heat_of(
                report_json.collect({}, [self.timed(lost)], [], [])["heats"][0])
            self.assertEqual(len(published.outcome([kept])[verdict]), 1)

    def timed(self, result):
        for entry in result.entries:
            entry.processor = entry.times
        return result

    def test_two_rounds_have_no_interval(self):
        ratio = statistics.ratio([2.0, 3.0], [1.0, 1.0])
        self.assertEqual(ratio, {"median": 2.5, "low": None, "high": None})
        self.assertEqual(report_terminal.interval(ratio), "few rounds")
        self.assertEqual(results.standing(ratio), "fastest")
        three = statistics.ratio([2.0, 3.0, 2.5], [1.0] * 3)
        self.assertEqual(report_terminal.interval(three), "2.00–3.00")
        goal = definitions.Goal("r/a", "", "rill", "peers", at_most=3.0)
        self.assertEqual(results.verdict_of(ratio, goal), ("met", False))
        self.assertEqual(results.verdict_of(three, goal), ("met", True))
        kept = published.heat_of(report_json.collect({}, [self.timed(
            self.result("a", [1.0] * 2, [2.0, 3.0]))], [], [])["heats"][0])
        self.assertEqual(kept["ratio"], [2.5, None, None])
        self.assertEqual(benchmarks_page.times(kept), "2.50")

    def test_what_a_ratio_is_shown_as(self):
        for low, median, high, kind in ((1.1, 1.2, 1.3, '"n good"'),
                                        (0.7, 0.8, 0.9, '"n bad"'),
                                        (0.9, 1.2, 1.3, '"n dim"')):
            self.assertEqual(report_html.kind_of(
                {"low": low, "median": median, "high": high}), kind)
        # The limit of a file that is only mapped reads all of it.
        self.assertEqual([report_html.of_limit({"median": ratio})
                          for ratio in (0.004, 0.49, 0.98, 2.0)],
                         ["", "", "0.98 ×", "2.00 ×"])
        self.assertEqual(report_html.of_limit(None), "")

    def test_a_race_of_many_heats_is_folded(self):
        found = [self.result(f"h{i}", [1.0] * 3, [2.0] * 3)
                 for i in range(report_html.MANY + 1)]
        for one in found:
            for entry in one.entries:
                entry.processor = entry.times
        for results_, folded in ((found, True), (found[1:], False)):
            data = report_json.collect({}, results_, [], [])
            text = "".join(report_html.race_sections(data))
            self.assertEqual("<details class=race>" in text, folded)
            text = report_html.overview(data["heats"])
            self.assertEqual("<summary>r, 9 heats: fastest in 9</summary>"
                             in text, folded)

    def test_who_takes_no_part(self):
        found = {"fmt": peers.Peer("fmt", False, "fmt/format.h was not found"),
                 "rust": peers.Peer("rust", False, "cargo was not found"),
                 "rill": peers.Peer("rill", True, "")}
        self.assertEqual(report_terminal.absent_lines(found), [
            "", "{fmt} takes no part: fmt/format.h was not found "
            "(--with fmt=DIR); https://github.com/fmtlib/fmt; apt-get "
            "install libfmt-dev",
            "Rust takes no part: cargo was not found; apt-get install cargo"])

    def test_who_is_absent_can_be_had(self):
        """By an address or by a package, except what is the system's."""
        absent = {name: peers.Peer(name, False, "absent")
                  for name in peers.LABELS
                  if name not in (*peers.NO_LIBRARY, "python")}
        for line in peers.absent(absent):
            self.assertRegex(line, "https://|apt-get install ")

    def test_goals_are_printed_on_demand(self):
        sys.path.insert(0, RACE)
        import race
        self.assertFalse(race.arguments([]).goals)
        self.assertTrue(race.arguments(["--goals"]).goals)

    def test_a_root_or_its_headers(self):
        with tempfile.TemporaryDirectory() as root:
            self.assertIsNone(peers.headers_of("fmt", root))
            include = os.path.join(root, "include")
            os.makedirs(os.path.join(include, "fmt"))
            open(os.path.join(include, "fmt", "format.h"), "w").close()
            self.assertEqual(peers.headers_of("fmt", root), include)
            self.assertEqual(peers.headers_of("fmt", include), include)


class Forecasts(unittest.TestCase):
    def test_every_race_has_a_figure(self):
        self.assertEqual(set(forecast.SECONDS), {
            *definitions.race_names(), *definitions.TOOL_RACES})

    def test_it_is_corrected_by_what_was_measured(self):
        found = forecast.Forecast()
        found.add_compiling("-O2", [build.Program("r", "fmt", "", "")] * 80, 2)
        for race in ("hash", "process"):
            found.add_race(f"{race}, -O2", race, "full")
        seconds = 40 + 100 * (forecast.SECONDS["hash"] +
                              forecast.SECONDS["process"])
        self.assertEqual(found.announcement(), f"about {seconds / 60:.0f} min,"
                         " less what an earlier race has compiled")
        with found.part("compiling, -O2"):  # at once: it was compiled before
            pass
        before = found.plan.left()
        self.assertEqual(before, seconds - 40)
        clock = iter((0.0, 3000.0))
        with mock.patch.object(forecast.time, "monotonic",
                               lambda: next(clock)), found.part("hash, -O2"):
            pass
        # Three times as slow as planned.
        left = 100 * forecast.SECONDS["process"]
        self.assertGreater(found.plan.left(), 2.5 * left)
        self.assertRegex(found.left(), r"^; about \d+ min left$")
        with found.part("process, -O2"):
            pass
        self.assertEqual(found.left(), "")


class Rows(unittest.TestCase):
    def test_broken_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "one.cpp")
            with open(path, "w", encoding="utf-8") as file:
                file.write("// Prose before.\n// peer: fmt\n"
                           "// row: a | in out* | does this and\n//   that\n"
                           "// write(2) row: b | in | the other\n"
                           "#include <x>\n// row: c | in | too late\n")
            program = build.describe(path, "r")
        self.assertEqual(program.peer, "fmt")
        self.assertEqual([(r.name, r.heats, r.label) for r in program.rows],
                         [("a", ["in", "out*"], "does this and that write(2)"),
                          ("b", ["in"], "the other")])

    def test_every_row_of_a_contender_is_announced(self):
        for race in definitions.race_names():
            if race in definitions.TOOL_RACES:
                continue
            for program in build.find_programs(race):
                if program.peer in ("rust", "python"):
                    continue
                with open(program.source, encoding="utf-8") as file:
                    text = file.read()
                table = text[text.index("race::row const rows[]"):]
                self.assertEqual(
                    sorted(r.name for r in program.rows),
                    sorted(re.findall(r'\{"(\w+)",', table)), program.source)

    def test_every_row_takes_part_in_a_heat(self):
        for race in definitions.race_names():
            heats = definitions.heats_of(race)
            for program in build.find_programs(race):
                for row in program.rows if heats else []:
                    self.assertTrue(any(row.takes_part(h, "full")
                                        for h in heats),
                                    f"{program.source}: {row.name}")

    def test_marks(self):
        row = build.Row("x", ["uniform-out~+", "out*~", "in", "bits-in+"], "")
        for name, kind, *expected in (
                ("uniform-out", "out", "loose", "loose", "loose"),
                ("bits-out", "out", None, None, "loose"),
                ("uniform-in", "in", None, "exact", "exact"),
                ("bits-in", "in", "exact", "exact", "exact"),
                ("other", None, None, None, None)):
            self.assertEqual([row.takes_part(heat(name, kind), mode)
                              for mode in ("quick", "default", "full")],
                             expected, name)

    def rows_of(self, heat, mode):
        return {(program.peer, row.name)
                for program in build.find_programs(heat.race)
                for row in program.rows if row.takes_part(heat, mode)}

    def test_the_named_row_runs_wherever_a_row_does(self):
        for heat in definitions.HEATS:
            for mode in ("quick", "default", "full"):
                rows = self.rows_of(heat, mode)
                if rows:
                    self.assertIn(("rill", heat.named), rows, heat.key)

    def test_quick_has_a_heat_of_every_race_and_a_peer_in_each(self):
        raced = set()
        for heat in definitions.HEATS:
            rows = self.rows_of(heat, "quick")
            if rows:
                raced.add(heat.race)
                self.assertTrue({peer for peer, _ in rows} -
                                {"rill", "limit"}, heat.key)
                self.assertNotIn("rust", {peer for peer, _ in rows})
        self.assertEqual(raced, {heat.race for heat in definitions.HEATS})


class Selecting(unittest.TestCase):
    def test_one_of_several_peers(self):
        entries = [run.Entry(peer, peer, name, "", None, times=[time])
                   for peer, name, time in (("zmij", "write", 2.0),
                                            ("rust", "zmij", 1.0),
                                            ("rust", "ryu", 0.5))]
        result = results.Result(heat("x"), "-O2", 1, 1, 1, entries)
        self.assertEqual(result.select("peer:zmij,rust:zmij").name, "zmij")
        self.assertEqual(result.select("peer:zmij").name, "write")
        self.assertEqual(result.select("peer:rust").name, "ryu")
        self.assertIsNone(result.select("peer:fmt"))


class Goals(unittest.TestCase):
    def rows_of(self, heat):
        return {(program.peer, row.name)
                for program in build.find_programs(heat.race)
                for row in program.rows if row.takes_part(heat, "full")}

    def test_the_rows_of_a_goal_run_in_its_heat(self):
        for goal in definitions.GOALS:
            if goal.heat.endswith("*"):
                continue
            for selector, key in ((goal.slow, goal.heat),
                                  (goal.fast, goal.base or goal.heat)):
                heat, = (h for h in definitions.HEATS if h.key == key)
                rows = self.rows_of(heat)
                who, _, words = selector.partition(":")
                if who == "peers" or not words:
                    continue
                for word in words.split(","):
                    peer, _, name = word.partition(":")
                    wanted = ((who, word) if who in ("rill", "limit")
                              else (peer, name))
                    self.assertTrue(
                        wanted in rows or
                        not name and any(peer == p for p, _ in rows),
                        f"{goal.heat}: {selector}")

    def result(self, name, times):
        entries = [run.Entry(peer, peer, "x", "", None, times=[time] * 3)
                   for peer, time in times.items()]
        return results.Result(heat(name), "-O2", 1, 1, 1, entries)

    def test_a_further_row_may_be_added(self):
        found = self.result("a", {"rill": 6.0, "limit": 3.0})
        base = self.result("b", {"rill": 2.0})
        goal = definitions.Goal("r/a", "file", "rill", "rill", at_most=1.15,
                                base="r/b")
        self.assertEqual(results.line_of(goal, found, base)["ratio"]["median"],
                         3.0)
        goal = dataclasses.replace(goal, more="limit")
        self.assertAlmostEqual(
            results.line_of(goal, found, base)["ratio"]["median"], 1.2)
        found.entries.pop()
        self.assertEqual(results.line_of(goal, found, base)["verdict"],
                         "not judged")

    def test_of_many_heats_the_worst_counts(self):
        found = [self.result("a-1", {"rill": 1.0, "fmt": 2.0}),
                 self.result("a-2", {"rill": 3.0, "fmt": 2.0}),
                 self.result("a-3", {"fmt": 1.0}),
                 self.result("b-1", {"rill": 9.0, "fmt": 1.0})]
        goal = definitions.Goal("r/a-*", "fast", "rill", "peer:fmt",
                                at_most=1.0)
        self.assertTrue(results.goal_is_of(goal, found[0].heat))
        self.assertFalse(results.goal_is_of(goal, found[3].heat))
        line = results.worst_of(goal, found[:3])
        self.assertEqual(line["ratio"]["median"], 1.5)
        self.assertEqual(line["verdict"], "missed")
        self.assertEqual(line["heat"], "r/a-2")
        self.assertEqual(line["goal"], "fast (worst: 2; 1 of 2 met)")
        goal = definitions.Goal("r/a-*", "fast", "peer:fmt", "rill",
                                at_least=3.0)
        line = results.worst_of(goal, found[:2])
        self.assertAlmostEqual(line["ratio"]["median"], 2 / 3)
        self.assertEqual(results.worst_of(goal, found[2:3])["verdict"],
                         "not judged")


class BadInput(unittest.TestCase):
    """Bad input gives one line of error and leaves no files behind."""

    def ask(self, *words):
        done = subprocess.run(
            [sys.executable, os.path.join(RACE, "race.py"), *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, universal_newlines=True)
        return done.returncode, done.stdout

    @needs_compiler
    def test_words(self):
        for words, text in (
                (["--cxx", "nosuch"], "race: the compiler nosuch was not "
                 "found or does not run; see --cxx\n"),
                (["nosuch"], "race: no race has such a name; see --list\n"),
                (["--with", "fmt"], "race: --with takes NAME=DIR, for NAME "
                 "one of " + ", ".join(peers.GIVEN) + "\n"),
                (["--with", "fmt=/nosuch"], "race: no fmt/format.h in "
                 "/nosuch, nor in its include folder\n")):
            status, found = self.ask(*words)
            self.assertEqual(found, text)
            self.assertIn(status, (1, 2))
        self.assertIn("invalid", self.ask("--reps", "0")[1])

    @needs_compiler
    def test_a_folder_that_cannot_be_made(self):
        with tempfile.NamedTemporaryFile() as file:
            folder = os.path.join(file.name, "files")
            self.assertEqual(self.ask("--dir", folder),
                             (1, f"race: {folder}: Not a directory\n"))

    def test_cargo_without_a_network(self):
        text = ("error: failed to get `itoa` as a dependency\n\nCaused by:\n"
                "  download of config.json failed\n\nCaused by:\n"
                "  Could not resolve host: index.crates.io\n")
        self.assertEqual(build.why_cargo(text), "error: failed to get `itoa` "
                         "as a dependency (Could not resolve host: "
                         "index.crates.io)")
        self.assertEqual(build.why_cargo(""), "cargo failed")

    @needs_compiler
    def test_an_interruption(self):
        """Ctrl-C goes to every process of the terminal."""
        self.interrupted(signal.SIGINT, os.killpg, 130)

    @needs_compiler
    def test_a_termination(self):
        self.interrupted(signal.SIGTERM, os.kill, 143)

    def interrupted(self, number, send, status):
        """`send` is os.killpg where every process gets the signal."""
        sources = building.find("race", "")
        with tempfile.TemporaryDirectory() as folder:
            child = subprocess.Popen(
                [sys.executable, os.path.join(building.ROOT, "tools",
                                              "dev.py"),
                 "race", "--quick", "--reps", "9999", "lines/file", "--only",
                 "stdio", "--dir", folder], start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, universal_newlines=True,
                preexec_fn=lambda: signal.signal(signal.SIGINT,
                                                 signal.default_int_handler))
            while not os.listdir(folder) and child.poll() is None:
                time.sleep(0.01)
            if child.poll() is None:
                send(child.pid, number)
            out, errors = child.communicate(timeout=30)
            if "another race is running" in errors:
                self.skipTest("another race is running")
            # On a new machine the race installs packages first, and prints
            # that.
            said = [line for line in errors.splitlines()
                    if not line.startswith("dev: ")]
            self.assertEqual((child.returncode, said),
                             (status, ["interrupted"]), out)
            self.assertEqual(os.listdir(folder), [])
            # The last process may still be ending.
            for _ in range(500):
                try:
                    os.killpg(child.pid, 0)
                except ProcessLookupError:
                    break
                time.sleep(0.01)
            with self.assertRaises(ProcessLookupError):
                os.killpg(child.pid, 0)
        self.assertEqual(building.find("race", ""), sources)


@needs_compiler
class Kept(unittest.TestCase):
    """Changes that cause a new compile."""

    def test_a_changed_header_makes_a_new_program(self):
        with tempfile.TemporaryDirectory() as folder:
            names = {name: os.path.join(folder, name)
                     for name in ("a.cpp", "a.h", "a.o", "a")}

            def write(name, text):
                with open(names[name], "w", encoding="utf-8") as file:
                    file.write(text)
                os.utime(names[name], (1, 1))  # its time is not meaningful
                building.hashes.known.clear()

            def made(flags=()):
                builder = build.Builder(folder, CXX,
                                        "-O0", {}, 1)
                why = (builder.compile(names["a.cpp"], names["a.o"], flags) or
                       builder.link([names["a.o"]], names["a"]))
                self.assertIsNone(why)
                return (os.stat(names["a"]).st_ino,
                        subprocess.run([names["a"]]).returncode)

            write("a.h", "#define VALUE 3\n")
            write("a.cpp", '#include "a.h"\nint main() { return VALUE; }\n')
            first = made()
            self.assertEqual(first[1], 3)
            self.assertEqual(made(), first)
            write("a.h", "#define VALUE 4\n")
            self.assertEqual(made()[1], 4)
            write("a.cpp", "int main() { return NUMBER; }\n")
            self.assertEqual(made(["-DNUMBER=5"])[1], 5)
            self.assertEqual(made(["-DNUMBER=6"])[1], 6)
            write("a.cpp", "int main() { return NUMBER; }\n")
            builder = build.Builder(folder, CXX,
                                    "-O0", {}, 1)
            self.assertIn("NUMBER", builder.compile(names["a.cpp"],
                                                    names["a.o"]))


@needs_compiler
class FastIo(unittest.TestCase):
    """A path for fast_io with mnp::os_c_str, and for one without it."""

    def test_paths(self):
        header = os.path.join(RACE, "contenders", "fast_io_path.h")
        for inside, kind in (
                ("struct path {}; inline path os_c_str(char const*) "
                 "{ return {}; }", "fast_io::mnp::path"),
                ("inline int hex(int x) { return x; }", "char const*")):
            source = (f"namespace fast_io::mnp {{ {inside} }}\n"
                      f'#include "{header}"\n'
                      "template <class, class> struct same {};\n"
                      "template <class T> struct same<T, T> { int ok; };\n"
                      "char const* p = nullptr;\n"
                      "int ok = same<decltype(race::fast_io_path(p)), "
                      f"{kind}>{{1}}.ok;\n")
            done = subprocess.run(
                [CXX, "-std=c++20", "-fsyntax-only",
                 "-x", "c++", "-"], input=source, stderr=subprocess.PIPE,
                universal_newlines=True)
            self.assertEqual(done.returncode, 0, done.stderr)


@needs_compiler
class Generated(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.program = os.path.join(cls.folder.name, "generate")
        subprocess.run([CXX, "-std=c++20",
                        os.path.join(RACE, "inputs", "generate.cpp"),
                        "-o", cls.program], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def make(self, kind, count):
        """The path of an input, and the checksums of its values."""
        path = os.path.join(self.folder.name, kind)
        done = subprocess.run([self.program, kind, str(count), path],
                              check=True, stdout=subprocess.PIPE,
                              universal_newlines=True)
        return path, done.stdout.split()

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_a_full_disk(self):
        done = subprocess.run([self.program, "sequence", "400", "/dev/full"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              universal_newlines=True)
        self.assertEqual((done.returncode, done.stderr),
                         (1, "/dev/full: No space left on device\n"))

    def test_an_input_that_cannot_be_made(self):
        told = []
        store = inputs.Inputs(self.folder.name, self.program, told.append)
        path = store.path("nosuch", 4)
        screen = io.StringIO()
        with contextlib.redirect_stdout(screen), self.assertRaises(
                SystemExit) as caught:
            store.need("nosuch", 4)
        self.assertEqual((told, screen.getvalue()),
                         (["making nosuch-4.input"], ""))
        self.assertEqual(str(caught.exception), f"race: {path} cannot be made")
        self.assertFalse(os.path.exists(path))

    def test_generator_and_twin_agree(self):
        for kind in ("text-mixed-utf8", "text-random-gb18030",
                     "text-accents-utf16", "text-chinese-utf32",
                     "sequence-utf16", "mixed", "doubles-prices-fixed",
                     "mixed-line", "mixed-line-values"):
            path, checksums = self.make(kind, 500)
            twin = subprocess.run(
                [sys.executable, os.path.join(RACE, "inputs", "twin.py"),
                 kind, "500"], check=True, stdout=subprocess.PIPE,
                universal_newlines=True).stdout
            self.assertIn(inputs.sha256(path), twin, kind)
            self.assertIn(", ".join(checksums), twin, kind)

    def test_lines_of_mixed_line(self):
        """Outputs are compared byte for byte, so %g and the shortest text must
        be equal; every length has to occur."""
        with open(self.make("mixed-line", 2000)[0], encoding="utf-8") as file:
            lines = file.read().splitlines()
        with open(self.make("mixed-line-values", 2000)[0], "rb") as file:
            records = list(struct.iter_unpack("<dii16s", file.read()))
        self.assertEqual(len(lines), len(records))
        lengths = [set(), set(), set()]
        for line, (price, number, size, name) in zip(lines, records):
            text = name[:size].decode()
            self.assertEqual(name, name[:size].ljust(16, b"\0"))
            self.assertRegex(text, "^[A-Z][a-z]+$")
            for shown in ("%g" % price, repr(price)):
                self.assertEqual(
                    line, f"id: {number}, price: {shown}, name: {text}")
            self.assertRegex(line, r"price: \d+\.\d\d,")
            for seen, part in zip(lengths, (str(number), str(price), text)):
                seen.add(len(part))
        self.assertEqual(lengths, [set(range(1, 10)), set(range(4, 8)),
                                   set(range(3, 13))])


@needs_compiler
class Doubles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.checker = os.path.join(cls.folder.name, "check")
        source = os.path.join(RACE, "inputs", "check_doubles.cpp")
        subprocess.run([CXX, "-std=c++20", source, "-o", cls.checker],
                       check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def judge(self, values, shortest, output, how="exact"):
        paths = []
        for name, data in (("v", struct.pack(f"<{len(values)}d", *values)),
                           ("s", shortest.encode()), ("o", output.encode())):
            paths.append(os.path.join(self.folder.name, name))
            with open(paths[-1], "wb") as file:
                file.write(data)
        done = subprocess.run([self.checker, *paths, how],
                              stdout=subprocess.PIPE, universal_newlines=True)
        return done.returncode == 0

    def test_forms(self):
        for text in ("1e+05", "100000", "100000.0", "1E5", "1.0e5", "0.1e6"):
            self.assertTrue(self.judge([1e5], "1e+05\n", text + "\n"), text)

    def test_wrong_texts(self):
        for text in ("100001", "1e+05 ", "+1e+05", "1e", "", "inf", "0x186a0",
                     "1..e5", "1e+05\n1"):
            for how in ("exact", "loose"):
                self.assertFalse(
                    self.judge([1e5], "1e+05\n", text + "\n", how), text)
        self.assertFalse(self.judge([1e5], "1e+05\n", "1e+05"))
        self.assertFalse(self.judge([1e5, 2.0], "1e+05\n2\n", "1e+05\n"))
        self.assertFalse(self.judge([-0.0], "-0\n", "0\n"))

    def test_digits(self):
        self.assertTrue(self.judge([0.1], "0.1\n", "1.000e-1\n"))
        long = "0.10000000000000001\n"
        self.assertFalse(self.judge([0.1], "0.1\n", long))
        self.assertTrue(self.judge([0.1], "0.1\n", long, "loose"))
        near = "0.3\n"  # the neighbour of 0.1 + 0.2
        self.assertFalse(self.judge([0.1 + 0.2], "0.30000000000000004\n",
                                    near, "loose"))

    def test_whole_numbers(self):
        exact = "9223372036854775808\n"  # 2^63
        for text in (exact, "9.223372036854776e18\n",
                     "9223372036854776000\n", "9223372036854775808.0\n"):
            self.assertTrue(self.judge([2.0 ** 63], exact, text), text)
            self.assertTrue(self.judge([2.0 ** 63], "9.223372036854776e+18\n",
                                       text), text)
        self.assertFalse(self.judge([2.0 ** 63], exact,
                                    "9.223372036854775808e18\n"))


@needs_compiler
class ThreadLines(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.checker = os.path.join(cls.folder.name, "check")
        source = os.path.join(RACE, "inputs", "check_lines.cpp")
        subprocess.run([CXX, "-std=c++20", source,
                        "-o", cls.checker], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def lines(self, count):
        return [f"thread {t} line {n} of the race\n".encode()
                for n in range(count) for t in range(inputs.THREADS)]

    def judge(self, lines, count):
        path = os.path.join(self.folder.name, "lines")
        with open(path, "wb") as file:
            file.write(b"".join(lines))
        return inputs.thread_lines(self.checker, path, count)

    def test_whole_lines(self):
        self.assertIsNone(self.judge(self.lines(20), 160))
        self.assertIsNone(self.judge(sorted(self.lines(5)), 40))

    def test_wrong_lines(self):
        good = self.lines(20)
        self.assertIn("missing", self.judge(good[:-1], 160))
        self.assertIn("missing", self.judge([], 160))
        self.assertIn("torn", self.judge(good[:50] + good[51:], 160))
        self.assertIn("torn", self.judge(good + good[-1:], 160))
        self.assertIn("torn", self.judge(good[:9] + [b"x"] + good[9:], 160))
        self.assertIn("torn", self.judge(
            [good[0][:9] + good[1], good[0][9:]] + good[2:], 160))
        self.assertIn("torn", self.judge([b"\n"], 160))

    def test_size(self):
        for count in (8, 72, 80, 88, 800, 808, 80_000):
            size = sum(map(len, self.lines(count // inputs.THREADS)))
            self.assertEqual(inputs.thread_lines_size(count), size)


@needs_compiler
class Processes(unittest.TestCase):
    """The race `process`: its children, its contender in Python, and its
    heats."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        builder = build.Builder(cls.folder.name, CXX,
                                "-O2", {}, 1)
        why = processes.build_children(
            builder, os.path.join(RACE, "inputs"), cls.folder.name)
        if why:
            raise AssertionError(why)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def child(self, name, data=b""):
        return subprocess.run([os.path.join(self.folder.name,
                                            f"child_{name}")], input=data,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def test_children(self):
        for name, output in (("true", b""), ("hello", b"hello\n")):
            done = self.child(name)
            self.assertEqual((done.returncode, done.stdout, done.stderr),
                             (0, output, b""), name)
        for size in (0, 1, 65536, 65537, 1_000_000):
            data = bytes(n * n % 251 for n in range(size))
            done = self.child("relay", data)
            self.assertEqual(done.returncode, 0, size)
            self.assertTrue(done.stdout == data == done.stderr, size)

    def python(self, row, heat, count, data=b"", folder=None):
        """The status of a contender, and the numbers that it reports."""
        program, = (p for p in build.find_programs("process")
                    if p.peer == "python")
        path = os.path.join(self.folder.name, "input")
        with open(path, "wb") as file:
            file.write(data)
        ours, theirs = os.pipe()
        done = subprocess.run(
            [sys.executable, program.source, row, heat, str(count), path, "-"],
            env=dict(os.environ, RACE_FD=str(theirs),
                     RACE_TOOLS=folder or self.folder.name),
            pass_fds=[theirs], stderr=subprocess.DEVNULL)
        os.close(theirs)
        with open(ours, encoding="ascii") as file:
            return done.returncode, [int(n) for n in file.read().split()]

    def test_the_contender_in_python(self):
        data = os.urandom(200_000)
        for words, right in ((("Popen", "true-1mib", 3), 3),
                             (("run", "capture", 3), 3),
                             (("run", "pipes", len(data), data), len(data))):
            status, found = self.python(*words)
            self.assertEqual((status, len(found), found[1:2]),
                             (0, 6, [right]), words[:2])
            self.assertGreater(found[0], 0)

    def test_a_child_that_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("true", "hello", "relay"):
                os.symlink("/bin/false", os.path.join(folder, "child_" + name))
            for row, heat in (("Popen", "true-1mib"), ("run", "capture"),
                              ("run", "pipes")):
                status, found = self.python(row, heat, 3, b"text", folder)
                self.assertNotEqual(status, 0, heat)
                self.assertEqual(found, [])

    def test_its_rows_are_found(self):
        program, = (p for p in build.find_programs("process")
                    if p.peer == "python")
        self.assertEqual([row.name for row in program.rows], ["Popen", "run"])
        self.assertEqual(program.rows[1].heats,
                         ["capture+", "capture-more", "pipes"])

    def test_too_little_memory(self):
        large, = (h for h in definitions.HEATS if h.key == "process/true-4gib")
        need = (4 << 30) + processes.SPARE
        self.assertIsNone(processes.too_large(large, need))
        self.assertIsNone(processes.too_large(large, None))
        self.assertEqual(
            processes.too_large(large, 3 << 30), "process/true-4gib: left "
            "out, 3 GiB of memory are free and 4 GiB have to be resident")
        self.assertIsNotNone(processes.too_large(large, need - 1))

    def test_available_memory(self):
        path = os.path.join(self.folder.name, "meminfo")
        self.assertIsNone(processes.available_memory(path + "-none"))
        for text, found in (("MemFree: 1 kB\nMemAvailable:  20 kB\n", 20480),
                            ("MemFree: 1 kB\n", None)):
            with open(path, "w", encoding="ascii") as file:
                file.write(text)
            self.assertEqual(processes.available_memory(path), found)

    def test_what_is_counted_was_right_each_time(self):
        where, = (h for h in definitions.HEATS if h.key == "process/capture")
        runner = object.__new__(run.Runner)
        for peer in ("rill", "limit"):
            entry = run.Entry(peer, peer, "x", "", None)
            self.assertIsNone(runner.check(where, 50, entry, 50, None, None))
            self.assertEqual(runner.check(where, 50, entry, 49, None, None),
                             "count is 49, not 50")

    def test_a_goal_with_a_base(self):
        found = []
        for name, time in (("true-1mib", 2.0), ("true-1gib", 3.0)):
            where, = (h for h in definitions.HEATS
                      if h.key == f"process/{name}")
            found.append(results.Result(where, "-O2", 1, 3, 0, [
                run.Entry("rill", "rill", "spawn", "", None,
                          times=[time] * 3)]))
        lines = {line["goal"]: line for line in results.judge(found)}
        line = lines["1 GiB resident: within 20 % of 1 MiB"]
        self.assertEqual((line["ratio"]["median"], line["verdict"]),
                         (1.5, "missed"))
        line = results.judge(found[1:])[1]
        self.assertEqual((line["goal"], line["verdict"]),
                         ("1 GiB resident: within 20 % of 1 MiB",
                          "not judged"))

    def test_amounts(self):
        self.assertEqual(results.amount(2000, "lines", 0, False),
                         "2,000 lines")
        self.assertEqual(results.amount(5, "bytes", 5, False),
                         "5 bytes, 5 bytes")
        self.assertEqual(results.amount(50, "starts", 0, True),
                         "50 starts, the time of one")

    def test_tables(self):
        def row(peer, name, seconds, ratio, named=False, state="ok"):
            return {"peer": peer, "peer_label": peer, "name": name,
                    "state": state, "named": named,
                    "summary": {"median": seconds},
                    "ratio": {"median": ratio}}

        starts = {"key": "process/true-1mib", "unit": "starts", "rows": [
            row("stdio", "fork", 2e-4, 2.0), row("rust", "spawn", 1, 1),
            row("rill", "spawn", 1e-4, 1.0, True)]}
        starts["rows"][1]["state"] = "failed"
        runs = {"key": "process/capture", "unit": "runs", "rows": [
            row("rill", "run", 3e-3, 1.0, True)]}
        self.assertEqual(published.process_tables([starts, runs]), [
            {"title": "a start", "columns": ["", "true-1mib"],
             "rows": [["rill: spawn", "100 µs"],
                      ["stdio: fork", "200 µs, 2.00 ×"]]},
            {"title": "output and pipes", "columns": ["", "capture"],
             "rows": [["rill: run", "3.00 ms"]]}])
        self.assertEqual(published.process_tables([]), [])


if __name__ == "__main__":
    unittest.main()
