"""RILL_THREAD_LOCAL=0: a program without thread-local storage of rill prints
and scans, also in threads."""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
import watching  # noqa: E402

OFF = "-DRILL_THREAD_LOCAL=0"
PROGRAM = """
#include <rill/rill.h>

#include <stdlib.h>
#include <string.h>
#include <thread>
#include <unistd.h>
#include <vector>

// Its print has a hook: the pieces before wait for it.
struct hooked {
  int value;
  friend void rill_print(auto& out, hooked const& h) {
    if (h.value == 3) throw 3;
    if (h.value == 4) exit(4);
    out('<', h.value, '>');
  }
};

int main(int count, char** words) {
  if (count > 1 && strcmp(words[1], "exit") == 0) {
    rill::println("before");
    rill::println("pieces ", hooked{4});
  }
  if (count > 1 && strcmp(words[1], "threads") == 0) {
    std::vector<std::thread> all;
    for (int t = 0; t != 4; ++t)
      all.emplace_back([t] {
        for (int i = 0; i != (t % 2 ? 1000 : 10000); ++i) {
          if (t % 2) {  // fewer than a pipe holds
            usleep(100);
            rill::println(stderr, "error ", t, ' ', i, " end");
          } else {
            rill::println("output ", t, ' ', i, " end");
          }
        }
      });
    for (auto& thread : all) thread.join();
    return 0;
  }
  int n = 0;
  rill::scan(n);
  rill::println("number ", n, ' ', hooked{1}, ' ', 2.5);
  try {
    rill::println("thrown ", hooked{3});
  } catch (int) {
    rill::println(" caught");
  }
  rill::eprintln("error ", hooked{2});
  rill::println(rill::out(), "native ", hooked{5});
  rill::println(stderr, "again ", 1, ' ', 2);
}
"""


def built(tools, *flags):
    return tools.compile(PROGRAM, name="no_tls", flags=("-O1", *flags))


def segments(tools, path):
    return subprocess.run([tools.need("readelf"), "-lW", path], check=True,
                          capture_output=True, text=True).stdout


def test_segment(tools):
    """There is no TLS segment and no TLS symbol; without the macro there are.
    """
    for flags in ((), ("-DRILL_COMPILED=1",)):
        assert not re.search(r"^ +TLS ", segments(tools, built(
            tools, OFF, *flags)), re.M)
    symbols = subprocess.run(["readelf", "-sW", built(tools, OFF)], check=True,
                             capture_output=True, text=True).stdout
    assert " TLS " not in symbols and "rill0_no_tls" in symbols
    assert re.search(r"^ +TLS ", segments(tools, built(tools)), re.M)


def test_same(tools):
    """The bytes and the writes are the same as with thread-local storage."""
    seen = tools.run(built(tools), b"7\n")
    assert seen.status == 0 and b"number 7 <1> 2.5\n" in seen.out, seen
    for flags in ((OFF,), (OFF, "-DRILL_COMPILED=1"),
                  (OFF, "-DRILL_BUFFER_SIZE=16")):
        assert tools.run(built(tools, *flags), b"7\n") == seen, flags
    done, lines = tools.strace(built(tools, OFF), "write", b"7\n")
    errors = [c for c in watching.calls(lines) if c.descriptor == 2]
    assert len(errors) == 2, lines  # one for each call of print


def test_threads(tools):
    """A thread that waits for a full pipe owns the scratch: text of other
    threads does not get into it."""
    seen = watching.into_slow_pipe([built(tools, OFF), "threads"],
                                   blocking=True,
                                   environment={"RILL_STDOUT": "none"})
    assert seen.status == 0, seen
    for text, name, threads, count in (
            (seen.out, "output", (0, 2), 10000),
            (seen.err, "error", (1, 3), 1000)):
        lines = text.decode().splitlines()
        for t in threads:
            assert [line for line in lines
                    if line.startswith(f"{name} {t} ")] == [
                        f"{name} {t} {i} end" for i in range(count)], t
        assert len(lines) == 2 * count


def test_exit_in_a_hook(tools):
    """If a hook ends the program, the text of its call is lost."""
    for flags, out in ((), b"before\npieces "), ((OFF,), b"before\n"):
        seen = tools.run([built(tools, *flags), "exit"])
        assert (seen.status, seen.out) == (4, out), (flags, seen)
