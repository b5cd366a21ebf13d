"""Thousands of processes, processes at the limits of the system, and processes
in programs without exceptions."""

import errno
import os
import resource
import signal
import subprocess

SOURCE = "test/system/programs/process.cpp"


def built(tools, *flags):
    return tools.compile(SOURCE, flags=("-O1", *flags))


def printed(tools, program, *words, **how):
    done = tools.run([program, *words], limit=120, **how)
    assert done.status == 0, done
    return done.out.decode()


def test_no_descriptor_leaks_from_eight_threads(tools):
    """20,000 children, of which a fifth cannot be started. Each child has only
    the three standard streams, and the parent leaks no descriptor."""
    program = built(tools, "-static")
    assert printed(tools, program, "leaks", "8", "2500") == "0 0\n"


def test_arguments_round_trip(tools):
    program = built(tools, "-static")
    assert printed(tools, program, "round_trips", "10000") == "0\n"


def test_few_descriptors(tools):
    """An error if there are too few descriptors, and no leak."""
    lines = printed(tools, built(tools), "few_descriptors").splitlines()
    seen = [tuple(map(int, line.split())) for line in lines]
    assert all(left == 0 for _, _, left in seen), seen
    numbers = [number for _, number, _ in seen]
    assert set(numbers) == {0, errno.EMFILE}, seen
    assert numbers == sorted(numbers, reverse=True), seen


def test_no_more_processes(tools):
    """At the limit of processes clone fails with EAGAIN."""
    if os.geteuid() != 0:
        limit = 0
        before = None
    else:
        limit, before = 0, 65534
    program = built(tools)

    def restrict():
        if before:
            os.setgroups([])
            os.setgid(before)
            os.setuid(before)
        resource.setrlimit(resource.RLIMIT_NPROC, (limit, limit))

    os.chmod(os.path.dirname(program), 0o755)
    done = subprocess.run([program, "try", "true"], preexec_fn=restrict,
                          capture_output=True, cwd="/", timeout=60)
    said = done.stdout.decode()
    assert said == ("start a process for true: Resource temporarily "
                    "unavailable\n"), (said, done.stderr)


def test_signals_of_the_parent(tools):
    """SIGPIPE has its default action in the child, whether the parent ignores
    it, blocks it, or neither."""
    program = built(tools)
    def ignored():
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)

    def blocked():
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGPIPE])

    for prepare in (None, ignored, blocked):
        done = subprocess.run(
            [program, "try", "sh", "-c", "kill -PIPE $$; exit 1"],
            preexec_fn=prepare, capture_output=True, timeout=60)
        assert done.stdout == b"ended by SIGPIPE (13)\n", done


def test_without_exceptions(tools):
    program = built(tools, "-fno-exceptions", "-fno-rtti")
    run = lambda *words: printed(tools, program, "try", *words)  # noqa: E731
    assert run("true") == "exited with 0\n"
    assert run("sh", "-c", "exit 7") == "exited with 7\n"
    assert run("gti") == "exec gti: No such file or directory\n"
    assert run() == "run: the command names no program\n"
    assert printed(tools, program, "leaks", "2", "50") == "0 0\n"


def test_under_thread_sanitizer(tools):
    """ThreadSanitizer would stop in a child that shares its parent's memory.
    """
    flags = ("-O1", "-fsanitize=thread")
    from devtools import configurations, machine
    chosen = next(c for c in configurations.plain() if c.name == "clang")
    if chosen.missing or not machine.accepts(chosen.compiler, *flags):
        tools.skip("ThreadSanitizer of clang++: not installed")
    program = tools.compile(SOURCE, flags=flags, compiler="clang")
    assert printed(tools, program, "leaks", "4", "25") == "0 0\n"
