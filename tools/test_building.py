"""A compile's outcome is kept, unless an interruption or the machine caused
it."""

import errno
import os
import tempfile
import unittest
from unittest import mock

from devtools import building, configurations, precompiled
from devtools.machine import Compiler

# The first call does what the test asks for; later calls compile.
SCRIPT = """#!/bin/sh
echo call >>"{folder}/calls"
if [ "$(wc -l <"{folder}/calls")" -eq 1 ]; then
  {first}
fi
while [ $# -gt 1 ]; do
  case $1 in
    -o) : >"$2" ;;
    -MF) printf 'it: %s/x.cpp\\n' "{folder}" >"$2" ;;
  esac
  shift
done
"""
KILLED = ("g++: fatal error: Killed signal terminated program cc1plus\n"
          "compilation terminated.")


class Remembering(unittest.TestCase):
    def compile_twice(self, first):
        """Compiles twice. Returns both outcomes and the number of compiler
        calls."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("cc", SCRIPT.format(folder=folder,
                                                    first=first)),
                               ("x.cpp", "int x;\n")):
                with open(os.path.join(folder, name), "w") as file:
                    file.write(text)
            source = os.path.join(folder, "x.cpp")
            os.utime(source, (0, 0))
            fake = Compiler(os.path.join(folder, "cc"), "gcc", "12.0.0")
            os.chmod(fake.path, 0o755)
            both = [building.compile_once(fake, [], source,
                                          os.path.join(folder, "x.o"))
                    for _ in range(2)]
            with open(os.path.join(folder, "calls")) as calls:
                return both, len(calls.readlines())

    def test_outcomes_of_the_source_are_kept(self):
        both, calls = self.compile_twice("true")
        self.assertEqual(([b.status for b in both], calls), ([0, 0], 1))
        both, calls = self.compile_twice("echo error: no; exit 1")
        self.assertEqual(([b.status for b in both], calls), ([1, 1], 1))
        self.assertEqual(both[1].text, "error: no\n")

    def test_a_signal_is_not_kept(self):
        for name in ("KILL", "TERM"):  # the tests may run with INT ignored
            both, calls = self.compile_twice(f"kill -{name} $$; sleep 9")
            self.assertLess(both[0].status, 0)
            self.assertEqual((both[1].status, calls), (0, 2))

    def test_what_stopped_the_compiler_is_not_kept(self):
        for text in (KILLED,
                     "cc1plus: out of memory allocating 9 bytes",
                     "clang++: error: unable to execute command: Killed",
                     "clang++: error: clang frontend command failed due to "
                     "signal (use -v to see invocation)"):
            both, calls = self.compile_twice(f"echo '{text}'; exit 1")
            self.assertEqual(both[0].status, 1)
            self.assertEqual((both[1].status, calls), (0, 2), text)

    def test_a_late_compiler_is_not_kept(self):
        self.assertFalse(building.Outcome(124, "late", True).lasts)
        self.assertTrue(building.Outcome(124, "its own status").lasts)


class Removing(unittest.TestCase):
    def test_a_precompiled_header_comes_back_when_a_compile_needs_it(self):
        chosen = configurations.plain()[0]
        if chosen.missing:
            self.skipTest(chosen.missing)
        with tempfile.TemporaryDirectory() as folder, mock.patch.multiple(
                building, ROOT=folder, BUILD=folder):
            source = os.path.join(folder, "it.cpp")
            text = "#include <stddef.h>\n"

            def compiled(code):
                building.write_if_changed(source, code)
                building.hashes.known.clear()
                start = precompiled.start(chosen, chosen.flags, "it", text)
                outcome = building.compile_once(
                    chosen.compiler, [*chosen.flags, "-fsyntax-only"], source,
                    os.path.join(folder, "it.o"), start=start)
                return start, outcome.status

            start, status = compiled("size_t one;\n")
            self.assertEqual((os.path.exists(start.path), status), (True, 0))
            for code, is_back in (("size_t one;\n", False),
                                  ("size_t two;\n", True)):
                precompiled.remove([start, None])
                start, status = compiled(code)
                self.assertEqual((os.path.exists(start.path), status),
                                 (is_back, 0))

    def test_the_code_of_a_precompiled_header(self):
        """Its object is made anew when the precompiled header is."""
        chosen = configurations.plain()[1]
        if chosen.missing:
            self.skipTest(chosen.missing)
        with tempfile.TemporaryDirectory() as folder, mock.patch.multiple(
                building, ROOT=folder, BUILD=folder,
                INCLUDE=os.path.join(folder, "include")):
            header = os.path.join(folder, "include", "it.h")
            made = []
            for name, text in (("it.h", "inline int one() { return 1; }\n"),
                               ("other.h", ""),
                               ("it.h", "inline int one() { return 2; }\n")):
                building.write_if_changed(
                    os.path.join(folder, "include", name), text)
                building.hashes.known.clear()
                start = precompiled.start(
                    chosen, chosen.flags, "it", f'#include "{header}"\n',
                    with_code=True)
                made.append(os.stat(start.object).st_mtime_ns)
            self.assertEqual(made[0], made[1])
            self.assertNotEqual(made[1], made[2])

    def test_old_files_of_other_names(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a-old", "a-new", "b-old"):
                path = os.path.join(folder, name)
                with open(path, "w"):
                    pass
                if "old" in name:
                    os.utime(path, (0, 0))
            # As if another thread removed it between two calls.
            os.symlink("nothing", os.path.join(folder, "a-gone"))
            building.remove_old(folder, "a-")
            self.assertEqual(sorted(os.listdir(folder)),
                             ["a-gone", "a-new", "b-old"])


class FullDisk(unittest.TestCase):
    def test_ends_the_run(self):
        words = "echo 'a.o: No space left on device'; exit 1"
        with self.assertRaises(OSError) as raised:
            building.run_compiler(["sh", "-c", words])
        self.assertEqual(raised.exception.errno, errno.ENOSPC)

    def test_other_failures_do_not(self):
        outcome = building.run_compiler(["sh", "-c", "echo error; exit 1"])
        self.assertEqual((outcome.status, outcome.text), (1, "error\n"))


if __name__ == "__main__":
    unittest.main()
