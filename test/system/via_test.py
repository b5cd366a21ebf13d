"""Types of other libraries, printed in two files of one program: the texts are
the same, and rill does not allocate."""

import os
import re

PROGRAM = "test/system/programs/via.cpp"
OTHER = "test/system/programs/via_other.cpp"


def lines(output):
    """The texts of one round, and the number of rounds."""
    text, _, count = output.decode().rpartition("allocations: ")
    found = text.splitlines()
    return found[:len(found) // 3], found, int(count)


def check(tools, compiler, flags=()):
    other = os.path.join(tools.root, OTHER)
    program = tools.compile(PROGRAM, compiler=compiler,
                            flags=("-O1", *flags, other))
    done = tools.run(program)
    assert done.status == 0, done
    once, found, allocations = lines(done.out)
    assert once[0] == "12.50 (1, 2)     1.99", once
    for line in once[1:]:
        assert line == "   42|(3, 4) (5, 6)", once
    assert found == once * 3, found
    assert allocations == 0, allocations
    return len(once)


def test_two_files(tools):
    check(tools, "gcc")


def test_two_files_with_format(tools):
    try:
        ways = check(tools, "clang", ("-stdlib=libc++",))
    except AssertionError as error:
        if re.search(r"file not found|-stdlib", str(error)):
            tools.skip("libc++: not installed")
        raise
    assert ways >= 2
