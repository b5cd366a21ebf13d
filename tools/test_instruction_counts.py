"""The comparison of instruction counts: what is a loss, and what is kept."""

import contextlib
import io
import json
import os
import tempfile
import unittest
from unittest import mock

import instruction_counts as counts


def verdicts(now, kept, names=()):
    return {line.name: line.verdict
            for line in counts.compare(now, kept, names)}


class Comparing(unittest.TestCase):
    def test_five_per_cent(self):
        kept = {"a": 100.0, "b": 100.0, "c": 100.0, "d": 100.0, "e": 40.0}
        now = {"a": 105.0, "b": 105.1, "c": 95.0, "d": 94.9, "e": 40.0}
        self.assertEqual(verdicts(now, kept),
                         {"a": "same", "b": "loss", "c": "same", "d": "gain",
                          "e": "same"})

    def test_new_and_gone(self):
        self.assertEqual(verdicts({"a": 1.0}, {"b": 2.0}),
                         {"a": "new", "b": "gone"})

    def test_what_was_not_asked_for_is_not_gone(self):
        self.assertEqual(verdicts({"ab": 1.0}, {"ab": 1.0, "c": 2.0}, ["a"]),
                         {"ab": "same"})
        self.assertEqual(verdicts({}, {"ab": 1.0, "c": 2.0}, ["a"]),
                         {"ab": "gone"})

    def test_kept_figures(self):
        before = {"g++ 12": {"ab": 1.0, "c": 2.0}, "g++ 13": {"ab": 3.0}}
        self.assertEqual(counts.merged(before, "g++ 12", {"ab": 5.0}),
                         {"g++ 12": {"ab": 5.0}, "g++ 13": {"ab": 3.0}})
        self.assertEqual(
            counts.merged(before, "g++ 12", {"ab": 5.0}, ["a"])["g++ 12"],
            {"ab": 5.0, "c": 2.0})
        self.assertEqual(counts.merged({}, "x", {"a": 1.0}),
                         {"x": {"a": 1.0}})

    def test_reading_valgrind(self):
        text = "==1== Events    : Ir\n==1== Collected : 723021\n==1==\n"
        self.assertEqual(counts.per_item(text, "10000\n"), 72.3)
        for bad in (("", "10000"), (text, ""),
                    ("==1== Collected : 0\n", "10000")):
            with self.assertRaises(counts.Failed):
                counts.per_item(*bad)

    def test_table(self):
        text = "\n".join(counts.table(counts.compare(
            {"a": 110.0, "new": 3.0}, {"a": 100.0, "old": 1.0})))
        self.assertRegex(text, r"a +110\.0 +100\.0 +\+10\.0%  loss")
        self.assertRegex(text, r"new +3\.0 +–.* new")
        self.assertRegex(text, r"old +– +1\.0.* gone")


class Status(unittest.TestCase):
    """The whole tool with a false compiler and a false valgrind."""

    def run_with(self, now, kept, *words):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "counts.json")
            with open(path, "w") as file:
                json.dump(kept, file)
            with mock.patch.object(counts, "KEPT", path), \
                    mock.patch.object(counts, "compiler_key",
                                      lambda compiler: "g++ 1"), \
                    mock.patch.object(counts, "count_all",
                                      lambda *rest: now), \
                    mock.patch("shutil.which", lambda name: name), \
                    contextlib.redirect_stdout(io.StringIO()):
                status = counts.main(list(words))
            return status, counts.load(path)

    def test_loss_fails_and_nothing_is_written(self):
        kept = {"g++ 1": {"a": 10.0, "b": 10.0}}
        self.assertEqual(self.run_with({"a": 10.6, "b": 1.0}, kept),
                         (1, kept))
        self.assertEqual(self.run_with({"a": 10.4, "b": 1.0}, kept)[0], 0)

    def test_another_compiler_has_nothing_to_compare(self):
        self.assertEqual(self.run_with({"a": 99.0}, {"g++ 2": {"a": 1.0}})[0],
                         0)

    def test_keep(self):
        self.assertEqual(
            self.run_with({"a": 99.0}, {"g++ 1": {"a": 1.0}}, "--keep"),
            (0, {"g++ 1": {"a": 99.0}}))


if __name__ == "__main__":
    unittest.main()
