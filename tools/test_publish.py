"""The published figures of the races: README.md, docs/benchmarks.md and its
pictures are what race/published.json makes, and the figures are of this
version."""

import copy
import os
import sys
import tempfile
import unittest

from devtools import building

RACE = os.path.join(building.ROOT, "race")
sys.path.insert(0, RACE)
from harness import (benchmarks_kinds, benchmarks_page,  # noqa: E402
                     benchmarks_picture, published, published_tables)
import publish  # noqa: E402


def numbers(version):
    return tuple(map(int, version.split(".")))


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kept = published.load()

    def test_they_are_what_the_kept_figures_make(self):
        for path, text in publish.pages(self.kept).items():
            name = os.path.relpath(path, building.ROOT)
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), text, f"{name} differs from "
                                 "race/published.json: run race/publish.py")

    def test_readme_has_the_marks(self):
        with open(os.path.join(building.ROOT, "README.md"),
                  encoding="utf-8") as file:
            found = [match.group(2)
                     for match in publish.MARK.finditer(file.read())]
        self.assertEqual(sorted(found), sorted(publish.PARTS))

    def test_the_kept_figures_are_laid_out(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "published.json")
            published.save(self.kept, path)
            self.assertEqual(published.load(path), self.kept)
            with open(path, encoding="utf-8") as file, open(
                    published.KEPT, encoding="utf-8") as kept:
                self.assertEqual(file.read(), kept.read())

    def test_no_race_is_older_than_this_minor_version(self):
        present = published.project_version()
        for race, part in self.kept["races"].items():
            run = self.kept["runs"][part["run"]]
            self.assertGreaterEqual(
                numbers(run["version"]), numbers(present),
                f"{race} was raced with rill {run['version']}: run ./dev race "
                f"{race} and ./dev race --publish")

    def test_every_race_has_a_place_on_the_page(self):
        for race in self.kept["races"]:
            self.assertIn(race, benchmarks_page.RACES)

    def test_every_loss_is_named(self):
        page = benchmarks_page.page(self.kept)
        lost = [heat for heat in benchmarks_page.all_heats(self.kept)
                if heat["ratio"] and heat["ratio"][0] < 0.97 and
                (heat["ratio"][2] or 0) < 1]
        self.assertTrue(lost)
        for heat in lost:
            self.assertIn(f"| {heat['heat']} | ", page)

    def one_race(self, *ratios):
        """Kept figures with one race, whose heats have these ratios."""
        part = self.kept["races"]["lines"]
        return {"runs": self.kept["runs"], "races": {"lines": {
            **part, "heats": [{**part["heats"][0], "heat": f"h{number}",
                               "ratio": ratio, "fastest": "fmt"}
                              for number, ratio in enumerate(ratios)]}}}

    def test_a_loss_is_drawn_as_one(self):
        for kind, ratio, text in (
                ("slower", [0.5, 0.4, 0.6], 'class="bad" text-anchor="end">0.50<'),
                ("level", [0.9, 0.8, 1.1], 'class="dim" text-anchor="end">0.90<'),
                ("fastest", [9.0, 8.0, 10.0],
                 'class="own" text-anchor="end">9.00<')):
            for theme in ("light", "dark"):
                drawn = benchmarks_picture.picture(self.one_race(ratio), theme)
                self.assertIn(text, drawn)
                for shape in ("rect", "circle"):
                    self.assertIn(f'<{shape} class="{kind}"', drawn)

    def test_a_race_is_one_row_however_many_heats_it_has(self):
        kept = self.one_race([4.0, 3.9, 4.1], [1.0, 0.9, 1.1],
                             *[[0.5, 0.4, 0.6]] * 2)
        self.assertEqual(benchmarks_kinds.table_rows(kept)[1], [
            ["lines of text (`lines`)", "1 of 4", "1", "2", "1.00",
             "0.50: h2 ({fmt})"]])
        drawn = benchmarks_picture.picture(kept, "light")
        self.assertEqual((drawn.count('<rect class="level"'),
                          drawn.count("<circle ")), (1, 4))

    def test_the_sentence_can_be_read_alone(self):
        kept = self.one_race([0.5, 0.4, 0.6])
        kept["races"]["pairs"] = {
            **kept["races"]["lines"], "heats": [
                {**kept["races"]["lines"]["heats"][0],
                 "ratio": [2.0, 1.9, 2.1]}]}
        self.assertEqual(
            benchmarks_kinds.sentence(kept),
            "Against the fastest peer in each of 2 kinds of work, rill is "
            "faster in 1 and slower in 1 (lines of text 0.50): the peer's "
            "time over rill's, the geometric mean of the heats of a kind")

    def test_every_race_is_counted_or_named_as_left_out(self):
        text = (benchmarks_kinds.left_out(self.kept) + " ".join(
            f"`{kind.race}`" for kind in benchmarks_kinds.kinds_of(self.kept)))
        for race in benchmarks_page.RACES:
            if race != "binary-cost" or race in self.kept["races"]:
                self.assertIn(f"`{race}`", text)

    def test_heats_of_tables(self):
        for table, expect in (
                ({"columns": ["", "rill", "zlib", "commands", "limit"],
                  "rows": [["write", "100", "90", "684; pigz 80", "1"],
                           ["read", "100", "–", "–", "1"]]},
                 [("write", "pigz", 0.8)]),
                ({"columns": ["", "start", "end"],
                  "rows": [["rill: spawn", "80 µs", "1 µs"],
                           ["limit: vfork", "8 µs, 0.10 ×", "–"],
                           ["stdio: a", "64 µs, 0.80 ×", "2 µs, 2.00 ×"],
                           ["Rust: b", "9 µs, 1.10 ×", "3 µs, 1.90 ×"]]},
                 [("start", "stdio", 0.8), ("end", "Rust", 1.9)]),
                ({"columns": ["program", "static"],
                  "rows": [["stdio", "1"]]}, [])):
            self.assertEqual([(heat["heat"], heat["fastest"], heat["quotient"])
                              for heat in published_tables.heats_of([table])],
                             expect)


