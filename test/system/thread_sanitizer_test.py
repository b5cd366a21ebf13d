"""ThreadSanitizer finds no data race in what docs/threads.md allows."""

import os

SOURCE = "test/system/programs/thread_sanitizer.cpp"
FLAGS = ("-O1", "-g", "-fsanitize=thread")


def programs(tools):
    """By each compiler that has ThreadSanitizer here."""
    from devtools import configurations, machine
    built = []
    for chosen in configurations.plain():
        if (chosen.name in ("gcc", "clang") and not chosen.missing and
                machine.accepts(chosen.compiler, *FLAGS)):
            built.append(tools.compile(SOURCE, flags=FLAGS,
                                       compiler=chosen.name))
    if not built:
        tools.skip("no compiler has ThreadSanitizer, or it does not run here")
    return built


def ran(tools, work, status=0, stdin=b""):
    """The outputs of a program that ends with the status, without a report."""
    path = os.path.join(tools.folder, "file")
    seen = []
    for program in programs(tools):
        with open(path, "wb"):
            pass
        now = tools.run([program, work, path], stdin)
        report = now.err[now.err.find(b"WARNING: ThreadSanitizer"):]
        assert b"ThreadSanitizer" not in now.err, (
            program, work, report.decode()[:2000])
        assert now.status == status, (program, work, now.status,
                                      now.err.decode()[-500:])
        seen.append(now)
    return seen


def test_prints(tools):
    """print, eprint, FILE*, a c_file_view and a guard in four threads; also
    while another sets the styles."""
    for work in ("print", "styles"):
        for seen in ran(tools, work):
            assert seen.out.count(b"\n") == 4 * 500 * 4, work
            assert seen.err.count(b"\n") == 4 * 500 * 2, work


def test_sinks_and_sources(tools):
    """A locked<W>, a FILE and a c_file."""
    ran(tools, "sinks")
    numbers = b"".join(b"%d\n" % i for i in range(20_000))
    for seen in ran(tools, "sources", stdin=numbers):
        assert seen.out == b"%d\n" % sum(range(20_000)) * 4


def test_places_in_a_file(tools):
    for seen in ran(tools, "file"):
        assert seen.err == b""


def test_beside_prints(tools):
    """Another thread starts programs, or flushes."""
    for work in ("spawn", "run", "flush"):
        for seen in ran(tools, work):
            assert seen.out == b"".join(b"line %d\n" % i
                                        for i in range(2000)), work
    ran(tools, "flushes")


def test_beside_out(tools):
    """Another thread starts programs or flushes while one uses out() and
    err(); threads take turns; a thread ends with bytes in the buffer."""
    lines = b"".join(b"line %d\n" % i for i in range(100_000))
    for work in ("native_spawn", "native_flush"):
        for seen in ran(tools, work):
            assert seen.out == lines, work
    for seen in ran(tools, "turns"):
        assert seen.out.count(b"\n") == 2000
    for seen in ran(tools, "end"):
        assert seen.out == lines + b"the last\n"


def test_lost_output(tools):
    """Threads set the handler, while others lose output."""
    ran(tools, "handlers")
    for seen in ran(tools, "lost", status=1):
        assert seen.err.count(b"No space left on device\n") == 4
