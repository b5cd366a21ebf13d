"""The tools that decide whether a test has passed, each with a case that passes
and one that fails."""

import os
import subprocess
import sys
import tempfile
import types
import unittest
from unittest import mock

from devtools import (building, configurations, documents, headers, kept,
                      libraries, machine, packages, platforms, programs,
                      refuse, report, suite, unit_runs, unit_tests)
from devtools.building import Outcome
from devtools.configurations import Configuration
from devtools.context import Context, Selection


class Selecting(unittest.TestCase):
    def test_selection(self):
        has = Selection(["decimal"]).has
        self.assertTrue(has("number/decimal: zero"))
        self.assertFalse(has("number/parse: zero"))
        has = Selection(["^number"]).has
        self.assertTrue(has("number/parse: zero"))
        self.assertFalse(has("header/number/parse.h"))


needs_both = unittest.skipUnless(
    machine.newest("gcc") and machine.newest("clang"),
    "g++ and clang++: not both installed")


class Libraries(unittest.TestCase):
    def test_of_code(self):
        self.assertEqual(libraries.of_code(
            "#include <rill/driver/zlib.h>\n  #include <QLabel>\n"
            "#include <QTcpSocket>\n#include <QFile>\n#include <QString>\n"),
            ["z", "Qt6Widgets", "Qt6Network", "Qt6Core"])
        self.assertEqual(libraries.of_code("#include <rill/driver/qt.h>\n"
                                           "// #include <QFile>\n"), [])

    def test_flags_of_qt_are_those_of_pkg_config(self):
        says = {"--cflags": ("-I/qt", "-DQT"), "--libs": ("-lQt6Core",)}
        with mock.patch.object(libraries, "package",
                               lambda what, name: says[what]):
            self.assertEqual(libraries.compile_flags(["z"]), ())
            self.assertEqual(libraries.flags(["Qt6Core", "z"]), (
                "-isystem/qt", "-DQT", "-fPIC", "-lQt6Core", "-lz"))

    @needs_both
    def test_a_library_built_with_libstdcxx_has_a_configuration(self):
        def covering(path, is_whole=False):
            return [c.name for c in configurations.full(is_whole)
                    if c.covers(path)]
        self.assertEqual(covering("test/driver/qt_test.cpp"),
                         ["clang_sanitized_libstdcxx"])
        self.assertEqual(covering("test/driver/qt_shape_test.cpp"),
                         ["clang_sanitized"])
        self.assertEqual(covering("test/driver/qt_test.cpp", True),
                         ["clang_sanitized_libstdcxx", "gcc_o1"])
        self.assertEqual(covering("test/driver/zstd_test.cpp"),
                         ["clang_sanitized", "gcc_o1"])  # malloc fails
        self.assertEqual(covering("test/interop/ostream_test.cpp", True),
                         ["clang_sanitized", "clang_sanitized_libstdcxx",
                          "gcc_o1"])

    def test_without_clang_all_run_optimized(self):
        with mock.patch.object(
                machine, "newest",
                lambda family: machine.Compiler("g++", "gcc", "12.2.0")
                if family == "gcc" else None):
            configurations.full.cache_clear()
            covering = [c.name for c in configurations.full()
                        if not c.missing and c.covers("test/print/x_test.cpp")]
        configurations.full.cache_clear()
        self.assertEqual(covering, ["gcc_o1"])

    @needs_both
    def test_each_unit_test_runs_once_with_sanitizers(self):
        for path in building.find("test", "_test.cpp"):
            runs = [c.name for c in configurations.full() if c.covers(path)]
            sanitized = [name for name in runs if name != "gcc_o1"]
            self.assertEqual(len(sanitized), 1, path)
            module = building.relative(path).split(os.sep)[1]
            with open(path, encoding="utf-8") as file:
                text = file.read()
            self.assertEqual(
                "gcc_o1" in runs, module in configurations.OPTIMIZED or
                path.endswith("os/libc_test.cpp") or "sanitizer holds" in text
                or "memory_sweep.h" in text or "coder_memory.h" in text or
                "failing_memory.h" in text, path)