class Merging(unittest.TestCase):
    """A report's races replace those that are kept."""

    def report(self, **facts):
        def row(peer, name, seconds, named=False):
            return {"peer": peer, "peer_label": peer, "name": name,
                    "state": "ok", "named": named,
                    "summary": {"median": seconds}, "ratio": None}

        heat = {"race": "lines", "key": "lines/file", "flavour": "-O2",
                "count": 1000, "each": False, "unit": "lines",
                "peer_ratio": {"median": 1.5, "low": 1.25, "high": 1.75},
                "rows": [row("rill", "file_writer", 4e-6, True),
                         row("rill", "other", 2e-6),
                         row("fmt", "print", 6e-6),
                         row("fmt", "print_file", 9e-6),
                         row("limit", "write", 1e-6)]}
        return {"facts": {"rill": "abc", "version": "0.2", "mode": "default",
                          "time": "2027-01-02 10:00 UTC", "compiler": "g++",
                          "processor": "P", "cores": 4, "file system": "xfs",
                          "command": "./dev race lines", **facts},
                "heats": [heat, {**heat, "flavour": "-O0"}], "tables": [
                    {"race": "size", "title": "bytes", "columns": ["", "n"],
                     "rows": [{"cells": ["rill", "1"], "rill": True}]}]}

    def kept(self):
        old = {"heat": "file", "rill": 1.0, "best": 1.0, "limit": None,
               "peers": {"fmt": 2.0}, "ratio": None, "fastest": "fmt"}
        return {"runs": {"old": {}, "none": {}},
                "races": {"lines": {"run": "none", "heats": [old],
                                    "tables": []},
                          "pairs": {"run": "old", "heats": [],
                                    "tables": []}}}

    def test_a_race_is_replaced(self):
        kept = self.kept()
        self.assertEqual(published.merge(kept, self.report()),
                         ["lines", "size"])
        self.assertEqual(kept["races"]["lines"]["heats"], [{
            "heat": "file", "rill": 4.0, "best": 2.0, "limit": 1.0,
            "peers": {"fmt": 6.0}, "ratio": [1.5, 1.25, 1.75],
            "fastest": "fmt"}])
        self.assertEqual(kept["races"]["size"]["tables"], [
            {"title": "bytes", "note": "", "columns": ["", "n"],
             "rows": [["rill", "1"]]}])
        self.assertEqual(sorted(kept["runs"]), ["2027-01-02 abc", "old"])
        self.assertEqual(kept["races"]["pairs"]["run"], "old")

    def test_only_races_that_are_named(self):
        kept = self.kept()
        published.merge(kept, self.report(), ["siz"])
        self.assertEqual(kept["races"]["lines"]["run"], "none")
        self.assertIn("size", kept["races"])

    def refused(self, why, report, races=(), kept=None):
        kept = kept or self.kept()
        before = copy.deepcopy(kept)
        with self.assertRaisesRegex(published.Refused, why):
            published.merge(kept, report, races)
        self.assertEqual(kept, before)

    def test_what_is_not_published(self):
        self.refused("--quick", self.report(mode="quick"))
        self.refused("no commit", self.report(rill="abc-dirty"))
        self.refused("--only", self.report(command="./dev race --only rill"))
        self.refused("no such race", self.report(), ["nosuch"])

    def test_a_heat_or_a_peer_is_not_lost(self):
        kept = self.kept()
        kept["races"]["lines"]["heats"][0]["peers"]["fast_io"] = 3.0
        self.refused("lines: the last report lacks the peers fast_io",
                     self.report(), kept=kept)
        kept = self.kept()
        kept["races"]["lines"]["heats"].append(
            {**kept["races"]["lines"]["heats"][0], "heat": "equal"})
        self.refused("lacks the heats equal", self.report(), kept=kept)

    def test_no_report(self):
        with self.assertRaisesRegex(SystemExit, "run ./dev race first"):
            publish.publish(os.path.join(RACE, "nosuch.json"))


if __name__ == "__main__":
    unittest.main()
