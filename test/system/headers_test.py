"""The headers as whole programs see them."""

import itertools
import os

from devtools import machine


def doors(tools):
    folder = os.path.join(tools.root, "include", "rill")
    return sorted(n for n in os.listdir(folder) if n.endswith(".h"))


def test_any_order(tools):
    """The doors can be included in any order: each one first and last."""
    names = doors(tools)
    lines = []
    for order in (names, names[::-1]):
        lines += [f"#include <rill/{name}>" for name in order]
    source = "\n".join([*lines, "int main() {}", ""])
    tools.run(tools.compile(source, flags=("-O0",), name="order"))
    for first, second in itertools.islice(
            itertools.permutations(names, 2), 0, 200, 7):
        source = (f"#include <rill/{first}>\n#include <rill/{second}>\n"
                  "int main() {}\n")
        tools.compile(source, flags=("-O0", "-fsyntax-only"), name="pair")


def test_macros_of_others(tools):
    """The headers survive macros that other libraries leave behind."""
    names = "min max small near far interface major minor unix linux".split()
    lines = [line for name in names
             for line in (f"#undef {name}", f"#define {name} broken(")]
    lines += [f"#include <rill/{name}>" for name in doors(tools)]
    # The standard library of some systems does not survive all of them, so
    # its headers come first.
    standard = ["#include <cstddef>", "#include <string>", "#include <vector>",
                "#include <map>", "#include <fstream>", "#include <chrono>",
                "#include <iostream>", "#include <locale>",
                "#include <filesystem>", "#include <span>", "#include <tuple>",
                "#include <optional>", "#include <variant>", "#include <bit>",
                "#include <atomic>", "#include <mutex>", "#include <thread>"]
    source = "\n".join([*standard, *lines, "int main() {}", ""])
    tools.compile(source, flags=("-O0", "-fsyntax-only"), name="macros")


def compilers():
    found = []
    for family, floor in (("gcc", 11), ("clang", 16)):
        found += [machine.newest(family), machine.exact(family, floor)]
    return {c.path: c for c in found if c}.values()


def test_other_standards(tools):
    """Without -std=c++20 a public header ends with eight lines at most, and
    they name the flag."""
    folder = os.path.join(tools.root, "include", "rill")
    names = doors(tools) + [
        "driver/" + n for n in sorted(os.listdir(f"{folder}/driver"))]
    found = [(("-std=c++17",), name) for name in names]
    found += [((f"-std={standard}",), "rill.h")
              for standard in ("c++11", "c++14", "gnu++17")]
    found += [(("-x", "c"), "rill.h")]
    for compiler in compilers():
        for flags, name in found:
            path = os.path.join(tools.folder, "hello.cpp")
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"#include <rill/{name}>\n"
                           'int main() { rill::println("Hello"); }\n')
            done = tools.run([compiler.path, *flags, "-I",
                              os.path.dirname(folder), "-c", path, "-o",
                              os.path.join(tools.folder, "hello.o")])
            lines = done.err.decode().splitlines()
            assert done.status != 0, (compiler.path, flags, name)
            assert len(lines) <= 8, (compiler.path, flags, name, lines[:20])
            assert any("rill needs C++20: add -std=c++20" in line
                       for line in lines), lines
