"""RILL_TRACING=1: the counts of RILL_TRACE for the standard streams are those
of strace, however a program ends. Without the macro rill contains no tracing
code."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import time

import watching

ON = "-DRILL_TRACING=1"
NAMES = ("standard input", "standard output", "standard error")

# Prints and scans in the ways that its arguments name.
PROGRAM = """
#include <rill/rill.h>

#include <string>
#include <thread>
#include <vector>

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void lines(auto& out, int count) {
  for (int i = 0; i != count; ++i) rill::println(out, "line ", i);
}
static void run(std::string const& what) {
  if (what == "print")
    for (int i = 0; i != 30000; ++i) rill::println("line ", i);
  if (what == "scan")
    for (int n = 0; rill::scan(n);) {
    }
  if (what == "error") rill::eprintln("said ", 1), rill::eprintln("twice");
  if (what == "out") lines(rill::out(), 40000);
  if (what == "err") lines(rill::err(), 2000);
  if (what == "in")
    for (std::string_view const line : rill::lines(rill::in())) (void)line;
  if (what == "long") {  // beside the buffer, by writev
    std::string const text(300000, 'x');
    rill::print(rill::out(), "before ");
    rill::println(rill::out(), text);
    rill::println("before ", text);
  }
  if (what == "file") rill::println(rill::file::adopt(dup(1), "copy"), 'x');
  if (what == "handle") rill::println(rill::file_view(1), "by the handle");
  if (what == "mixed") {
    rill::print("a");
    printf("b");
    rill::println("c");
  }
  if (what == "threads") {
    std::vector<std::thread> all;
    for (int t = 0; t != 4; ++t)
      all.emplace_back([] {
        for (int i = 0; i != 3000; ++i) rill::eprintln("thread ", i);
      });
    for (auto& thread : all) thread.join();
  }
  if (what == "fork") {
    rill::println("parent");
    rill::flush();
    if (fork() == 0) {
      rill::println("child");
      rill::flush();
      rill::println("child again");
      exit(0);
    }
    wait(nullptr);
  }
  if (what == "ignore") signal(SIGPIPE, SIG_IGN);
  if (what == "exit") exit(3);
  if (what == "quick") quick_exit(3);
  if (what == "now") _exit(3);
  if (what == "throw") rill::file::open("/none/such");
  if (what == "end") std::terminate();
  if (what == "unset") unsetenv("RILL_TRACE");
}
int main(int count, char** words) {
  for (int i = 1; i != count; ++i) run(words[i]);
}
"""


def program(tools, *flags):
    return tools.compile(PROGRAM, name="traced", flags=("-O1", *flags))


def reports(path):
    with open(path) as file:
        return [json.loads(line) for line in file]


def counted(report):
    """The counts of one process: {(stream, call): (calls, errors, bytes)}."""
    return {(stream["name"], call): (of["calls"], of["errors"], of["bytes"])
            for stream in report["streams"]
            for call, of in stream["calls"].items()}


def seen_by_strace(lines):
    """The same counts, from the calls of strace."""
    found = {}
    for call in watching.calls(lines):
        if call.descriptor not in (0, 1, 2):
            continue
        kind = "fill" if call.name.startswith("read") else "drain"
        key = NAMES[call.descriptor], kind
        calls, errors, size = found.get(key, (0, 0, 0))
        found[key] = (calls + 1, errors + (call.result < 0),
                      size + max(call.result, 0))
    return found


def compare(tools, command, stdin=b"", status=0, out=None):
    path = os.path.join(tools.folder, "trace.json")
    run, lines = tools.strace(["env", "RILL_TRACE=" + path, *command],
                              "read,write,readv,writev", stdin)
    assert run.status == status, run
    expected = seen_by_strace(lines)
    (report,) = reports(path)
    os.unlink(path)
    assert counted(report) == expected, (command, counted(report), expected)
    return report


def test_counts(tools):
    """The calls, errors and bytes are those of strace, in each way to print
    and scan."""
    numbers = b"".join(b"%d\n" % n for n in range(60000))
    ways = (["print"], ["error"], ["print", "error"], ["scan"],
            ["scan", "print"], ["out"], ["err"], ["in"], ["in", "out", "err"],
            ["long"], ["handle"], ["threads"])
    for flags in ((), ("-DRILL_BUFFER_SIZE=16",)):
        built = program(tools, ON, *flags)
        for way in ways:
            report = compare(tools, [built, *way], numbers)
            assert report["program"] == os.path.basename(built)


def test_closed(tools):
    """Closed descriptors: each failed call is counted as an error. The
    report's file may get the number of the closed one."""
    built = program(tools, ON)
    path = os.path.join(tools.folder, "trace.json")
    for closed, way, stream, status in ((0, "scan", "fill", 1),
                                        (0, "in", "fill", 1),
                                        (1, "print", "drain", 1),
                                        (2, "error", "drain", 1)):
        seen = tools.run(["sh", "-c", f'exec "$0" "$@" {closed}>&-', built,
                          way], environment={"RILL_TRACE": path})
        assert seen.status == status, seen
        (report,) = reports(path)
        os.unlink(path)
        assert counted(report)[NAMES[closed], stream] == (1, 1, 0), report


