"""The headers as whole programs see them."""

import itertools
import os


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
