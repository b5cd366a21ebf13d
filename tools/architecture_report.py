"""The number and the sizes of headers (check_architecture.py --counts), and
the phrases that make comments unclear, for the rule `words`."""

import os
import re
import shutil
import statistics
import subprocess

# The targets of docs/decisions/0025-layers.md.
MOST_HEADERS = 340  # without _body.h
MEDIAN_LINES = (150, 250)
SHORT_HEADER = 30  # lines
COUNTED_INCLUDES = ("rill/print.h", "rill/rill.h")

# A phrase, as a regular expression, and what to write instead.
WORDS = {
    r"nobody": "name who acts, or say `no caller`, `no program`",
    r"somebody": "name who acts",
    r"strangers?": "say whose it is",
    r"kin": "name the things",
    r"is none|are none": "say `is not a ...`",
    r"and the like|or the like": "complete the list, or give its rule",
    r"such as go": "use a main verb",
    r"by way of": "`by`, `through`",
    r"in whose (?:place|stead)": "two sentences",
    r"so many": "name the number",
    r"from then on": "`afterwards`, or name the event",
    r"a look": "name the operation",
    r"a word(?! of \d)": "name the sentence, the message or the type",
    r"without a word": "`silently`",
    r"says no": "`returns false`, `refuses`",
    r"says so": "name who reports it, and how",
    r"(?:is|are|be) told": "name who tells: `the caller passes`",
    r"mend(?:s|ed|ing)?": "`repair`, `replace`",
    r"business": "`is not used by`, `does not depend on`",
    r"wants?": "`needs`, `requires`",
    r"whatever comes": "name the cases",
    r"house": "`the library`, `the architecture`",
    r"floors?(?! of a)": "`layer`",
    r"doors?": "`public header`",
    r"seams?": "`test hook`, `the one function`",
}

# In tests these have their plain meaning: the words of a text, a parameter
# `want`, the function floor.
IN_HEADERS_ALONE = (r"a word(?! of \d)", r"wants?", r"floors?(?! of a)")


def counts(tree):
    """The lines of --counts."""
    headers = [h for h in tree.headers if not h.name.endswith("_body.h")]
    lengths = sorted(len(h.lines) for h in headers)
    names = {}
    for header in headers:
        if header.module and not header.in_equal_folder:
            name = os.path.basename(header.name)
            names[name] = names.get(name, 0) + 1
    median = statistics.median(lengths) if lengths else 0
    lines = [
        f"headers: {len(headers)} (at most {MOST_HEADERS})",
        f"bodies: {len(tree.headers) - len(headers)}",
        f"median lines: {median:g} ({MEDIAN_LINES[0]} to {MEDIAN_LINES[1]})",
        f"headers of at most {SHORT_HEADER} lines: "
        f"{sum(n <= SHORT_HEADER for n in lengths)}",
        "names that occur three times or more: "
        f"{sum(n > 2 for n in names.values())}",
    ]
    for name in COUNTED_INCLUDES:
        number = opened(tree.root, name)
        if number is not None:
            lines.append(f"files of rill opened for {name}: {number}")
    return lines


def opened(root, header):
    """How many headers of the library g++ opens for a header. None without g++
    or without the header."""
    folder = os.path.join(root, "include")
    if not shutil.which("g++") or not os.path.exists(
            os.path.join(folder, header)):
        return None
    done = subprocess.run(
        ["g++", "-std=c++20", "-H", "-E", "-xc++", "-I", folder, "-o",
         os.devnull, "-"], input=f"#include <{header}>\n", text=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    own = os.path.join(folder, "rill") + os.sep
    return len({os.path.realpath(path) for path in
                re.findall(r"^\.+ (.*)$", done.stderr, re.M)
                if path.startswith(own)})


def comments(file):
    """Each run of comment lines as (first line, text); the text keeps its
    lines."""
    first, run = 0, []
    # file.code is file.lines with the comments blank: what is cut off a line is
    # a comment.
    for number, (line, code) in enumerate(zip(file.lines, file.code), 1):
        code = code.rstrip()
        text = line.rstrip()[len(code):].strip(" /*")
        if run and (code or not text):
            yield first, "\n".join(run)
            run = []
        if text:
            first = first if run else number
            run.append(text)
    if run:
        yield first, "\n".join(run)


def comment_words(tree):
    """{phrase: [(path, line, line of comment)]} of the comments of headers and
    tests. A phrase may continue in the next line."""
    found = {}
    patterns = {phrase: re.compile(r"\b(?:" + phrase.replace(" ", r"\s+") +
                                   r")\b", re.I) for phrase in WORDS}
    for file in tree.headers + tree.tests:
        is_test = file.path.startswith("test/")
        meant = [phrase for phrase in patterns
                 if not (is_test and phrase in IN_HEADERS_ALONE)]
        for first, text in comments(file):
            for phrase in meant:
                for match in patterns[phrase].finditer(text):
                    row = text.count("\n", 0, match.start())
                    found.setdefault(phrase, []).append(
                        (file.path, first + row, text.splitlines()[row]))
    return found
