"""Threads that are cancelled while they scan or print."""

SOURCE = "test/system/programs/unwinding.cpp"
# asan-stack=0: a cancelled thread does not remove ASan's marks from its stack.
CHECKED = ("-O1", "-fsanitize=address", "--param", "asan-stack=0")
PORTABLE = ("-O1", "-DRILL_PORTABLE_LIBC=1")


def test_cancelled_scan(tools):
    """The next scan continues where the cancelled one stopped, with an empty
    buffer, and with the beginning of a token in it."""
    for flags in (("-O1",), CHECKED, PORTABLE):
        program = tools.compile(SOURCE, flags=flags)
        for source in ("FILE", "wide", "unbuffered", "lines", "c_file",
                       "reader", "cin"):
            for before in ("", "12", "1 2 3\n", "1 2 3\n12", " " * 5000 + "12"):
                if source == "lines" and "\n" in before:
                    continue
                seen = tools.run([program, source, before], limit=30)
                number = b"1234" if before.endswith("12") else b"34"
                assert (seen.status, seen.out, seen.err) == (
                    0, b'true %s "last"\n' % number, b""), (
                    flags, source, before, seen)


def test_cancelled_print_of_several_pieces(tools):
    """A part of the buffer was written: the writer of the call keeps no
    pointer into it, and nothing is written twice."""
    seen = tools.run([tools.compile(SOURCE, flags=("-O1",)), "print"], limit=30)
    assert (seen.status, seen.out, seen.err) == (0, b"true 60004\n", b""), seen
