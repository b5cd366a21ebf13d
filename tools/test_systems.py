"""The programs for other systems: which ones there are, and what their tests
report."""

import os
import tempfile
import types
import unittest
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

from devtools import building, packages, platforms, programs, report
from devtools import systems, wheels, windows
from devtools.building import Outcome
from devtools.configurations import Configuration
from devtools.context import Selection
from devtools.machine import Compiler

HERE = Compiler("/bin/c++", "clang", "22.1.0")


def reported(names=(), everything=False, outcome=Outcome(0, ""), run=None,
             **replaced):
    """The report of the tests, with a compiler and programs of the test."""
    context = types.SimpleNamespace(
        selection=Selection(list(names)), all=everything, list_only=False,
        report=report.Report(), pool=building.Pool(1))
    got = run or programs.Run(0, systems.OUTPUT[systems.HELLO], b"")
    with mock.patch.multiple(
            programs, build=lambda *_, **__: (outcome, "program"),
            run=lambda *_: got), mock.patch.multiple(
                platforms, zig_compiler=replaced.get("zig", lambda: HERE)), \
            mock.patch.multiple(
                windows, mingw_compiler=lambda: HERE, prepared=mock.MagicMock(),
                runner=replaced.get("runner", lambda: ("wine",))), \
            mock.patch.object(systems, "print", lambda *_, **__: None,
                              create=True), \
            mock.patch.object(report, "print", lambda *_, **__: None,
                              create=True):
        systems.run(context)
    return context.report


class Systems(unittest.TestCase):
    def test_a_program_must_print_what_it_should(self):
        self.assertEqual(reported(["windows_ucrt: hello"]).counts(), (1, 0, 0))
        # Standard output of Windows is in text mode.
        wet = programs.Run(0, b"Hello World\r\n", b"")
        self.assertEqual(reported(["windows_ucrt: hello"], run=wet).counts(),
                         (1, 0, 0))
        for bad in (programs.Run(3, b"Hello World\n", b""),
                    programs.Run(0, b"Hello\n", b"")):
            self.assertEqual(
                reported(["windows_ucrt: hello"], run=bad).failures,
                ["systems/windows_ucrt: hello"])

    def test_a_program_must_be_linked(self):
        failed = reported(["macos: "], outcome=Outcome(1, "undefined symbol"))
        self.assertEqual(failed.failures, [
            f"systems/macos: {name}" for name in systems.OUTPUT])

    def test_what_is_missing_is_the_reason(self):
        self.assertEqual(
            reported(["freebsd: hello"], zig=lambda: None).skips,
            {"zig: not installed": ["systems/freebsd: hello"]})
        self.assertEqual(
            reported(["mingw: "], runner=lambda: ()).skips,
            {"compiled and linked only: wine: not installed": [
                f"systems/windows_mingw: {name}" for name in systems.OUTPUT]})

    def test_threads_write_the_command_of_zig_at_once(self):
        makes = platforms.zig_compiler.__wrapped__
        with tempfile.TemporaryDirectory() as folder, \
                mock.patch.object(building, "BUILD", folder), \
                mock.patch.object(wheels, "zig", lambda: "/a b/zig"), \
                mock.patch.object(platforms.machine, "compiler",
                                  lambda path: path), \
                ThreadPoolExecutor(8) as threads:
            made = [threads.submit(makes) for _ in range(400)]
            for one in made:
                with open(one.result(), encoding="utf-8") as file:
                    self.assertEqual(file.read(),
                                     "#!/bin/sh\nexec '/a b/zig' c++ \"$@\"\n")
            self.assertEqual(os.listdir(os.path.join(folder, "zig")),
                             ["zig-c++"])

    def test_all_adds_systems_and_the_compiled_library(self):
        usual = [one.name for one in systems.USUAL]
        every = {one.name: one for one in systems.all_systems()}
        self.assertEqual([name for name in every][:len(usual)], usual)
        self.assertIn(systems.DIRECT, every["netbsd direct"].flags)
        for name in usual:
            self.assertIn(building.COMPILED, every[f"{name} compiled"].flags)

    def test_public_headers(self):
        texts = {}
        with mock.patch.object(building, "write_if_changed",
                               lambda path, text: texts.update({path: text})):
            for one in systems.USUAL:
                systems.source_of(one, systems.PUBLIC)
        for_windows, for_posix = sorted(texts.values(), key=len)
        self.assertIn("#include <rill/fs.h>\n", for_posix)
        self.assertEqual(for_posix.replace("#include <rill/fs.h>\n", ""),
                         for_windows)


class Wheel(unittest.TestCase):
    def ensure(self, status, makes_zig):
        """(whether it is there, the command of pip, what is remembered)"""
        commands, kept = [], []

        def run(command, _):
            commands.append(command)
            if makes_zig:
                target = command[command.index("--target") + 1]
                program = os.path.join(target, wheels.NAME, "zig")
                os.makedirs(os.path.dirname(program))
                with open(program, "w") as file:
                    os.chmod(file.fileno(), 0o755)
            return status
        with tempfile.TemporaryDirectory() as folder, \
                mock.patch.dict(os.environ, XDG_CACHE_HOME=folder), \
                mock.patch.multiple(packages, run=run, remember=kept.extend,
                                    unavailable=set, say=lambda _: None), \
                mock.patch.object(wheels, "pip", lambda: ["pip"]), \
                mock.patch.object(wheels.shutil, "which", lambda _: None), \
                mock.patch.object(wheels.importlib.util, "find_spec",
                                  lambda _: None):
            there = wheels.ensure()
            left = (os.listdir(os.path.join(folder, "rill")) if makes_zig
                    else [])
            self.assertEqual(wheels.ensure(), there)
        return there, commands, kept, left

    def test_installed_once_in_a_folder_of_its_own(self):
        there, commands, kept, left = self.ensure(0, True)
        self.assertTrue(there)
        self.assertEqual((len(commands), kept), (1, []))
        self.assertEqual(left, [f"{wheels.NAME}-{wheels.VERSION}"])
        self.assertIn("--target", commands[0])

    def test_a_failure_is_remembered(self):
        there, _, kept, _ = self.ensure(1, False)
        self.assertFalse(there)
        self.assertEqual(kept[0], wheels.NAME)


if __name__ == "__main__":
    unittest.main()