class Recording(unittest.TestCase):
    def test_record_of_a_crash(self):
        record = unit_runs.Record("start a\nseconds 0.25\npass a\n"
                                   "start b\nfail b\n"
                                   "start c\nreason no pty\npass c\n"
                                   "decorated d\nleft x\nleft y [slow]\n"
                                   "start e\n")
        self.assertEqual(record.ended, {"a": True, "b": False, "c": True})
        self.assertEqual(record.reasons, {"c": "no pty"})
        self.assertEqual(record.seconds, {"a": 0.25})
        self.assertEqual(list(record.not_run), ["d", "y [slow]"])
        self.assertFalse(record.finished)
        self.assertEqual(record.running, "e")

    def test_names_in_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x_test.cpp")
            with open(path, "w") as file:
                file.write('TEST_CASE("a: b") {}\n'
                           'TEST_CASE("two "\n          "pieces") {}\n'
                           'TEST_CASE_FIXTURE(some::type, "fixture") {}\n')
            self.assertEqual(unit_tests.names_in(path),
                             ["a: b", "two pieces", "fixture"])


class WithoutCompilers(unittest.TestCase):
    def test_the_race_s_tests_are_skipped(self):
        done = subprocess.run(
            [sys.executable, "-m", "unittest", "test_race",
             "test_race_compress"], cwd=os.path.join(building.ROOT, "tools"),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True,
            env=dict(os.environ, CXX="no-such-compiler"))
        self.assertRegex(done.stderr, r"\nOK \(skipped=[1-9]\d+\)\n$")


class WithoutDoctest(unittest.TestCase):
    def test_unit_tests_are_skipped_with_the_reason(self):
        here = Configuration("here", machine.newest("gcc"))
        context = types.SimpleNamespace(
            selection=Selection(["^number/decimal"]), list_only=False,
            all=False, configurations=lambda: [here], report=report.Report(),
            pool=building.Pool(1))
        with mock.patch.object(machine, "finds", lambda *_: False):
            unit_tests.run(context)
        passed, failed, skipped = context.report.counts()
        self.assertEqual((passed, failed), (0, 0))
        self.assertGreater(skipped, 0)
        self.assertEqual(list(context.report.skips),
                         ["doctest: not installed"])

    def test_headers_that_are_found(self):
        for chosen in filter(None, map(machine.newest, ("gcc", "clang"))):
            self.assertTrue(machine.finds(chosen, "stdio.h", "-std=c++20"))
            self.assertFalse(machine.finds(chosen, "no/such.h"))


