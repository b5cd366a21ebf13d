"""hexdump's text, compared with that of the program xxd."""

import os
import subprocess

PROGRAM = r"""
#include <rill/rill.h>

int main(int, char** arguments) {
  auto const bytes = rill::load(arguments[1]);
  rill::hexdump_options options;
  for (char const* at = arguments[2]; *at; ++at) {
    if (*at == 'u') options.upper = true;
    if (*at == 'p') options.plain = true;
  }
  options.columns = rill::parse<unsigned>(arguments[3]);
  options.group = rill::parse<unsigned>(arguments[4]);
  options.offset = rill::parse<unsigned long long>(arguments[5]);
  rill::println(rill::hexdump(bytes, options));
}
"""


CASES = [(flags, columns, group, offset)
         for flags in ("-", "u", "p", "pu")
         for columns, group, offset in (
             (16, 2, 0), (16, 1, 0), (16, 0, 0), (16, 3, 0), (16, 20, 0),
             (1, 2, 0), (5, 2, 100), (7, 4, 4294967290), (256, 1, 0),
             (30, 2, 0), (17, 16, 68719476735))]


def output_of(*command):
    done = subprocess.run(command, check=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, timeout=20)
    return done.stdout


def test_shows_what_xxd_shows(tools):
    """Every option, with bytes of every value and a short last line."""
    xxd = tools.need("xxd")
    program = tools.compile(PROGRAM)
    path = os.path.join(tools.folder, "bytes")
    with open(path, "wb") as file:
        file.write(bytes(range(256)) + b"Hello, world!\n" * 30 + b"x")
    for flags, columns, group, offset in CASES:
        options = ["-" + flag for flag in flags if flag != "-"]
        if "p" not in flags:
            options += ["-g", str(group)]
        wanted = output_of(xxd, *options, "-c", str(columns), "-o",
                           str(offset), path)
        got = output_of(program, path, flags, str(columns), str(group),
                        str(offset))
        assert got == wanted, (flags, columns, group, offset)
