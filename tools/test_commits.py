"""The rule for messages of commits, and which commits are read."""

import contextlib
import io
import os
import shutil
import subprocess
import tempfile
import types
import unittest
from unittest import mock

from devtools import building, commits, report
from devtools.context import Selection

GOOD = "os: read the table once\n\nA second read costs 3 us.\n"
ENVIRONMENT = {**{name: value for name, value in os.environ.items()
                  if not name.startswith("GIT_")},
               "GIT_CONFIG_GLOBAL": os.devnull,
               "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "a",
               "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "a",
               "GIT_COMMITTER_EMAIL": "a@example.org"}


def faults(message):
    return list(commits.faults_of(message))


class Messages(unittest.TestCase):
    def refused(self, message, part):
        found = faults(message)
        self.assertEqual(len(found), 1, found)
        self.assertIn(part, found[0])

    def test_good_ones(self):
        self.assertEqual(faults(GOOD), [])
        self.assertEqual(faults("fs/walk_2-x: add glob\n\nWhy:\n- it is\n"
                                "  faster.\n\nReviewed-by: A B\n"), [])
        self.assertEqual(faults("a: " + "x" * 69 + "\n\nIt fits.\n"), [])

    def test_area(self):
        for subject in ("read the table once", "Os: read", "os:read", "os : a",
                        "os, fs: read", ": read", 'Revert "os: read"'):
            self.refused(subject + "\n\nIt costs 3 us.\n", "is not `area")

    def test_length(self):
        self.refused("a: " + "x" * 70 + "\n\nIt is long.\n", "73 characters")

    def test_period(self):
        self.refused("os: read.\n\nIt costs 3 us.\n", "ends with a period")

    def test_second_line(self):
        self.refused("os: read\nIt costs 3 us.\n", "second line")

    def test_body(self):
        for body in ("", "\nfaster\n", "\nReviewed-by: A. B.\n",
                     "\nFixes: a b.\nSigned-off-by: A B <a.b@c.d>\n"):
            self.refused("os: read\n" + body, "no sentence")


@unittest.skipUnless(shutil.which("git"), "git: not installed")
class History(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.root = os.path.join(folder.name, "one")
        os.mkdir(self.root)
        patch = mock.patch.object(commits.machine, "ENVIRONMENT",
                                  dict(ENVIRONMENT, LC_ALL="C"))
        patch.start()
        self.addCleanup(patch.stop)

    def git(self, *arguments, root=None):
        subprocess.run(["git", "-C", root or self.root, *arguments],
                       check=True, env=ENVIRONMENT, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)

    def commit(self, message, *options):
        self.git("commit", "--allow-empty", "-m", message, *options)

    def subjects(self, root=None):
        messages, reason = commits.recent(root or self.root)
        return [text.split("\n")[0] for _, text in messages], reason

    def clone(self, depth):
        root = os.path.join(self.folder, f"clone{depth}")
        self.git("clone", f"--depth={depth}", f"file://{self.root}", root)
        return root

    def outcome(self, root):
        """(passed, failed, skipped), and what the report prints."""
        context = types.SimpleNamespace(
            selection=Selection([]), list_only=False, report=report.Report())
        with mock.patch.object(building, "ROOT", root):
            with contextlib.redirect_stdout(io.StringIO()) as out:
                commits.run(context)
        return context.report.counts(), out.getvalue()

    def test_no_history(self):
        reason = "git history: not available"
        self.assertEqual(self.subjects(), ([], reason))  # no repository
        self.git("init")
        self.assertEqual(self.subjects(), ([], reason))  # no commit
        self.commit(GOOD)
        inside = os.path.join(self.root, "copy")
        os.mkdir(inside)
        self.assertEqual(self.subjects(inside), ([], reason))
        self.assertEqual(self.outcome(inside)[0], (0, 0, 1))

    def test_no_git(self):
        with mock.patch.object(commits.machine, "ask",
                               lambda *_: (127, "no such file")):
            self.assertEqual(self.subjects(),
                             ([], "git history: not available"))

    def test_the_last_ones(self):
        self.git("init")
        for number in range(commits.LAST + 2):
            self.commit(f"a: {number}")
        expected = [f"a: {n}" for n in range(commits.LAST + 1, 1, -1)]
        self.assertEqual(self.subjects(), (expected, None))
        clone = self.clone(commits.LAST)
        self.assertEqual(self.subjects(clone), (expected, None))
        found, reason = self.subjects(self.clone(commits.LAST - 1))
        self.assertEqual(found, [])
        self.assertIn("shallow", reason)

    def test_a_new_repository(self):
        self.git("init")
        self.commit(GOOD)
        self.assertEqual(self.subjects(), (["os: read the table once"], None))

    def test_since_the_newest_tag(self):
        self.git("init")
        self.commit("bad")
        self.git("tag", "v1")
        self.assertEqual(self.subjects(), ([], None))
        self.commit(GOOD)
        self.assertEqual(self.subjects(), (["os: read the table once"], None))

    def test_merges_are_left_out(self):
        self.git("init", "-b", "main")
        self.commit(GOOD)
        self.git("checkout", "-b", "side")
        self.commit("a: side")
        self.git("checkout", "main")
        self.git("merge", "--no-ff", "-m", "Merge it", "side")
        self.assertCountEqual(self.subjects()[0],
                              ["a: side", "os: read the table once"])

    def test_outcomes(self):
        self.git("init")
        self.commit(GOOD)
        self.assertEqual(self.outcome(self.root)[0], (1, 0, 0))
        self.commit("No area\n\nIt costs 3 us.\n")
        counts, text = self.outcome(self.root)
        self.assertEqual(counts, (0, 1, 0))
        self.assertRegex(text, "[0-9a-f]{7}: `No area` is not `area: summary`")


if __name__ == "__main__":
    unittest.main()
