"""The costs of calls and headers: how they are counted, what is a loss, and the
results in ./dev test."""

import contextlib
import io
import os
import tempfile
import types
import unittest
from unittest import mock

import call_costs
from devtools import building, costs, kept_figures, machine, report
from devtools.context import Selection

COMPILER = machine.Compiler("g++", "gcc", "1.0.0")
KEY = "g++ 1 (Here), libstdc++ 1, glibc 1, x"
KEPT = {"call/print": {"bytes a call": 100.0, "functions a call": 1.0},
        "header/print.h": {"bytes": 0, "functions": 0, "lines": 9000}}


def verdicts(name, figures):
    return [line.verdict
            for line in call_costs.lines_of(name, figures, KEPT.get(name))]


class Comparing(unittest.TestCase):
    def test_five_per_cent(self):
        for size, verdict in ((105, "same"), (105.1, "loss"), (95, "same"),
                              (94.9, "gain")):
            self.assertEqual(verdicts("call/print", {
                "bytes a call": size, "functions a call": 1.0}),
                [verdict, "same"])

    def test_tiny_figures(self):
        for size, functions, wanted in ((0, 0, ["same", "same"]),
                                        (16, 1, ["same", "same"]),
                                        (17, 2, ["loss", "loss"])):
            self.assertEqual(verdicts("header/print.h", {
                "bytes": size, "functions": functions, "lines": 9000}),
                wanted + ["same"])

    def test_new_and_gone(self):
        self.assertEqual(verdicts("call/print", {"bytes a call": 100,
                                                 "more": 1}),
                         ["same", "new", "gone"])
        self.assertEqual(verdicts("call/scan", {"bytes a call": 1}), ["new"])

    def test_each_figure_has_its_slack(self):
        with mock.patch.object(call_costs, "compiled",
                               lambda *_: (300, 7)), \
                mock.patch.object(call_costs, "preprocessed",
                                  lambda *_: {"rill files": 1,
                                              "system files": 1,
                                              "lines": 1}), \
                mock.patch.object(call_costs, "instructions",
                                  lambda *_: 1.0):
            found = {figure for subject in call_costs.subjects()
                     for figure in call_costs.measure(COMPILER, subject)}
        self.assertEqual(found, set(call_costs.SLACK))


