"""docs/start.md: each program fails with the error that the page shows."""

import os
import re
import subprocess

from devtools import configurations


def sections(tools):
    """The sections of the page: by language, the texts of their blocks."""
    path = os.path.join(tools.root, "docs", "start.md")
    with open(path, encoding="utf-8") as file:
        page = file.read()
    for section in re.split(r"^## ", page, flags=re.M)[1:]:
        found = {}
        for language, text in re.findall(r"^```(\w+)\n(.*?)^```$", section,
                                         re.S | re.M):
            found.setdefault(language, []).append(text)
        yield section.partition("\n")[0], found


def test_fails_as_shown(tools):
    """The commands of the page, in a folder with the program."""
    commands = 0
    for title, found in sections(tools):
        assert len(found["cpp"]) == 1 and len(found["text"]) == 2, title
        lines = [line for line in found["cpp"][0].splitlines() if line]
        assert len(lines) <= 8, title
        if "sh" not in found:
            continue
        commands += 1
        program = tools.compile(found["cpp"][0], name="start")
        folder = os.path.join(tools.folder, str(commands))
        os.mkdir(folder)
        os.symlink(program, os.path.join(folder, "program"))
        done = tools.run(["sh", "-c", found["sh"][0]], folder=folder)
        assert done.status != 0, title
        assert done.err.decode() == found["text"][1], (title, done.err)
    assert commands == 6


def test_private_members(tools):
    """The sentence that the compiler prints for a class."""
    blocks = dict(sections(tools))["Print your structure"]
    code = blocks["cpp"][0].replace("struct point", "class point")
    code, changed = re.subn(r"println\(.*\)", "println(point())", code)
    assert "class" in code and changed == 1
    path = os.path.join(tools.folder, "private.cpp")
    with open(path, "w", encoding="utf-8") as file:
        file.write(code)
    for chosen in configurations.plain():
        if chosen.missing:
            continue
        done = subprocess.run(
            [chosen.compiler.path, "-std=c++20", "-fsyntax-only", "-I",
             os.path.join(tools.root, "include"), path],
            stderr=subprocess.PIPE, encoding="utf-8", check=False)
        assert done.returncode != 0
        assert blocks["text"][1].strip() in done.stderr, done.stderr
