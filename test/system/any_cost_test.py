"""Counts instructions: a print through an any_writer runs at most 1 % more
than one through a writer&, and so does a scan through an any_reader."""

import os
import re

PROGRAM = """
#include <rill/any.h>
#include <rill/rill.h>

#include <string_view>

constexpr int lines = 20000;

extern "C" [[gnu::noinline]] void counted_work(rill::writer& out) {
  for (int i = 0; i != lines; ++i)
    rill::println(out, "line ", i, ": ", i * 0.125);
}
extern "C" [[gnu::noinline]] int counted_scan(rill::reader& in) {
  int sum = 0, n = 0;
  while (rill::scan(in, n)) sum += n;
  return sum;
}
static rill::file_writer nowhere() {
  return rill::file_writer(rill::file::append("/dev/null"), 8192);
}
int main(int, char** words) {
  std::string_view const kind = words[1];
  if (kind == "writer") {
    rill::file_writer out = nowhere();
    counted_work(out);
  } else if (kind == "any_writer") {
    rill::any_writer out = nowhere();
    counted_work(out);
  } else if (kind == "reader") {
    rill::file_reader in(words[2], 8192);
    return counted_scan(in) == 199990000 ? 0 : 1;
  } else {
    rill::any_reader in = rill::file_reader(words[2], 8192);
    return counted_scan(in) == 199990000 ? 0 : 1;
  }
}
"""


def instructions(tools, program, kind, *arguments):
    valgrind = tools.need("valgrind")
    function = "counted_scan" if kind.endswith("reader") else "counted_work"
    seen = tools.run([valgrind, "--tool=callgrind",
                      f"--callgrind-out-file={os.devnull}",
                      f"--toggle-collect={function}", program, kind,
                      *arguments])
    assert seen.status == 0, seen
    return int(re.search(rb"Collected\s*:\s*(\d+)", seen.err).group(1))


def compare(tools, kind, *arguments):
    """Compiles with -O2: without optimization the counts mean nothing."""
    program = tools.compile(PROGRAM, name="any_cost", flags=("-O2",))
    direct = instructions(tools, program, kind, *arguments)
    through = instructions(tools, program, "any_" + kind, *arguments)
    assert direct > 1_000_000, direct  # 20,000 lines or numbers
    assert through <= direct * 1.01, (direct, through)


def test_any_writer(tools):
    compare(tools, "writer")


def test_any_reader(tools):
    path = os.path.join(tools.folder, "numbers")
    with open(path, "w") as file:
        file.writelines(f"{n}\n" for n in range(20000))
    compare(tools, "reader", path)
