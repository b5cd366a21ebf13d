#!/usr/bin/env python3
"""Writes the published figures of the races: race/publish.py [REPORT].

With a report (./dev race --publish takes build/race/report.json), the races
that it has replace those of race/published.json. Then the pages are made of
that file: docs/benchmarks.md, docs/benchmarks.svg, docs/benchmarks-dark.svg,
and what stands between the marks in README.md.
"""

import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "tools")]

from harness import (benchmarks_page, benchmarks_picture,  # noqa: E402
                     build, published)

MARK = re.compile(r"(<!-- figures: (\w+) -->\n).*?( *<!-- figures end -->)",
                  re.S)
PARTS = {"outcome": benchmarks_page.readme_outcome,
         "picture": lambda _: benchmarks_page.picture_lines("docs/"),
         "rows": benchmarks_page.readme_rows}


def marked(text, kept):
    """README.md with its marked parts made anew."""
    def part(match):
        lines = "\n".join(PARTS[match.group(2)](kept))
        return f"{match.group(1)}{lines}\n{match.group(3)}"
    return MARK.sub(part, text)


def pages(kept, root=build.ROOT):
    """{path: text} of all that is made of the kept figures."""
    readme = os.path.join(root, "README.md")
    with open(readme, encoding="utf-8") as file:
        text = file.read()
    docs = os.path.join(root, "docs")
    return {
        readme: marked(text, kept),
        os.path.join(docs, "benchmarks.md"): benchmarks_page.page(kept),
        os.path.join(docs, "benchmarks.svg"):
            benchmarks_picture.picture(kept, "light"),
        os.path.join(docs, "benchmarks-dark.svg"):
            benchmarks_picture.picture(kept, "dark"),
    }


def write(kept):
    for path, text in pages(kept).items():
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def publish(report, races=()):
    """Takes the races of a report into the kept figures."""
    try:
        with open(report, encoding="utf-8") as file:
            data = json.load(file)
    except FileNotFoundError:
        raise SystemExit(f"race: there is no {os.path.relpath(report)}; run "
                         "./dev race first") from None
    kept = published.load()
    try:
        names = published.merge(kept, data, races)
    except published.Refused as why:
        raise SystemExit(f"race: not published: {why}") from None
    published.save(kept)
    write(kept)
    print("published: " + ", ".join(names))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        publish(sys.argv[1], sys.argv[2:])
    else:
        write(published.load())
