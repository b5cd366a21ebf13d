"""Several sources as one: each in a namespace of its own, behind all their
headers. What they share, headers and templates, is then compiled once."""

import os
import re

from . import building

INCLUDE = re.compile(r'^#include (<[^>]+>|"[^"]+")')


def space_of(path):
    """The namespace of a source."""
    return re.sub(r"\W", "_", os.path.splitext(building.relative(path))[0])


def stem_of(path):
    return os.path.splitext(os.path.basename(path))[0]


def includes(path):
    """The lines of a source that include headers outside conditions, with
    paths that hold in another folder."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found, depth = [], 0
    for line in text.splitlines():
        depth += line.startswith("#if")
        depth -= line.startswith("#endif")
        match = INCLUDE.match(line)
        if match and depth == 0:
            name = match.group(1)
            beside = os.path.join(os.path.dirname(path), name[1:-1])
            if name.startswith('"') and os.path.exists(beside):
                name = f'"{os.path.normpath(beside)}"'
            found.append(f"#include {name}\n")
    return found


def programs(paths):
    """One program of several, which runs the one whose name, without its
    folder and suffix, is its argument."""
    text = "".join(dict.fromkeys(
        ["#include <string.h>\n", *(line for path in paths
                                    for line in includes(path))]))
    calls = ""
    for path in paths:
        text += (f"#define main run\nnamespace {space_of(path)} {{\n"
                 f'#include "{path}"\n}}\n#undef main\n')
        calls += (f'  if (strcmp(words[1], "{stem_of(path)}") == 0)\n'
                  f"    return {space_of(path)}::run();\n")
    return (f"{text}int main(int count, char** words) {{\n"
            f"  if (count != 2) return 2;\n{calls}  return 2;\n}}\n")
