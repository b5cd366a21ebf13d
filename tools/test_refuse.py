"""The marks of test/refuse/*.cpp (devtools/refuse.py)."""

import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from devtools import building, refuse  # noqa: E402


class Marks(unittest.TestCase):
    def of(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
            file.write(text)
            file.flush()
            return refuse.read_marks(file.name)

    def test_a_mark_continues_in_an_indented_line(self):
        self.assertEqual(
            self.of("// expect: one and\n//   two\n// max-lines: 11\n"
                    "//\n// test/refuse/x.cpp: a case\n//   of two lines.\n"),
            ([("expect", "one and two"), ("max-lines", "11")], []))

    def test_a_line_without_a_mark_is_stray(self):
        _, stray = self.of("// expect: one and\n// two\nint x;\n")
        self.assertEqual(stray, ["// two"])

    def test_no_program_has_a_stray_line(self):
        found = {path: refuse.read_marks(path)[1]
                 for path in building.find("test/refuse", ".cpp")}
        self.assertEqual({p: s for p, s in found.items() if s}, {})


if __name__ == "__main__":
    unittest.main()
