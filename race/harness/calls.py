"""The one-line prints of each library as source text, for the size and the
compile race: the same three pieces of text and number for all."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Library:
    name: str            # the label in the tables
    peer: str            # the peer whose flags it takes
    header: str
    text: str            # prints one text; {k} is the call's number
    mixed: str           # text, int, text; v is the int
    setup: str = ""      # lines before the calls


LIBRARIES = [
    Library("stdio", "stdio", "#include <stdio.h>",
            'fputs("text of call {k}\\n", stdout);',
            'printf("call {k} has %d of them\\n", v);'),
    Library("iostream", "iostream", "#include <iostream>",
            'std::cout << "text of call {k}\\n";',
            'std::cout << "call {k} has " << v << " of them\\n";'),
    Library("{fmt}", "fmt", "#include <fmt/format.h>",
            'fmt::print("text of call {k}\\n");',
            'fmt::print("call {k} has {{}} of them\\n", v);'),
    Library("std::print", "print", "#include <print>",
            'std::print("text of call {k}\\n");',
            'std::print("call {k} has {{}} of them\\n", v);'),
    Library("fast_io", "fast_io", "#include <fast_io.h>",
            'fast_io::io::print("text of call {k}\\n");',
            'fast_io::io::print("call {k} has ", v, " of them\\n");'),
    Library("rill", "rill", "#include <rill/print.h>",
            'rill::print("text of call {k}\\n");',
            'rill::print("call {k} has ", v, " of them\\n");'),
    Library("rill, file_writer", "rill",
            "#include <rill/file.h>\n#include <rill/print.h>",
            'rill::print(out, "text of call {k}\\n");',
            'rill::print(out, "call {k} has ", v, " of them\\n");',
            "extern rill::file_writer& out;\n"),
]


def program(library, call, count):
    """One function with `count` calls, each with a different text."""
    lines = [library.header, library.setup, "void use(int v) {"]
    for k in range(count):
        lines.append("  " + call.format(k=f"{k:02}"))
        lines.append("  ++v;")
    return "\n".join(lines + ["}", ""])
