"""The files of the project that a file includes, by its text."""

import functools
import os
import re

from . import building

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)
# Where the compilers look.
FOLDERS = ("include", "test")


@functools.lru_cache(maxsize=None)
def direct(path):
    """The files that a file includes under any condition, so also the bodies
    that the compiled library has; and the source beside a header."""
    with open(path, encoding="utf-8") as file:
        names = INCLUDE.findall(file.read())
    folders = [os.path.dirname(path),
               *(os.path.join(building.ROOT, folder) for folder in FOLDERS)]
    found = (next(filter(os.path.isfile, (os.path.join(folder, name)
                                          for folder in folders)), None)
             for name in names)
    return [os.path.normpath(one) for one in [*found, source_of(path)] if one]


def source_of(path):
    """The source file beside a header of test/support, or None: each program
    whose files include the header has its object."""
    source = os.path.splitext(path)[0] + ".cpp"
    is_support = os.path.relpath(path, building.ROOT).startswith(
        os.path.join("test", "support"))
    return source if (is_support and source != path and
                      os.path.isfile(source)) else None


def closure(path):
    """That file and all that it includes, directly or not."""
    found, ahead = set(), [path]
    while ahead:
        path = ahead.pop()
        if path not in found:
            found.add(path)
            ahead += direct(path)
    return found


def sources(path):
    """The source files of the headers that a file includes."""
    return {source for one in closure(path) if (source := source_of(one))}


def digest(path):
    """A hash of the contents of closure(path)."""
    return building.digest(*sorted(
        building.relative(one) + building.hashes.of(one)
        for one in closure(path)))
