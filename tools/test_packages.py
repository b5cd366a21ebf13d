"""Which packages are installed, and the line to type for users without root or
sudo."""

import io
import os
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

from devtools import packages

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def install_as_user(missing, known):
    """The output for a user without root and sudo."""
    told = []

    def ask(command):
        *question, package = command
        return (0, package) if (question == packages.EXISTS["apt-get"] and
                                package in known) else (100, "")
    with mock.patch.multiple(packages, prefix=lambda _: None, quiet=ask,
                             say=told.append):
        done = packages.install("apt-get", missing)
    return done, told


class Installing(unittest.TestCase):
    def test_the_line_names_what_the_system_has(self):
        done, told = install_as_user(["g++", "clang-19"], {"g++"})
        self.assertFalse(done)
        self.assertEqual(told[0], "not installed: g++ clang-19")
        self.assertEqual(
            told[1], "to install them, type as root: apt-get update -qq && "
            "apt-get install -y -qq --no-remove --no-install-recommends g++")

    def test_without_lists_the_line_names_all(self):
        _, told = install_as_user(["g++", "clang-19"], set())
        self.assertIn(" g++ clang-19", told[1])

    def test_sudo_only_after_a_question_or_on_a_build_machine(self):
        def words(ci="", terminal=False, answer="", sudo=True):
            with mock.patch.dict(os.environ, CI=ci), mock.patch.multiple(
                    packages, is_at_a_terminal=lambda: terminal,
                    may_use_sudo=lambda: sudo), mock.patch.object(
                        packages.os, "geteuid", lambda: 1000), \
                    mock.patch.object(packages.sys, "stdin",
                                      io.StringIO(answer)), \
                    mock.patch.object(packages.sys, "stderr", io.StringIO()):
                return packages.prefix("install 2 packages?")
        self.assertIsNone(words())
        self.assertIsNone(words(terminal=True, answer="\n"))
        self.assertIsNone(words(terminal=True, answer="n\n"))
        self.assertEqual(words(terminal=True, answer="y\n"), ["sudo"])
        self.assertEqual(words(ci="true"), ["sudo"])
        self.assertIsNone(words(ci="true", sudo=False))

    def test_chatter_goes_to_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "build", "packages.log")
            with mock.patch.object(packages, "LOG", log):
                status = packages.run(["sh", "-c", "echo chatter; exit 3"],
                                      dict(os.environ))
            self.assertEqual(status, 3)
            with open(log) as file:
                self.assertEqual(file.read(),
                                 "$ sh -c echo chatter; exit 3\nchatter\n")

    def test_what_the_package_manager_does_is_said(self):
        """Ten seconds without a byte are not allowed: here one is."""
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "build", "packages.log")
            done = subprocess.run([sys.executable, "-c", """if True:
                import os, sys
                sys.path.insert(0, sys.argv[1])
                from devtools import packages, patience
                assert patience.SHORT_SILENCE < 10
                patience.SHORT_SILENCE = 1
                packages.LOG = sys.argv[2]
                patience.begin()
                packages.run(["sh", "-c",
                              "echo Unpacking zstd; sleep 3.5"],
                             dict(os.environ))
                """, os.path.join(ROOT, "tools"), log],
                stdout=subprocess.PIPE, text=True, check=True)
            self.assertRegex(done.stdout, r"^(dev: sh: Unpacking zstd: "
                             r"\d s so far\n)+$")
            with open(log, "a") as file:
                file.write("\rGet:1\r\n\n")
            self.assertEqual(packages.last_line(log), "Get:1")

    def test_what_the_tests_and_the_race_need(self):
        listed = packages.PACKAGES["apt-get"]
        for purpose, package in (("test", "xxd"), ("test", "locales"),
                                 ("race", "locales")):
            self.assertIn(package, listed[purpose].split())


class WithoutPython(unittest.TestCase):
    """./dev without a python3, with the test's own commands in the path."""

    def run_dev(self, user, typed=None):
        commands = {
            "apt-get": 'printf "<%s>" apt-get "$@"; echo',
            "id": f"echo {user}", "dirname": "echo .", "sudo": "exit 1",
        }
        with tempfile.TemporaryDirectory() as folder:
            for name, text in commands.items():
                path = os.path.join(folder, name)
                with open(path, "w") as file:
                    file.write(f"#!/bin/sh\n{text}\n")
                os.chmod(path, 0o755)
            for name in ("bash", "sh"):
                os.symlink(f"/bin/{name}", os.path.join(folder, name))
            with open(os.path.join(ROOT, "dev")) as file:
                # Only commands in the folder are found.
                script = file.read().replace("/usr/bin/python3", "absent")
            return subprocess.run(
                ["/bin/bash", "-c", typed or script, "./dev", "test"],
                cwd=ROOT, env={"PATH": folder}, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def test_the_line_can_be_typed(self):
        done = self.run_dev(1000)
        self.assertEqual(done.returncode, 1)
        before, line = done.stdout.split("As root, type: ")
        self.assertIn("python3 is missing", before)
        typed = self.run_dev(0, line)
        self.assertEqual(typed.returncode, 0)
        self.assertEqual(
            typed.stdout, "<apt-get><update><-qq>\n<apt-get><install><-y>"
            "<-qq><--no-install-recommends><python3>\n")

    def test_root_types_nothing(self):
        done = self.run_dev(0)
        self.assertIn("<--no-install-recommends><python3>\n", done.stdout)


class BeforeInstalling(unittest.TestCase):
    """Words of the command line that install nothing. No package is installed
    here, and apt-get is a script that notes each call."""

    def called(self, *words):
        with tempfile.TemporaryDirectory() as folder:
            note = os.path.join(folder, "note")
            for name, text in (("apt-get", f"echo apt-get >>'{note}'"),
                               ("apt-cache", ""), ("dpkg-query", "exit 1"),
                               ("sudo", "exit 1")):
                path = os.path.join(folder, name)
                with open(path, "w") as file:
                    file.write(f"#!/bin/sh\n{text}\n")
                os.chmod(path, 0o755)
            done = subprocess.run(
                [sys.executable, os.path.join("tools", "dev.py"), *words],
                cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True,
                env=dict(os.environ,
                         PATH=folder + os.pathsep + os.environ["PATH"]))
            return done, os.path.exists(note)

    def test_help_installs_nothing(self):
        for words in ([], ["race"], ["test"], ["check"], ["format"],
                      ["setup"], ["bench"], ["bench", "--counts"],
                      ["bench", "--costs"]):
            done, has_installed = self.called(*words, "--help")
            self.assertTrue(done.stdout.startswith("usage: ./dev"),
                            done.stdout)
            self.assertEqual((done.returncode, has_installed), (0, False))

    def test_a_wrong_option_installs_nothing(self):
        for words in (["race"], ["bench", "--counts"], ["test"]):
            done, has_installed = self.called(*words, "--nosuch")
            self.assertIn("nosuch", done.stdout)
            self.assertEqual((done.returncode, has_installed), (2, False))

    def test_the_list_of_races_installs_nothing(self):
        done, has_installed = self.called("race", "--list")
        self.assertIn("ints-out\n", done.stdout)
        self.assertEqual((done.returncode, has_installed), (0, False))


if __name__ == "__main__":
    unittest.main()
