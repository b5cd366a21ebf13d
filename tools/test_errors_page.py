"""docs/errors.md is what tools/errors_page.py makes of test/refuse, and its
other messages are the output of programs that run."""

import re
import unittest

import errors_page
from devtools import documents

ENTRIES = 21
MOST_WORDS = 65 * ENTRIES


def entries(page):
    """(title, text) of each entry."""
    parts = re.split(r"^### (.*)\n", page, flags=re.M)
    return list(zip(parts[1::2], parts[2::2]))


class ErrorsPage(unittest.TestCase):
    def test_statements(self):
        self.assertEqual(errors_page.statements(
            "int f();\nint main() {\n  int n = 0;\n  use(n);\n}\n"),
            "int n = 0;\nuse(n);")
        self.assertEqual(errors_page.statements(
            "int main(int n, char**) { use(n); }\n"), "use(n);")
        self.assertEqual(errors_page.statements(
            "#include <a>\n\nvoid f() { use(1); }\n"), "void f() { use(1); }")

    def test_an_entry_is_replaced(self):
        empty = "a\n<!-- refused: object_pointer -->\n\nb\n"
        once = errors_page.filled(empty)
        self.assertIn("rill::print(\"p = \", p)", once)
        self.assertIn("rill: a pointer is not printed by itself", once)
        self.assertTrue(once.endswith("```\n\nb\n"))
        self.assertEqual(errors_page.filled(once), once)
        old = once.replace("a pointer", "an address")
        self.assertEqual(errors_page.filled(old), once)

    def test_a_program_without_a_whole_message(self):
        with self.assertRaises(ValueError):
            errors_page.refused("setw")

    def test_page_is_generated(self):
        page = errors_page.text_of_page()
        self.assertEqual(page, errors_page.filled(page),
                         "run tools/errors_page.py --write")

    def test_each_message_comes_from_a_test(self):
        """Each entry has the message of a refused program or of one that
        runs, and a block with the fix, which is compiled."""
        page = errors_page.text_of_page()
        self.assertEqual(len(entries(page)), ENTRIES)
        for title, text in entries(page):
            with self.subTest(title=title):
                self.assertRegex(text, r"<!-- (refused: \w+|errors) -->")
                self.assertRegex(text, r"(?m)^Fix: .*\n\n<!-- no-run -->\n```")
        shown = [b for b in documents.blocks(errors_page.PAGE)
                 if b.output is not None]
        for block in shown:
            with self.subTest(block=block.name):
                self.assertTrue({"no-compile", "errors"} & set(block.marks))
        self.assertEqual(len(shown), page.count("```text\n"))

    def test_length(self):
        """Of what a reader sees."""
        shown = re.sub(r"<!--.*?-->|^```.*?$", "", errors_page.text_of_page(),
                       flags=re.M | re.S)
        self.assertLessEqual(len(shown.split()), MOST_WORDS)


if __name__ == "__main__":
    unittest.main()