class Counting(unittest.TestCase):
    def test_subjects(self):
        names = [one.name for one in call_costs.subjects()]
        self.assertEqual(len(names), len(set(names)))
        for name in ("call/stdout", "call/scan", "program/hello",
                     "program/everyday", "header/rill.h", "header/print.h",
                     "compile/hello", "compiled/compile/hello, rill.h",
                     "driver/zlib.h", "compile/driver/zlib.h"):
            self.assertIn(name, names)
        self.assertEqual([one.name for one in call_costs.subjects(
            ["header/scan", "call/scan"])], [
                "call/scan", "header/scan.h", "compiled/call/scan",
                "compiled/header/scan.h"])

    def test_the_slow_ones_are_for_all(self):
        for name, slow in (("compile/hello", True),
                           ("compiled/compile/hello", True),
                           ("compiled/program/hello", False)):
            self.assertEqual(costs.is_slow(call_costs.Subject(name, ())), slow)

    def test_a_further_call_is_the_difference(self):
        sizes = iter([(1000, 40), (6000, 240)])
        with mock.patch.object(call_costs, "compiled",
                               lambda *_: next(sizes)):
            self.assertEqual(
                call_costs.measure(COMPILER, call_costs.Subject(
                    "call/print", ("few", "many"))),
                {"bytes a call": 50.0, "functions a call": 2.0})

    def test_a_driver_is_the_difference(self):
        sizes = iter([(0, 0), (20, 1)])
        lines = iter([{"lines": 9000}, {"lines": 9400}])
        with mock.patch.multiple(
                call_costs, compiled=lambda *_: next(sizes),
                preprocessed=lambda *_: next(lines)):
            self.assertEqual(
                call_costs.measure(COMPILER, call_costs.Subject(
                    "driver/zlib.h", ("before", "all"))),
                {"bytes": 20, "functions": 1, "lines": 400})

    def test_a_library_that_is_missing(self):
        compiler = machine.newest("gcc")
        if not compiler:
            self.skipTest("g++: not installed")
        for header, absent in (("", ""), ("stddef.h", ""),
                               ("no_such.h", "no_such.h: not installed")):
            self.assertEqual(call_costs.lacking(
                compiler, call_costs.Subject("driver/x", (), needs=header)),
                absent)

    def test_functions(self):
        self.assertEqual(call_costs.functions_in(
            "main T 0 10\n_ZN1fEv W 0 5\n_ZN1fEv.cold t 0 5\n"
            "_ZN1gEv.cold.3 t 0 5\n_ZN1gEv.constprop.0 t 0 5\n"
            "table R 0 8\nvalue B 0 8\n_ZN1nE V 0 1\nread U\n"), 3)

    def test_lines(self):
        self.assertEqual(call_costs.lines_in([b"int a;\n", b"\n", b" \n",
                                              b"int b;\n"]), 2)

    def test_what_figures_belong_to(self):
        for version, vendor in (
                ("g++ (Debian 12.2.0-14+deb12u1) 12.2.0\n", " (Debian)"),
                ("g++-13 (Ubuntu 13.1.0-8) 13.1.0\n", " (Ubuntu)"),
                ("Debian clang version 19.1.7 (3~deb12u1)\n", " (Debian)"),
                ("clang version 19.1.7\n", "")):
            self.assertEqual(call_costs.vendor_of(version), vendor)
        self.assertEqual(call_costs.libraries_of(
            "#define __GLIBC_MINOR__ 36\n#define _GLIBCXX_RELEASE 12\n"
            "#define __GLIBC__ 2\n"), "libstdc++ 12, glibc 2.36")
        self.assertEqual(call_costs.libraries_of(
            "#define _LIBCPP_VERSION 190107\n"), "libc++ 190107")

    def test_a_real_program(self):
        """A source with two functions and a header of the system.
        (<stdc-predef.h>, which some C libraries have, is counted too.)"""
        compiler = machine.newest("gcc")
        if not compiler or call_costs.missing_tool():
            self.skipTest("g++ or binutils: not installed")
        with tempfile.TemporaryDirectory() as folder:
            stem = os.path.join(folder, "own")
            size, functions = call_costs.compiled(
                compiler, stem, "#include <stddef.h>\n\nint n;\n"
                "int f(int x) { return x * 3; }\nint main() { return n; }\n")
            self.assertEqual(functions, 2)
            self.assertTrue(5 < size < 100, size)
            figures = call_costs.preprocessed(compiler, stem)
            self.assertEqual(figures["rill files"], 0)
            self.assertIn(figures["system files"], (1, 2))
            self.assertTrue(5 < figures["lines"] < 60, figures)
            with self.assertRaises(kept_figures.Failed):
                call_costs.compiled(compiler, stem, "int main() { none; }\n")


@contextlib.contextmanager
def measured(figures, kept):
    """The whole tool with a false compiler; the context is the path of the kept
    figures."""
    subjects = [call_costs.Subject(name, ()) for name in figures]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "costs.json")
        kept_figures.save(path, kept)
        with mock.patch.multiple(
                call_costs, KEPT=path, key_of=lambda compiler: KEY,
                missing_tool=lambda: "",
                subjects=lambda words=(): [
                    one for one in subjects
                    if kept_figures.chosen(one.name, words)],
                measure=lambda compiler, one: figures[one.name]), \
                mock.patch.object(machine, "newest", lambda _: COMPILER):
            yield path


def with_size(size):
    return {**KEPT, "call/print": {**KEPT["call/print"],
                                   "bytes a call": size}}