def test_full_disk(tools):
    """The program ends by _exit after an error, and still writes the report.
    """
    built = program(tools, ON)
    for way in ("print", "out"):
        report = compare(
            tools, ["sh", "-c", 'exec "$0" "$@" >/dev/full', built, way],
            status=1)
        assert counted(report)[NAMES[1], "drain"][:2] == (1, 1), report


def test_slow_pipe(tools):
    """A full non-blocking pipe: each EAGAIN counts as an error of a call, and
    the bytes are counted once."""
    built = program(tools, ON)
    path = os.path.join(tools.folder, "trace.json")
    seen = watching.into_slow_pipe([built, "print"],
                                   environment={"RILL_TRACE": path})
    watching.expect(seen, 0, watching.line_text(30000))
    (report,) = reports(path)
    calls, errors, size = counted(report)[NAMES[1], "drain"]
    assert errors > 0 and calls > errors, report
    assert size == len(seen.out), report


def test_closed_pipe(tools):
    built = program(tools, ON)
    path = os.path.join(tools.folder, "trace.json")
    seen = subprocess.run(["sh", "-c", '"$0" ignore print | true', built],
                          env=dict(os.environ, RILL_TRACE=path),
                          capture_output=True, timeout=60)
    assert seen.stderr == b"", seen
    (report,) = reports(path)
    assert counted(report)[NAMES[1], "drain"][1] == 1, report


def test_full_pipe_for_the_report(tools):
    """Standard error is a full non-blocking pipe: the program sleeps until
    there is space, and the report is complete."""
    built = program(tools, ON)
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    held = 0
    try:
        while True:
            held += os.write(writer, b"x" * 4096)
    except BlockingIOError:
        pass
    with subprocess.Popen([built, "print"], stdout=subprocess.DEVNULL,
                          stderr=writer,
                          env=dict(os.environ, RILL_TRACE="1")) as started:
        os.close(writer)
        time.sleep(1)
        assert started.poll() is None
        with open(f"/proc/{started.pid}/stat") as file:
            ticks = sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13]))
        with open(reader, "rb") as file:
            report = file.read()[held:]
        assert started.wait(60) == 0
    # 0.2 s of CPU time in one second; the program itself needs some ms.
    assert ticks < 0.2 * os.sysconf("SC_CLK_TCK"), ticks
    assert (b", process %d\n" % started.pid in report and
            report.endswith(b"#\n")), report


def test_endings(tools):
    """The report is the last output, however the program ends; after _exit
    there is none."""
    built = program(tools, ON)
    for way, statuses in (("", (0,)), ("exit", (3,)), ("quick", (3,)),
                          ("throw", (1,)), ("end", (-6, 134))):
        seen = tools.run([built, "error", "print", *way.split()],
                         environment={"RILL_TRACE": "1"})
        assert seen.status in statuses, seen
        assert seen.out == watching.line_text(30000), watching.short(seen.out)
        said, report = seen.err.split(b"traced-", 1)
        assert b"twice\n" in said, seen.err
        assert b", process " in report.splitlines()[0], seen.err
        drains = re.findall(rb"^drain +(\d+) +(\d+) ", report, re.M)
        # std::terminate's messages by rill and libstdc++ do not go through the
        # traced calls.
        assert drains == [(b"5", b"0"), (b"2", b"0")] or way == "throw", (
            seen.err)
    seen = tools.run([built, "print", "now"], environment={"RILL_TRACE": "1"})
    assert (seen.status, seen.err) == (3, b""), seen