class Platforms(unittest.TestCase):
    EMULATED = Configuration("far", None, modules=("number",),
                             runner=("/bin/sh",))

    def context(self, every):
        return types.SimpleNamespace(
            all=every, wanted=None, report=report.Report(),
            selection=Selection([]))

    def test_modules(self):
        self.assertTrue(self.EMULATED.covers("/rill/test/number/a_test.cpp"))
        self.assertFalse(self.EMULATED.covers("/rill/test/os/a_test.cpp"))
        self.assertTrue(Configuration("here", None).covers("test/os/a.cpp"))
        here = Configuration("here", None, modules=("os",))
        self.assertTrue(here.covers("/rill/test/os/win32/a_test.cpp"))
        self.assertFalse(here.covers("/os/rill/test/fs/os/a_test.cpp"))

    def test_files_of_one_system(self):
        names = {"a": "// platforms: posix\n", "b": "// a test\n",
                 "c": "// a test\n// platforms: windows\n",
                 "d": "int x;  // platforms: windows\n"}
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for name, head in names.items():
                files.append(os.path.join(folder, name))
                with open(files[-1], "w") as file:
                    file.write(head + f'TEST_CASE("{name}: x") {{}}\n')
            context = self.context(True)
            here = unit_tests.runnable(context, Configuration("here", None),
                                       files)
            self.assertEqual("".join(map(os.path.basename, here)), "abd")
            self.assertEqual(context.report.skips, {})
            there = Configuration("windows", None, platform="windows")
            found = unit_tests.runnable(context, there, files)
            self.assertEqual("".join(map(os.path.basename, found)), "bcd")
            self.assertEqual(context.report.skips,
                             {"for posix alone": ["a: x [windows]"]})

    def test_files_that_no_emulator_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a")
            with open(path, "w") as file:
                file.write('// platforms: posix native\n'
                           'TEST_CASE("a: x") {}\n')
            context = self.context(True)
            here = Configuration("here", None)
            self.assertEqual(unit_tests.runnable(context, here, [path]),
                             [path])
            there = Configuration("s390x", None, runner=("qemu",))
            self.assertEqual(unit_tests.runnable(context, there, [path]), [])
            self.assertEqual(context.report.skips,
                             {"for posix, native alone": ["a: x [s390x]"]})

    @staticmethod
    def context_of(names=(), config=None):
        return Context(types.SimpleNamespace(
            names=list(names), all=False, list=False, config=config, jobs=1))

    def test_windows_is_a_configuration_and_no_name(self):
        context = self.context_of(["windows", "^os/"])
        self.assertEqual(context.wanted, ["windows"])
        self.assertEqual(context.selection.names, ["^os/"])
        self.assertIn(headers.run_windows, suite.kinds(context))

    def test_a_configuration_has_its_kinds_of_tests_alone(self):
        whole = suite.kinds(self.context_of())
        own = suite.kinds(self.context_of(config=["gcc_32"]))
        self.assertEqual(own, [unit_tests.run, suite.smoke.run])
        self.assertLess(set(own), set(whole))

    def test_runner_is_put_before_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "program")
            with open(path, "w") as file:  # wine cannot execute it by itself
                file.write('printf "start a\npass a\nfinished" >"'
                           '$RILL_TEST_RECORD"\necho "$1"\nexit 3\n')
            record, status, output = unit_runs.execute(
                [*self.EMULATED.runner, path], [], [], 60,
                report.Report().group("runs"))
        self.assertEqual((record.ended, status), ({"a": True}, 3))
        self.assertEqual(output, "--no-colors\n")

    def test_where_slow_tests_run(self):
        here = Configuration("here", None)
        full = Configuration("full", None)
        mocked = mock.patch.object(configurations, "thorough",
                                   lambda: (full,))
        mocked.start()
        self.addCleanup(mocked.stop)
        named = self.context(True)
        named.wanted = ["here"]
        self.assertTrue(unit_runs.runs_slow(named, here))
        self.assertFalse(unit_runs.runs_slow(named, self.EMULATED))
        self.assertTrue(unit_runs.runs_slow(self.context(True), full))
        self.assertFalse(unit_runs.runs_slow(self.context(True), here))
        self.assertFalse(unit_runs.runs_slow(self.context(False), full))
        context = self.context(True)
        self.assertFalse(unit_runs.runs_slow(context, self.EMULATED))
        record = unit_runs.Record("left y [slow]\nfinished\n")
        unit_runs.tell(context, self.EMULATED, record, "", set())
        self.assertEqual(context.report.skips,
                         {"slow: in the thorough configurations":
                          ["y [slow] [far]"]})

    def test_what_is_missing_has_its_name(self):
        with mock.patch.object(machine, "compiler", lambda name: None):
            found = platforms.emulated("s390x", "s390x-linux-gnu")
        self.assertEqual(found.missing, "s390x-linux-gnu-g++: not installed")
        self.assertEqual(found.modules, platforms.MODULES)

    def test_only_all_and_setup_install_them(self):
        wanted = []

        def ask(system, package):
            wanted.append(package)
            return True
        with mock.patch.multiple(packages, manager=lambda: "apt-get",
                                 is_installed=ask):
            packages.ensure("test")
            self.assertNotIn("qemu-user-static", wanted)
            packages.ensure("platforms")
            self.assertIn("qemu-user-static", wanted)
            self.assertNotIn("g++-multilib", wanted)
            wanted.clear()
            packages.ensure("setup", again=True)
            self.assertIn("g++-s390x-linux-gnu", wanted)


class Disk(unittest.TestCase):
    def test_a_full_one_is_one_line(self):
        free = mock.Mock(free=3 << 20)
        with mock.patch.object(suite.shutil, "disk_usage", lambda _: free):
            self.assertRegex(suite.full_disk(),
                             r"^dev: .*/build/test has 3 MiB free, and at "
                             r"least 64 are needed, .* suite$")
            free.free = 64 << 20
            self.assertEqual(suite.full_disk(), "")


class Together(unittest.TestCase):
    def test_a_missing_compiler_is_skipped(self):
        context = mock.Mock()
        headers.check_together(context, "it", Configuration(
            "there", None, missing="clang++: not installed"), ["a.h"])
        context.report.skipped.assert_called_once_with(
            "it", "clang++: not installed")
        context.report.failed.assert_not_called()


