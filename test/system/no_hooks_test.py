"""RILL_PROCESS_HOOKS=0: rill registers no handler for the end of the program,
for forks and for uncaught exceptions."""

import re
import subprocess

LIBRARY = """
#include <rill/rill.h>
extern "C" __attribute__((visibility("default"))) void use() {
  rill::println("library ", 1.5);
  try {
    rill::flush();
  } catch (rill::error const&) {
    return;
  }
  rill::println(rill::out(), "native");
  rill::flush(rill::out());
  int n = 0;
  if (rill::scan(n)) rill::println("read ", n);
  rill::eprintln("said");
  try {
    rill::println(rill::file::open("/none/such"), "x");
  } catch (rill::error const& e) {
    rill::println(e.operation());
  }
}
"""
HOST = """
#include <dlfcn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char** argv) {
  void* const library = argc < 2 ? nullptr : dlopen(argv[1], RTLD_NOW);
  if (!library) return 2;
  reinterpret_cast<void (*)()>(dlsym(library, "use"))();
  if (argc > 2) dlclose(library);
  fflush(stdout);
  if (fork() == 0) _exit(0);
  wait(nullptr);
  puts("host");
}
"""
UNCAUGHT = """
#include <rill/print.h>
#include <rill/file.h>
int main() {
  rill::print("kept");
  rill::flush();
  rill::file::open("/none/such");
}
"""
REGISTERING = re.compile(
    r"\b(_*atexit|__cxa_atexit|__cxa_at_quick_exit|at_quick_exit|"
    r"__register_atfork|pthread_atfork|_ZSt13set_terminate\w*)")
OFF = "-DRILL_PROCESS_HOOKS=0"


def library(tools, *flags):
    return tools.compile(LIBRARY, name="no_hooks",
                         flags=("-O1", "-fPIC", "-shared", *flags))


def named(path):
    text = subprocess.run(["nm", "-D", "--undefined-only", path], check=True,
                          capture_output=True, text=True).stdout
    return set(REGISTERING.findall(text))


def test_names(tools):
    """The library does not refer to the functions that register handlers."""
    assert named(library(tools, OFF)) == set()
    assert "__register_atfork" in named(library(tools))


def test_use(tools):
    """The library prints and scans, and can be unloaded."""
    host = tools.compile(HOST, name="no_hooks_host", flags=("-O1",))
    for unload in ([], ["unload"]):
        seen = tools.run([host, library(tools, OFF), *unload], stdin=b"7\n")
        assert seen.status == 0, seen
        assert seen.out == b"library 1.5\nnative\nread 7\nopen\nhost\n", seen
        assert seen.err == b"said\n", seen


def test_lost_output(tools):
    """Output of the library that is lost does not change the host's status."""
    host = tools.compile(HOST, name="no_hooks_host", flags=("-O1",))
    for flags, status in ((OFF,), 0), ((), 1):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([host, library(tools, *flags)],
                                  stdin=subprocess.DEVNULL, stdout=full,
                                  stderr=subprocess.PIPE, timeout=60)
        assert (done.returncode, flags) == (status, flags), done


def test_setting(tools):
    """The setting is part of the functions' mangled names."""
    text = subprocess.run(["nm", "-D", library(tools, OFF)], check=True,
                          capture_output=True, text=True).stdout
    assert "rill0_no_hooks" in text


def test_uncaught(tools):
    """An uncaught error ends the program as the C++ runtime library does."""
    seen = tools.run(tools.compile(UNCAUGHT, name="no_hooks_uncaught",
                                   flags=("-O1", OFF)))
    assert seen.status in (-6, 134), seen
    assert seen.out == b"kept", seen
    assert b"terminate called" in seen.err, seen
