#!/usr/bin/env python3
"""Fills the refused programs of docs/errors.md from test/refuse.

    tools/errors_page.py            # prints the page as it should be
    tools/errors_page.py --write    # writes it

Below a line `<!-- refused: NAME -->` stand the statements that the compiler
refuses and its message: the main of test/refuse/NAME.cpp and its `// says:`
line, which ./dev test refuse/NAME compares with both compilers. The programs
of the page that run are compared by ./dev test docs/errors.md."""

import argparse
import os
import re
import sys
import textwrap

from devtools import refuse

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
PAGE = os.path.join(ROOT, "docs", "errors.md")
ENTRY = re.compile(r"^<!-- refused: (\w+) -->\n"
                   r"(?:<!-- no-compile -->\n```cpp\n.*?^```\n"
                   r"```text\n.*?^```\n)?", flags=re.M | re.S)
MAIN = re.compile(r"^int main\([^)]*\) \{(.*)\}\n\Z", flags=re.M | re.S)
UNSHOWN_FLAGS = {"-Werror"}


def statements(program):
    """The body of main; where there is none, the last line."""
    main = MAIN.search(program)
    if not main:
        return program.rstrip().splitlines()[-1]
    return textwrap.dedent(main.group(1).strip("\n")).strip()


def refused(name):
    """The lines below the mark of a program in test/refuse."""
    path = os.path.join(ROOT, "test", "refuse", name + ".cpp")
    marks = refuse.marks(path)
    messages = [text for mark, text in marks if mark == "says"]
    if not messages:
        raise ValueError(f"{name}: no `// says:` line")
    flags = [flag for mark, text in marks if mark == "flags"
             for flag in text.split() if flag not in UNSHOWN_FLAGS]
    with open(path, encoding="utf-8") as file:
        code = statements(file.read())
    code += "".join(f"  // {flag}" for flag in flags)
    return "\n".join(["<!-- no-compile -->", "```cpp", code, "```",
                      "```text", *messages, "```", ""])


def filled(page):
    return ENTRY.sub(lambda entry: f"<!-- refused: {entry.group(1)} -->\n"
                     + refused(entry.group(1)), page)


def text_of_page():
    with open(PAGE, encoding="utf-8") as file:
        return file.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true")
    page = filled(text_of_page())
    if parser.parse_args().write:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(page)
    else:
        sys.stdout.write(page)


if __name__ == "__main__":
    main()