def test_with_the_library(tools):
    """rill's write also has the bytes that printf has put into the same
    buffer."""
    built = program(tools, ON)
    report = compare(tools, [built, "mixed"])
    assert counted(report)[NAMES[1], "drain"] == (1, 0, 4), report


def test_other_descriptors(tools):
    """Files are not counted, even over a duplicate of descriptor 1."""
    built = program(tools, ON)
    path = os.path.join(tools.folder, "trace.json")
    seen = tools.run([built, "file"], environment={"RILL_TRACE": path})
    assert seen.out == b"x\n", seen
    assert not os.path.exists(path)


def test_fork(tools):
    """A child counts from 0, and appends its own line to the file."""
    built = program(tools, ON)
    path = os.path.join(tools.folder, "trace.json")
    seen = tools.run([built, "fork"], environment={"RILL_TRACE": path})
    assert seen.out == b"parent\nchild\nchild again\n", seen
    child, parent = reports(path)
    assert counted(parent) == {(NAMES[1], "drain"): (1, 0, 7)}, parent
    assert counted(child) == {(NAMES[1], "drain"): (2, 0, 18)}, child
    assert child["process"] != parent["process"]


def test_settings(tools):
    """The values of RILL_TRACE: off, standard error, a text file, a file that
    cannot be opened; and a variable that is removed before the end."""
    built = program(tools, ON)
    for off in ("", "0"):
        seen = tools.run([built, "print"], environment={"RILL_TRACE": off})
        assert seen.err == b"", seen
    assert tools.run([built, "print"]).err == b""
    path = os.path.join(tools.folder, "trace.text")
    for times in (1, 2):
        seen = tools.run([built, "print"], environment={"RILL_TRACE": path})
        assert seen.err == b"", seen
        with open(path) as file:
            assert file.read().count("\nstandard output\n") == times
    seen = tools.run([built, "print"],
                     environment={"RILL_TRACE": "/none/\x1bsuch.json"})
    assert seen.status == 0
    assert seen.err.startswith(b"RILL_TRACE: open /none/\\x1bsuch.json: "
                               b"No such file or directory\n"), seen.err
    assert b"\nstandard output\ncall " in seen.err, seen.err
    seen = tools.run([built, "print", "unset"],
                     environment={"RILL_TRACE": path})
    assert b"\nstandard output\ncall " in seen.err, seen.err


def test_more_rights(tools):
    """A program that runs with more rights than its user writes no file."""
    if os.geteuid() != 0:
        tools.skip("only root makes such a program here")
    if os.statvfs("/tmp").f_flag & os.ST_NOSUID:
        tools.skip("/tmp: nosuid")
    with tempfile.TemporaryDirectory(prefix="rill-", dir="/tmp") as folder:
        os.chmod(folder, 0o777)
        built = shutil.copy(program(tools, ON), folder)
        path = os.path.join(folder, "trace.json")
        for mode in (0o4755, 0o755):
            os.chmod(built, mode)
            subprocess.run([built, "print"], check=True, timeout=60,
                           stdout=subprocess.DEVNULL, user=65534, group=65534,
                           env=dict(os.environ, RILL_TRACE=path),
                           extra_groups=[])
            assert os.path.exists(path) == (mode == 0o755), oct(mode)


LIBRARY = """
#include <rill/print.h>
extern "C" __attribute__((visibility("default"))) void use() {
  rill::println("library");
  rill::flush();
}
"""
HOST = """
#include <rill/print.h>
#include <dlfcn.h>
int main(int, char** argv) {
  rill::println("host");
  rill::flush();
  void* const library = dlopen(argv[1], RTLD_NOW);
  if (!library) return 2;
  reinterpret_cast<void (*)()>(dlsym(library, "use"))();
  dlclose(library);
  rill::println("host again");
}
"""