class Refusing(unittest.TestCase):
    def test_program_that_compiles(self):
        self.assertEqual(refuse.judge(Outcome(0, ""), ["no"], 10),
                         ["it compiles"])

    def test_sentence(self):
        outcome = Outcome(1, "x.cpp:1: error: use rill::ptr to\n  print it")
        self.assertEqual(refuse.judge(outcome, ["rill::ptr to print it"], 10),
                         [])
        self.assertEqual(len(refuse.judge(outcome, ["no such"], 10)), 1)

    def test_length(self):
        outcome = Outcome(1, "error: no\n   12 | code\n      | ^~~\n" * 3)
        self.assertEqual(refuse.judge(outcome, ["no"], 3), [])
        self.assertEqual(len(refuse.judge(outcome, ["no"], 2)), 1)
        self.assertEqual(refuse.judge(outcome, ["no"], None), [])

    def test_a_whole_message(self):
        for text in ("error: rill: no", 'x.h:1: error: #error "rill: no"',
                     "x.cpp:1: error: rill: no [-Werror,-Wx-y]"):
            outcome = Outcome(1, f"first\n{text}\n  1 | last\n")
            self.assertEqual(refuse.judge(outcome, [], 10, ["rill: no"]), [])
        outcome = Outcome(1, "error: rill: no way\n")
        self.assertEqual(len(refuse.judge(outcome, [], 10, ["rill: no"])), 1)

    def test_what_is_compiled_before(self):
        with tempfile.TemporaryDirectory() as folder:
            def first(text):
                path = os.path.join(folder, "one.cpp")
                with open(path, "w") as file:
                    file.write("// expect: no\n" + text)
                return refuse.first_include(path)
            self.assertEqual(first("#include <a.h>\n#include <b.h>\n"),
                             "#include <a.h>")
            self.assertIsNone(first("#define A 1\n#include <a.h>\n"))
            self.assertIsNone(first("// flags: -O2\n#include <a.h>\n"))
            self.assertIsNone(first("int main() {}\n"))

    def test_a_second_look_is_at_what_a_user_sees(self):
        """With a precompiled header, the error may be one line longer."""
        judged = []

        def faults_of(path, configuration, start):
            judged.append(start)
            return (["too long"] if start else []), ""
        context = mock.Mock()
        with mock.patch.multiple(refuse, faults_of=faults_of,
                                 first_include=lambda path: "#include <a.h>"):
            refuse.check(context, "it", "path", Configuration("here", None),
                         {("here", "#include <a.h>"): "start"})
        self.assertEqual(judged, ["start", None])
        context.report.passed.assert_called_once_with("it")
        context.report.failed.assert_not_called()


