"""Sinks and sources that threads share; threads, locks and forks that begin
during a print."""

import os

SOURCE = "test/system/programs/threads.cpp"
SINKS = ("stdout", "FILE", "c_file", "writer", "ofstream")


def ran(tools, *words, limit=60):
    program = tools.compile(SOURCE, flags=("-O1",))
    seen = tools.run([program, *map(str, words)], limit=limit)
    assert (seen.status, seen.err) == (0, b""), (words, seen)


def test_whole_lines(tools):
    """8 threads print 100,000 lines each: no line is torn or lost, and each
    thread's are in order."""
    path = os.path.join(tools.folder, "out")
    for sink in SINKS:
        ran(tools, "print", sink, path, 100_000)


def test_whole_lines_in_small_buffers(tools):
    path = os.path.join(tools.folder, "out")
    for sink in ("lines", "unbuffered", "two", "small"):
        ran(tools, "print", sink, path, 1_000)


def test_guards(tools):
    """The text that a thread prints under a guard is not interrupted by other
    threads."""
    path = os.path.join(tools.folder, "out")
    for sink in SINKS:
        ran(tools, "guarded", sink, path, 20_000)


def test_a_thread_that_begins_inside(tools):
    """The lock is omitted only while no other thread can start: a thread that
    starts in a hook, or under a guard, waits for its end."""
    path = os.path.join(tools.folder, "out")
    for work in ("hook", "bounded-hook", "guard"):
        for sink in SINKS + ("small",):
            ran(tools, work, sink, path, 1)


def test_a_thread_that_begins_in_a_cookie(tools):
    ran(tools, "cookie", "FILE", "-", 1)


def test_fork_inside(tools):
    """A hook forks: the child releases the locks that the parent had."""
    path = os.path.join(tools.folder, "out")
    for sink in SINKS:
        ran(tools, "fork", sink, path, 1)


def test_scans(tools):
    """8 threads scan one source: each number is read once."""
    path = os.path.join(tools.folder, "in")
    for source in ("reader", "FILE", "c_file"):
        ran(tools, "scan", source, path, 2_000_000)


LIBRARY = """#include <rill/file.h>
#include <rill/print.h>
#include <rill/stream.h>
extern "C" __attribute__((visibility("default"))) void use(void* shared) {
  auto& sink = *static_cast<rill::locked<rill::file_writer>*>(shared);
  auto const held = rill::lock(sink);
  rill::println(held, "library");
}
"""
HOST = """#include <rill/file.h>
#include <rill/print.h>
#include <rill/stream.h>
#include <dlfcn.h>
#include <unistd.h>
int main(int, char** argv) {
  ::alarm(10);
  rill::locked<rill::file_writer> sink(argv[2]);
  void* const opened = ::dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  void* const found = opened ? ::dlsym(opened, "use") : nullptr;
  if (!found) return 2;
  auto const held = rill::lock(sink);
  reinterpret_cast<void (*)(void*)>(found)(&sink);
  rill::println(held, "host");
}
"""


def test_a_lock_of_two_modules(tools):
    """A library recognises the lock that its thread took in the program."""
    path = os.path.join(tools.folder, "out")
    host = tools.compile(HOST, name="lock-host")
    for flags in ((), ("-fvisibility=hidden",)):
        library = tools.compile(LIBRARY, name="lock-library",
                                flags=("-O1", "-fPIC", "-shared", *flags))
        seen = tools.run([host, library, path], limit=30)
        assert (seen.status, seen.err) == (0, b""), (flags, seen)
        with open(path, "rb") as file:
            assert file.read() == b"library\nhost\n", flags
