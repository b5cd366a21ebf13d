"""Whole programs with encoded files and streams: every fault at every call,
full devices, programs that append, and Python's codecs as the oracle."""

import os
import random
import signal
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
import watching  # noqa: E402
from sweep import ReadSweep, Sweep  # noqa: E402

SOURCE = "test/system/programs/encoding.cpp"
CODECS = {"UTF-8": "utf-8", "UTF-16LE": "utf-16-le", "UTF-16BE": "utf-16-be",
          "UTF-32LE": "utf-32-le", "UTF-32BE": "utf-32-be",
          "ISO-8859-1": "latin-1", "US-ASCII": "ascii",
          "WINDOWS-1252": "cp1252"}


def numbers(count):
    # print's shortest form of eighths is that of repr, without ".0".
    def eighth(i):
        return repr(i / 8)[:-2] if i % 8 == 0 else repr(i / 8)
    return "".join(f"{i} caf\u00e9 {eighth(i)}\n" for i in range(count))


def program(tools):
    return tools.compile(SOURCE, flags=("-O1",))


def test_sweep_of_writing(tools):
    binary = program(tools)
    Sweep(tools, lambda path: [binary, "write", path, "UTF-16", "1500"]).check(
        12, 40)


def test_sweep_of_reading(tools):
    binary = program(tools)
    ReadSweep(tools, lambda path: [binary, "read", path, "UTF-16LE"],
              numbers(300).encode("utf-16-le")).check(8, 6)


def test_content(tools):
    path = os.path.join(tools.folder, "out")
    for name, codec in (("UTF-16", "utf-16"), ("UTF-16BE", "utf-16-be"),
                        ("UTF-32LE", "utf-32-le"), ("latin1", "latin-1"),
                        ("GB18030", "gb18030")):
        for kind in ("write", "left"):
            seen = tools.run([program(tools), kind, path, name, "5000"])
            assert (seen.status, seen.err) == (0, b""), seen
            with open(path, encoding=codec, newline="") as file:
                assert file.read() == numbers(5000), (name, kind)
        seen = tools.run([program(tools), "read", path, name])
        assert (seen.status, seen.err) == (0, b""), seen
        assert seen.out == numbers(5000).encode(), name


def test_full_device(tools):
    reason = b"write /dev/full: No space left on device\n"
    name = os.path.basename(program(tools)).encode()
    for count in ("1", "100000"):
        seen = tools.run([program(tools), "write", "/dev/full", "UTF-16LE",
                          count])
        assert (seen.status, seen.err) == (2, b"told: " + reason), seen
    seen = tools.run([program(tools), "left", "/dev/full", "UTF-16LE", "1"])
    assert (seen.status, seen.err) == (1, name + b": " + reason), seen


def test_limit_of_a_file(tools):
    """A prefix of the text is written, and the error is reported."""
    path = os.path.join(tools.folder, "out")
    whole = numbers(20000).encode("utf-16-le")
    for limit in (4096, 4097, 50001):
        done = watching.start(
            [program(tools), "write", path, "UTF-16LE", "20000"],
            ignore=(signal.SIGXFSZ,), file_limit=limit,
            stderr=subprocess.PIPE)
        _, err = done.communicate(timeout=watching.LIMIT)
        assert done.returncode == 2 and b"File too large" in err, err
        with open(path, "rb") as file:
            assert file.read() == whole[:limit]


def test_two_programs_append(tools):
    """No character and no line is torn."""
    path = os.path.join(tools.folder, "log")
    command = [program(tools), "append", path, "UTF-16LE", "20000"]
    both = [watching.start(command) for _ in range(2)]
    assert [one.wait(watching.LIMIT) for one in both] == [0, 0]
    with open(path, encoding="utf-16-le", newline="") as file:
        got = sorted(file.read().splitlines())
    assert got == sorted(numbers(20000).splitlines() * 2)


def test_bad_text(tools):
    path = os.path.join(tools.folder, "in")

    def reads(data, encoding):
        with open(path, "wb") as file:
            file.write(data)
        return tools.run([program(tools), "read", path, encoding])
    good = "one\ntwo \u00e9\n".encode("utf-16-le")
    seen = reads(good + b"x\0\x00\xd8y\0", "UTF-16LE")
    assert seen.status == 2 and seen.out.startswith(b"one\ntwo \xc3\xa9\n")
    assert seen.err == (f"told: {path}:3:2: lone surrogate in UTF-16LE, at "
                        "byte 22\n").encode(), seen
    seen = reads(good + b"x", "UTF-16LE")
    assert seen.status == 2, seen
    assert seen.err == (f"told: {path}:3:1: the text ends within a character "
                        "in UTF-16LE, at byte 20\n").encode(), seen
    seen = reads(b"", "utf-61")
    assert seen.status == 2, seen
    assert seen.err == (b"told: find encoding utf-61: no encoding has this "
                        b"name; the nearest: UTF-8, UTF-16, UTF-32\n"), seen


def mutated(one, rng):
    """A text with characters of all lengths, some bytes changed, lost or
    doubled."""
    pools = ("abc \n", "\u00e9\u00ff\u00d7", "\u0416\u05d0", "\u4e2d\u20ac",
             "\U0001f600\U0010ffff")
    text = "".join(rng.choice(rng.choice(pools))
                   for _ in range(rng.randrange(90)))
    data = bytearray(text.encode(one, "ignore"))
    for _ in range(rng.choice((0, 0, 1, 1, 2, 5))):
        at = rng.randrange(len(data) + 1)
        what = rng.randrange(4)
        if what == 0:
            data.insert(at, rng.randrange(256))
        elif what == 1:
            data[at:at + 1] = b""
        elif what == 2 and at < len(data):
            data[at] = rng.randrange(256)
        else:
            del data[at:]
    return bytes(data)


def expected(data, source, target, policy):
    """Decodes with Python: (offset of the first problem or None, bytes)."""
    try:
        text = data.decode(source, policy)
        bad = None
    except UnicodeDecodeError as error:
        bad = error.start
        text = data[:bad].decode(source)
    try:
        return bad, text.encode(target, policy)
    except UnicodeEncodeError as error:
        before = text[:error.start]
        return len(before.encode(source)), before.encode(target)


def test_against_python(tools):
    rng = random.Random(6)
    lines, wanted = [], []
    for _ in range(6000):
        source, target = rng.choice(list(CODECS)), rng.choice(list(CODECS))
        policy = rng.choice(("strict", "strict", "replace", "ignore"))
        data = mutated(CODECS[source], rng)
        lines.append(f"{source} {target} {policy} {data.hex()}\n")
        bad, made = expected(data, CODECS[source], CODECS[target], policy)
        wanted.append(f"ok {made.hex()}" if bad is None
                      else f"error {bad} {made.hex()}")
    seen = tools.run([program(tools), "batch"], stdin="".join(lines).encode())
    assert seen.status == 0, seen
    got = seen.out.decode().split("\n")
    for line, one, other in zip(lines, got, wanted):
        assert one == other, (line, one, other)
    assert len(got) == len(wanted) + 1
