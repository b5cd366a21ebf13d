#!/usr/bin/env python3
"""Each code span in the right column of a table of docs/from-NAME.md stands in
the code of test/golden/from_NAME.cpp, which is compiled and run. `…` in a span
stands for anything; white space, `rill::` and `std::` do not count. A comment
`// elsewhere: SPAN: FILE` names another compiled file that has it."""

import glob
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SPAN = re.compile(r"(`+)(.+?)\1")


def right_cells(page):
    """The text of the last cell of each row of the tables."""
    rows = [line for line in page.splitlines() if line.startswith("|")]
    cells = [re.split(r"(?<!\\)\|", row)[-2].strip() for row in rows]
    return [cell for cell in cells if not re.fullmatch(r":?-+:?|here", cell)]


def spans(page):
    return [match.group(2).replace(r"\|", "|")
            for cell in right_cells(page) for match in SPAN.finditer(cell)]


def without_comments(code):
    return re.sub(r'("(?:\\.|[^"\\\n])*")|//[^\n]*',
                  lambda match: match.group(1) or "", code)


def bare(code):
    return re.sub(r"\s+|\b(?:rill|std)::", "", code).replace('\\"', '"')


def is_in(span, code):
    parts = [re.escape(bare(part)) for part in span.split("…")]
    return re.search(r".*?".join(parts), code) is not None


def elsewhere(code):
    """{span} that another file has, which the program names."""
    found = set()
    for span, path in re.findall(r"^// elsewhere: (.+): (\S+)$", code, re.M):
        with open(os.path.join(ROOT, path), encoding="utf-8") as other:
            if is_in(span, bare(other.read())):
                found.add(span)
    return found


def missing(page, code):
    """The spans of a page that its program does not have."""
    others = elsewhere(code)
    code = bare(without_comments(code))
    return [span for span in spans(page)
            if span not in others and not is_in(span, code)]


class Migration(unittest.TestCase):
    def test_each_span_is_in_the_program(self):
        pages = sorted(glob.glob(os.path.join(ROOT, "docs", "from-*.md")))
        self.assertGreaterEqual(len(pages), 5)
        for page in pages:
            name = os.path.basename(page)[:-3].replace("-", "_")
            program = os.path.join(ROOT, "test", "golden", name + ".cpp")
            with self.subTest(page=name), open(page, encoding="utf-8") as text:
                with open(program, encoding="utf-8") as code:
                    self.assertEqual(missing(text.read(), code.read()), [])

    def test_sees_a_span_that_is_missing(self):
        page = ("| there | here |\n|---|---|\n"
                "| `a` | `f(x)`, `g(…, 1)` or `\"t|u\"` |\n")
        page = page.replace("t|u", r"t\|u")
        self.assertEqual(spans(page), ["f(x)", "g(…, 1)", '"t|u"'])
        self.assertEqual(missing(page, 'rill::f(x); g(y,\n 1); "t|u";'), [])
        other = "// elsewhere: f(x): README.md\n"
        self.assertIn("f(x)", missing(page, other))
        self.assertEqual(missing(page, '// f(x)\n g(1); "t|u";'),
                         ["f(x)", "g(…, 1)"])


if __name__ == "__main__":
    unittest.main()
