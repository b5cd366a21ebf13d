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
from harness import (benchmarks_page, benchmarks_picture,  # noqa: E402
                     published)
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

    def test_a_loss_is_drawn_as_one(self):
        kept = copy.deepcopy(self.kept)
        for name, ratio, expect in (
                ("slower", [0.5, 0.4, 0.6], 'class="bad">0.50<'),
                ("level", [0.99, 0.9, 1.1], 'class="dim">0.99<'),
                ("far", [9.0, 8.0, 10.0], 'class="own">9.00<')):
            benchmarks_page.heat_of(kept, "ints-out/file")["ratio"] = ratio
            for theme in ("light", "dark"):
                self.assertIn(expect, benchmarks_picture.picture(kept, theme),
                              name)


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