def test_library(tools):
    """A shared library counts its own calls, and reports when it is unloaded.
    """
    library = tools.compile(LIBRARY, name="traced_library",
                            flags=("-O1", "-fPIC", "-shared",
                                   "-fno-gnu-unique", ON))
    host = tools.compile(HOST, name="traced_host", flags=("-O1", ON))
    path = os.path.join(tools.folder, "trace.json")
    seen = tools.run([host, library], environment={"RILL_TRACE": path})
    assert seen.out == b"host\nlibrary\nhost again\n", seen
    of_library, of_host = reports(path)
    assert counted(of_library) == {(NAMES[1], "drain"): (1, 0, 8)}, of_library
    assert counted(of_host) == {(NAMES[1], "drain"): (2, 0, 16)}, of_host


def test_compiled_library(tools):
    """With the compiled library there is one count for the whole program."""
    built = program(tools, ON, "-DRILL_COMPILED=1")
    numbers = b"".join(b"%d\n" % n for n in range(60000))
    compare(tools, [built, "scan", "print", "error"], numbers)


SUMMARY = """
#include <rill/rill.h>
#include <rill/trace.h>
int main() {
  int calls = 0;
  {
    auto out = rill::traced(rill::file_writer("out"),
                            {.name = "the file", .summary = true});
    rill::println(out, 1);
    auto told = rill::traced(rill::file_writer("told"),
                             {.name = "told",
                              .to = [&](rill::trace_event const&) { ++calls; },
                              .summary = true});
    auto moved = std::move(told);
    auto lines = rill::traced(rill::from("1 2"),
                              {.name = "lines", .to = stdout,
                               .summary = true});
    rill::println(stdout, "first");
  }
  rill::println(calls);
}
"""


def test_summaries(tools):
    """The summary of a traced device is written to standard error in one
    write, or to the sink of its events."""
    built = tools.compile(SUMMARY, name="summaries", flags=("-O1",))
    seen, lines = tools.strace([built], "write")
    assert seen.status == 0, seen
    heads = [c.line for c in watching.calls(lines) if c.descriptor == 2]
    assert len(heads) == 2, heads
    parts = seen.err.decode().split("the file\n")
    assert len(parts) == 2 and parts[0].startswith("told\ncall "), seen.err
    assert parts[1].startswith("call ") and parts[1].endswith("#\n"), parts
    out = seen.out.decode()
    assert out.startswith("first\nlines: close in "), out
    assert "\nlines\ncall " in out and out.endswith("#\n1\n"), out


HELLO = """
#include <rill/rill.h>
int main() {
  int n = 0;
  rill::scan(n);
  rill::println("Hello, ", n);
  rill::println(rill::out(), 1.5);
}
"""


def object_of(tools, *flags):
    """Compiles an object file. Returns its bytes and the names in it."""
    path = tools.compile(HELLO, name="plain", flags=("-O2", "-c", *flags))
    with open(path, "rb") as file:
        content = file.read()
    names = subprocess.run(["nm", path], check=True, capture_output=True,
                           text=True).stdout
    return content, names


def test_off(tools):
    """Undefined and 0 give the same object file, bit for bit, without any name
    of tracing, probes or clocks; 1 gives some."""
    plain, names = object_of(tools)
    for off in (["-DRILL_TRACING=0"], ["-DRILL_USDT=0"],
                ["-DRILL_TRACING=0", "-DRILL_USDT=0"]):
        assert object_of(tools, *off)[0] == plain, off
    for part in ("trace", "watched", "probe", "getpid"):
        assert part not in names, part
    assert b"RILL_TRACE" not in plain and b"stapsdt" not in plain
    traced, traced_names = object_of(tools, ON)
    assert "rill0_tracing" in traced_names and b"RILL_TRACE" in traced
    for part in ("trace", "getpid"):
        assert part in traced_names, part
    assert not re.search(r"rill0_\w*tracing", names)
