"""Errors in standard input: each has its line and column, and lines are
counted once."""

import os
import random
import subprocess
import threading
import time

SOURCE = "test/system/programs/places.cpp"


def built(tools):
    return tools.compile(SOURCE, flags=("-O1", "-DRILL_FAULTS=1"))


def some_words(size, seed):
    chance = random.Random(seed)
    parts, done = [], 0
    while done < size:
        word = b"7" if chance.random() < 0.2 else b"x" * chance.choice(
            (1, 1, 2, 3, 60))
        parts.append(word + chance.choice((b" ", b"\n", b" \n\n", b"\t")))
        done += len(parts[-1])
    return b"".join(parts)


def some_table(size, seed):
    chance = random.Random(seed)
    rows, done = [], 0
    while done < size:
        fields = [chance.choice((b"x", b"abc", b'"a\nb"', b'"say ""x"""'))
                  for _ in range(chance.choice((1, 3, 400)))]
        rows.append(b",".join(fields) + b"\n")
        done += len(rows[-1])
    return b"".join(rows)


def places(text, offsets):
    line, start, at = 1, 0, 0
    said = []
    for offset in offsets:
        line += text.count(b"\n", at, offset)
        found = text.rfind(b"\n", at, offset)
        if found >= 0:
            start = found + 1
        at = offset
        said.append(b"%d %d" % (line, offset - start + 1))
    return said


def bad_words(text):
    return [at for at in range(len(text))
            if text[at:at + 1] == b"x" and (at == 0 or text[at - 1:at].isspace())]


def fields(text):
    found, is_quoted, begins = [], False, True
    for at in range(len(text)):
        c = text[at:at + 1]
        if begins:
            found.append(at + (c == b'"'))
        begins = False
        if c == b'"':
            is_quoted = not is_quoted
        elif not is_quoted and c in b",\n":
            begins = True
    return found


def through_pipe(command, text, seed):
    chance = random.Random(seed)
    reader, writer = os.pipe()

    def write():
        at = 0
        while at < len(text):
            size = chance.choice((1, 100, 4000, 70000))
            os.write(writer, text[at:at + size])
            at += size
            if chance.random() < 0.1:
                time.sleep(0.001)
        os.close(writer)

    thread = threading.Thread(target=write)
    thread.start()
    done = subprocess.run(command, stdin=reader, stdout=subprocess.PIPE)
    os.close(reader)
    thread.join()
    return done.stdout.splitlines()


def from_file(tools, command, text):
    path = os.path.join(tools.folder, "input")
    with open(path, "wb") as file:
        file.write(text)
    # Let the clock of file timestamps advance: it ticks at least each 10 ms.
    time.sleep(0.05)
    with open(path, "rb") as source:
        done = subprocess.run(command, stdin=source,
                              stdout=subprocess.PIPE)
        return done.stdout.splitlines()


def check(said, text, offsets, factor):
    expected = places(text, offsets)
    cost = int(said.pop())
    wrong = [pair for pair in zip(said, expected) if pair[0] != pair[1]]
    assert said == expected, (len(said), len(expected), wrong[:3])
    assert cost <= factor * len(text), (cost, len(text))


def test_words_of_a_pipe(tools):
    program = built(tools)
    for way in ("stdin", "in", "cin"):
        for size in 60_000, 300_000:
            text = some_words(size, 1)
            check(through_pipe([program, way], text, 2), text,
                  bad_words(text), 2.5)


def test_words_of_a_file(tools):
    program = built(tools)
    for way in ("stdin", "in", "cin"):
        for size in 60_000, 300_000:
            text = some_words(size, 3)
            check(from_file(tools, [program, way], text), text,
                  bad_words(text), 3)


def test_a_table(tools):
    program = built(tools)
    for way in ("table-stdin", "table-in", "table-cin"):
        text = some_table(300_000, 4)
        check(through_pipe([program, way], text, 5), text, fields(text), 3)
        check(from_file(tools, [program, way], text), text, fields(text), 3)


def test_bytes_that_ungetc_puts_elsewhere(tools):
    program = built(tools)
    text = some_words(100_000, 6)
    for said in (through_pipe([program, "ungetc"], text, 7),
                 from_file(tools, [program, "ungetc"], text)):
        check(said, text, bad_words(text), 3)
