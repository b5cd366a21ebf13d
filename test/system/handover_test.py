"""std::cin, C's functions and rill read one standard input in any order: no
byte is lost, and none comes twice."""

import os
import random
import re
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
import watching  # noqa: E402

SOURCE = "test/system/programs/handover.cpp"
WORDS = b"csrRwnn"
LINES = b"GlLf"
BYTES = b"giukxb"
SPACE = b" \n"


def text_of_words(chance, size, longest):
    """Random words and spaces, at least `size` bytes, ending in a newline."""
    parts = []
    total = 0
    while total < size:
        length = chance.choice((1, 2, 3, 5, 8, 13))
        if longest > 100 and chance.random() < 0.01:
            length = chance.randrange(100, longest)
        part = bytes(chance.choice(b"abcd01234567890123456789-+.")
                     for _ in range(min(length, 13)))
        if chance.random() < 0.2:
            part = b"-" * chance.randrange(2) + b"%d" % chance.randrange(10**19)
        part = part * (length // len(part) + 1)
        part = part[:length] + chance.choice((b" ", b" ", b"\n", b"  \n", b"\n\n"))
        parts.append(part)
        total += len(part)
    return b"".join(parts) + b"end\n"


def read_word(data, at):
    while data[at] in SPACE:
        at += 1
    end = at
    while data[end] not in SPACE:
        end += 1
    return data[at:end], end


def value_of(text, digits):
    return int(digits or b"0") * (-1 if text[0] == ord("-") else 1)


def read_number(data, at):
    """Reads a 64-bit number; or returns "?" and consumes only the white space.
    """
    while data[at] in SPACE:
        at += 1
    match = re.compile(rb"-?[0-9]+").match(data, at)
    digits = match[0].lstrip(b"-0") if match else b""
    if not match or len(digits) > 19 or not (
            -2 ** 63 <= value_of(match[0], digits) < 2 ** 63):
        return b"?", at
    return b"%d" % value_of(match[0], digits), match.end()


def plan(chance, data, count, keep=20):
    """Chooses random steps. Returns (steps, the program's output), with the
    result of each step read by Python."""
    data = bytearray(data)
    at = 0
    steps = bytearray()
    out = []
    while len(steps) < count and len(data) - at > keep:
        step = chance.choice(chance.choice((WORDS, WORDS, LINES, BYTES)))
        if step in WORDS:
            if not data[at:-keep].strip():
                break
            read = read_number if step == ord("n") else read_word
            got, at = read(data, at)
        elif step in LINES:
            end = data.index(b"\n", at)
            got, at = data[at:end], end + 1
        elif step == ord("b"):
            got, at = data[at:at + 5], at + 5
        else:
            if step == ord("x"):
                data[at:at + 1] = b"x"
            got = data[at:at + 1]
            if step in b"gi":
                at += 1
        steps.append(step)
        out.append(b"%c %s\n" % (step, got))
    out.append(b"rest %d\n" % (len(data) - at))
    return bytes(steps), b"".join(out)


def builds(tools):
    for flags in (("-O1",), ("-O1", "-DRILL_PORTABLE_LIBC=1")):
        yield tools.compile(SOURCE, flags=flags)


def check(tools, run, seeds, size, count, longest, environment=None):
    for program in builds(tools):
        for seed in seeds:
            chance = random.Random(seed)
            data = text_of_words(chance, size, longest)
            steps, wanted = plan(chance, data, count)
            path = os.path.join(tools.folder, "steps")
            with open(path, "wb") as file:
                file.write(steps)
            got = run([program, path], data, chance, environment)
            if got != wanted:
                pairs = zip(got.splitlines(), wanted.splitlines())
                for i, (one, other) in enumerate(pairs):
                    assert one == other, (
                        f"seed {seed}, step {i}: {one[:80]} for {other[:80]}")
                assert got == wanted, (seed, got[-80:], wanted[-80:])


def from_file(command, data, _, environment):
    with open(command[1] + "-in", "w+b") as file:
        file.write(data)
        file.seek(0)
        program = watching.start(command, stdin=file, stdout=subprocess.PIPE,
                                 environment=environment)
        out, _ = program.communicate(timeout=watching.LIMIT)
    assert program.returncode == 0, program.returncode
    return out


def feed(write, data, chance, largest):
    """Sends pieces of random sizes, sometimes with a pause."""
    at = 0
    while at < len(data):
        size = chance.choice((1, 2, 7, 100, 4095, 4096, 4097, largest))
        write(data[at:at + min(size, largest)])
        at += min(size, largest)
        if chance.random() < 0.02:
            time.sleep(0.002)


def from_pipe(command, data, chance, environment):
    reader, writer = os.pipe()
    program = watching.start(command, stdin=reader, stdout=subprocess.PIPE,
                             environment=environment)
    os.close(reader)

    def write():
        try:
            feed(lambda part: os.write(writer, part), data, chance, 20000)
        except BrokenPipeError:
            pass
        os.close(writer)

    thread = threading.Thread(target=write)
    thread.start()
    out, _ = program.communicate(timeout=watching.LIMIT)
    thread.join()
    assert program.returncode == 0, program.returncode
    return out


def from_terminal(command, data, chance, environment):
    """Sends one line at a time, as a user types."""
    import pty
    import termios
    ours, theirs = pty.openpty()
    modes = termios.tcgetattr(theirs)
    modes[3] &= ~termios.ECHO
    termios.tcsetattr(theirs, termios.TCSANOW, modes)
    program = watching.start(command, stdin=theirs, stdout=subprocess.PIPE,
                             environment=environment)

    def write():
        for line in data.splitlines(keepends=True):
            os.write(ours, line)
            if chance.random() < 0.02:
                time.sleep(0.002)
        os.write(ours, b"\x04")  # end of the input

    thread = threading.Thread(target=write)
    thread.start()
    out, _ = program.communicate(timeout=watching.LIMIT)
    thread.join()
    os.close(theirs)
    os.close(ours)
    assert program.returncode == 0, program.returncode
    return out


def test_file(tools):
    check(tools, from_file, range(4), 60000, 5000, 7000)


def test_pipe(tools):
    check(tools, from_pipe, range(100, 104), 60000, 5000, 7000)


def test_terminal(tools):
    check(tools, from_terminal, range(200, 202), 12000, 2000, 50)


def test_settings(tools):
    """Reads with every buffer size that a user may choose."""
    for setting in ("none", "1", "2", "17", "4096", "1M"):
        check(tools, from_file, (300,), 6000, 1000, 300,
              {"RILL_STDIN": setting})
        check(tools, from_pipe, (301,), 6000, 1000, 300,
              {"RILL_STDIN": setting})


def test_more(tools):
    check(tools, from_file, range(1000, 1040), 60000, 5000, 7000)
    check(tools, from_pipe, range(2000, 2040), 60000, 5000, 7000)
    check(tools, from_terminal, range(3000, 3010), 12000, 2000, 50)


test_more.slow = True
