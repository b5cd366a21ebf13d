"""Each link of the documents leads to a file of the project and, behind a `#`,
to a heading of it."""

import glob
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LINK = re.compile(r"\]\(([^)\s]+)\)")


def pages():
    """Every document: in the root, in docs/ and in the race's folder."""
    patterns = ("*.md", "docs/**/*.md", "race/*.md", "examples/*.md")
    return sorted(path for pattern in patterns for path in
                  glob.glob(os.path.join(ROOT, pattern), recursive=True))


def prose(path):
    """The text of a page without its blocks of code."""
    with open(path, encoding="utf-8") as file:
        return re.sub(r"^```.*?^```$", "", file.read(), flags=re.M | re.S)


def anchors(path):
    """The anchors of the headings, as sites that render Markdown make them."""
    found = set()
    for heading in re.findall(r"^#+ (.*)$", prose(path), re.M):
        kept = re.sub(r"[^\w\- ]", "", heading.lower())
        found.add(kept.strip().replace(" ", "-"))
    return found


def broken(path):
    """The links of a page that lead nowhere."""
    for link in LINK.findall(prose(path)):
        if "://" in link or link.startswith("mailto:"):
            continue
        name, _, anchor = link.partition("#")
        target = (os.path.normpath(os.path.join(os.path.dirname(path), name))
                  if name else path)
        if not os.path.exists(target) or (
                anchor and anchor not in anchors(target)):
            yield link


class Links(unittest.TestCase):
    def test_each_link_leads_somewhere(self):
        found = [f"{os.path.relpath(path, ROOT)}: {link}"
                 for path in pages() for link in broken(path)]
        self.assertEqual(found, [])

    def test_the_anchor_of_a_heading(self):
        self.assertIn("from-printlnx-to-write2",
                      anchors(os.path.join(ROOT, "docs/architecture.md")))


if __name__ == "__main__":
    unittest.main()