class Status(unittest.TestCase):
    def run_with(self, figures, kept, *words):
        with measured(figures, kept) as path, \
                contextlib.redirect_stdout(io.StringIO()) as out:
            status = call_costs.main(list(words))
            return status, kept_figures.load(path), out.getvalue()

    def test_loss_fails_and_nothing_is_written(self):
        kept = {KEY: KEPT}
        status, now, text = self.run_with(with_size(110.0), kept)
        self.assertEqual((status, now), (1, kept))
        self.assertRegex(text, r"call/print: bytes a call +110\.0 +100\.0 +"
                         r"\+10\.0%  loss")
        self.assertIn(call_costs.TO_KEEP, text)

    def test_gain_and_no_change_pass(self):
        for size, told in ((50.0, True), (100.0, False)):
            status, _, text = self.run_with(with_size(size), {KEY: KEPT})
            self.assertEqual((status, call_costs.TO_KEEP in text), (0, told))

    def test_another_compiler_has_nothing_to_compare(self):
        self.assertEqual(
            self.run_with(with_size(900.0), {"clang": KEPT})[0], 0)

    def test_keep(self):
        before = {KEY: {**KEPT, "header/old.h": {"bytes": 1}}, "clang": KEPT}
        self.assertEqual(
            self.run_with(with_size(110.0), before, "--keep")[:2],
            (0, {KEY: with_size(110.0), "clang": KEPT}))
        self.assertEqual(
            self.run_with(with_size(110.0), before, "--keep", "header/print")
            [1], before)

    def test_gone(self):
        kept = {KEY: {**KEPT, "header/old.h": {"bytes": 1}}}
        self.assertRegex(self.run_with(KEPT, kept)[2],
                         r"header/old\.h: bytes .* gone")


class AsATest(unittest.TestCase):
    def run_with(self, figures, kept, names=()):
        context = types.SimpleNamespace(
            all=False,
            selection=Selection(list(names)), list_only=False,
            report=report.Report(), pool=building.Pool(1))
        with measured(figures, kept), \
                contextlib.redirect_stdout(io.StringIO()) as out:
            costs.run(context)
            status = context.report.finish()
        return status, context.report, out.getvalue()

    def test_no_change(self):
        status, seen, text = self.run_with(KEPT, {KEY: KEPT})
        self.assertEqual((status, seen.counts()), (0, (2, 0, 0)))
        self.assertNotIn("note:", text)

    def test_a_loss_names_figures_and_command(self):
        status, seen, text = self.run_with(with_size(120.0), {KEY: KEPT})
        self.assertEqual((status, seen.counts()), (1, (1, 1, 0)))
        self.assertIn("FAILED cost/call/print", text)
        self.assertIn("call/print: bytes a call: 120, kept are 100 (+20.0%)",
                      text)
        self.assertIn("./dev bench --costs --keep", text)

    def test_a_gain_is_a_note(self):
        status, seen, text = self.run_with(with_size(80.0), {KEY: KEPT})
        self.assertEqual((status, seen.counts()), (0, (2, 0, 0)))
        self.assertIn("note: call/print: bytes a call: 80, kept are 100 "
                      "(-20.0%): ./dev bench --costs --keep", text)

    def test_what_is_new_is_a_note(self):
        status, _, text = self.run_with(
            {**KEPT, "call/scan": {"bytes a call": 9.0}}, {KEY: KEPT})
        self.assertEqual(status, 0)
        self.assertIn("note: call/scan: bytes a call: 9, nothing is kept",
                      text)

    def test_another_compiler_skips(self):
        _, seen, text = self.run_with(with_size(900.0), {"clang": KEPT})
        self.assertEqual(seen.counts(), (0, 0, 2))
        self.assertIn(f"skipped: costs: no figures are kept for {KEY}", text)

    def test_selection(self):
        _, seen, _ = self.run_with(with_size(900.0), {KEY: KEPT},
                                   ["^cost/header/"])
        self.assertEqual(seen.counts(), (1, 0, 0))


if __name__ == "__main__":
    unittest.main()