class Documents(unittest.TestCase):
    def parse(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.md")
            with open(path, "w") as file:
                file.write(text)
            return documents.blocks(path)

    def test_output_and_marks(self):
        found = self.parse("<!-- input: 1 2 -->\n```cpp\nint x;\n```\n\n"
                           "```text\n3\n```\n\n```cpp\nint y;\n```\nprose\n\n"
                           "```text\nno output\n```\n")
        self.assertEqual([b.output for b in found], ["3\n", None])
        self.assertEqual(found[0].marks, {"input": "1 2"})
        self.assertEqual(found[1].marks, {})

    def test_split(self):
        outside, inside = documents.split(
            "#include <rill/print.h>\nstruct point {\n  int x = 0;\n};\n"
            "int twice(int x) {\n  return x + x;\n}\n"
            "int numbers[] = {1, 2};\nfor (int n : numbers) {\n  use(n);\n}\n"
            'rill::println("a;{b");\nif (x) {\n  f();\n} else {\n  g();\n}\n')
        for piece in ("#include", "struct point", "int twice"):
            self.assertIn(piece, outside)
        for piece in ("int numbers", "for (", '"a;{b"', "if (", "else"):
            self.assertIn(piece, inside)

    def test_a_header_that_is_needed(self):
        found = self.parse("<!-- needs: fmt/format.h -->\n```cpp\n```\n")
        self.assertEqual(found[0].marks, {"needs": "fmt/format.h"})
        usual = configurations.plain()[0]
        if not usual.missing:
            self.assertIs(documents.with_header("cstdio", usual), usual)
        self.assertIsNone(documents.with_header("no/such.header", usual))

    def test_standard_error_is_shown(self):
        got = programs.Run(1, b"out", b"a.exe: no\na.exe: a.exe: no\nx a.exe: ")
        plain, errors = (documents.Block("x", "", marks)
                         for marks in ({}, {"errors": ""}))
        self.assertEqual(documents.shown_output(plain, got, "b/a.exe"), b"out")
        self.assertEqual(documents.shown_output(errors, got, "b/a.exe"),
                         b"program: no\nprogram: a.exe: no\nx a.exe: ")

    def test_main_is_left_alone(self):
        code = "int main() { return 0; }\n"
        self.assertEqual(documents.program(documents.Block("x", code)), code)

    def test_what_is_precompiled(self):
        """Only beginnings that blocks have are precompiled."""
        def start(code):
            return documents.start_for(
                documents.program(documents.Block("x", code)),
                [(documents.everything() + documents.prelude(), "both"),
                 (documents.everything(), "library")])
        self.assertEqual(start("rill::println(1);\n"), "both")
        self.assertEqual(start("#include <rill/rill.h>\nint main() {}\n"),
                         "library")
        self.assertIsNone(start("#include <rill/print.h>\nrill::print(1);\n"))
        self.assertIsNone(start("#define X\n#include <rill/rill.h>\n"
                                "rill::print(1);\n"))
        self.assertIsNone(start("int main() {}\n"))


class Parts(unittest.TestCase):
    HERE = Configuration("here", None)

    @staticmethod
    def path(name):
        return os.path.join(building.ROOT, "test", name)

    def test_the_last_is_what_the_others_are_not(self):
        keys = {self.path(name): "key"
                for name in ("a.cpp", "b.cpp", "c.cpp")}
        context = types.SimpleNamespace(selection=Selection([]),
                                        report=report.Report())
        with mock.patch.object(unit_runs, "PART", 2):
            found = unit_runs.runs_of(context, self.HERE, "program", keys,
                                      None)
        self.assertEqual([(run.flags, run.is_last) for run in found], [
            (("-sf=*test/a.cpp,*test/b.cpp",), False),
            (("-sfe=*test/a.cpp,*test/b.cpp",), True)])
        files = list(keys)
        self.assertEqual(unit_runs.parts(context, self.HERE, files), [()])
        context.selection = Selection(["x"])
        self.assertEqual(unit_runs.parts(context, self.HERE, files), [()])

    def test_files_that_have_passed(self):
        """They run again with another key, after a failure, and where a test
        was skipped."""
        a, b, c = (self.path(name) for name in ("a.cpp", "b.cpp", "c.cpp"))
        keys = {a: "key", b: "key", c: "key"}
        record = unit_runs.Record("".join(
            f"start {name}\nfile test/{name[0]}.cpp\n{line}\n"
            for name, line in (
                ("a1", "pass a1"), ("a2", "pass a2"), ("b1", "pass b1"),
                ("b2", "fail b2"), ("c1", "reason why\npass c1"))))
        with tempfile.TemporaryDirectory() as folder:
            whole = report.Report(kept=kept.Kept(
                path=os.path.join(folder, "kept")))
            context = types.SimpleNamespace(selection=Selection([]),
                                            report=whole)
            unit_runs.keep(context, unit_runs.Run(
                self.HERE, "program", (), True, keys), record)
            group = mock.Mock()

            def flags(keys):
                return [run.flags for run in unit_runs.runs_of(
                    context, self.HERE, "program", keys, group)]

            self.assertEqual(flags(keys), [("-sfe=*test/a.cpp",)])
            self.assertEqual((whole.counts(), whole.kept_count),
                             ((2, 0, 0), 2))
            group.step.assert_called_once_with(2)
            self.assertEqual(flags({**keys, a: "other"}), [()])

    def test_what_is_not_run_is_told_once(self):
        """doctest names the slow tests in each run."""
        context = types.SimpleNamespace(
            all=False, wanted=None, report=report.Report(),
            selection=Selection([]))
        record = unit_runs.Record("left y [slow]\nfinished\n")
        for is_last in (False, False, True):
            unit_runs.tell(context, self.HERE, record, "", set(), is_last)
        self.assertEqual(context.report.skips,
                         {"slow: ./dev test --all": ["y [slow] [here]"]})


class Comparing(unittest.TestCase):
    def test_difference(self):
        self.assertEqual(programs.difference(b"a\nb\n", b"a\nb\n"), "")
        self.assertIn("line 2", programs.difference(b"a\nb\n", b"a\nc\n"))
        self.assertIn("missing", programs.difference(b"a\nb\n", b"a\n"))
        self.assertIn("too many", programs.difference(b"a\n", b"a\nb\n"))
        self.assertIn("line 1", programs.difference(b"a\n", b"a"))


class Drivers(unittest.TestCase):
    def test_a_library_that_is_missing_is_not_included(self):
        for path in building.find(os.path.join("include", "rill", "driver"),
                                  ".h"):
            lines = headers.lines_of(path)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            for library in ("zlib.h", "openssl/ssl.h", "openssl/bio.h"):
                if f"\n#include <{library}>" in text:
                    self.assertIn(f"#if __has_include(<{library}>)", lines)
            self.assertEqual(sum(line.startswith("#if") for line in lines),
                             lines.count("#endif"))


if __name__ == "__main__":
    unittest.main()
