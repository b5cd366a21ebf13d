"""Whole programs that read to the end: an error of the device, or in compressed
data, ends them with a sentence and a status, and never with fewer items."""

import gzip
import os

from devtools import documents

PROGRAM = "test/system/programs/reading.cpp"
BUILDS = (("-O1",), ("-O1", "-fno-exceptions"))
TEXT = b"".join(b"%d\n" % (i % 1000 + 1000) for i in range(80_000))
WAYS = {"at_end": len(TEXT), "read": len(TEXT), "copy": len(TEXT),
        "load": len(TEXT), "binary": len(TEXT), "hash": 0,
        "lines": len(TEXT), "words": len(TEXT), "values": 80_000,
        "scan": 80_000}


def written(tools, name, content):
    path = os.path.join(tools.folder, name)
    with open(path, "wb") as file:
        file.write(content)
    return path


def is_told(done, words, case):
    assert done.status == 1, (case, done)
    assert done.out == b"", (case, done)
    assert words in done.err, (case, done)


def failing(tools, path, call):
    """What precedes a command whose call of read on `path` fails."""
    return [tools.need("strace"), "-f", "-qq", "-o",
            os.path.join(tools.folder, "strace.txt"), "-P", path,
            "-e", "trace=read", "-e", f"inject=read:error=EIO:when={call}"]


def test_an_error_of_the_device_is_no_end(tools):
    path = written(tools, "numbers", TEXT)
    for flags in BUILDS:
        program = tools.compile(PROGRAM, flags=flags)
        for way, count in WAYS.items():
            for kind in ("file", "in", "stdio"):
                if kind == "stdio" and way not in ("lines", "words", "values",
                                                   "scan"):
                    continue
                command = [program, way, kind, path]
                given = TEXT if kind == "in" else b""
                done = tools.run(command, given)
                assert (done.status, done.out) == (0, b"%d\n" % count), (
                    command, done)
                if kind == "in":
                    command = ["sh", "-c", 'exec "$@" < "$0"', path, *command]
                for call in (1, 3):
                    done = tools.run([*failing(tools, path, call), *command])
                    is_told(done, b"Input/output error", (command, call))


def test_a_folder_is_no_empty_file(tools):
    for flags in BUILDS:
        program = tools.compile(PROGRAM, flags=flags)
        for way in WAYS:
            is_told(tools.run([program, way, "file", tools.folder]),
                    b"Is a directory", way)
    for example in ("word_count", "hex_dump", "number_lines", "sum"):
        program = tools.compile(f"examples/{example}.cpp")
        done = tools.run(["sh", "-c", 'exec "$1" < "$0"', tools.folder, program])
        is_told(done, b"Is a directory", example)
        if example == "word_count":
            is_told(tools.run([program, tools.folder]), b"Is a directory",
                    example)


def test_an_error_in_compressed_data_is_no_end(tools):
    packed = gzip.compress(TEXT, mtime=0)
    damaged = bytearray(packed)
    damaged[-8] ^= 1
    cases = (("gzip", packed, None),
             ("gzip", bytes(damaged), b"incorrect data check"),
             ("gzip", packed + b"more", b"not compressed data follow"),
             ("gzip", packed[:-9], b"ends too early"),
             ("limited", packed, b"exceeds the limit"),
             ("thin", packed, b"max_ratio"))
    for flags in BUILDS:
        program = tools.compile(PROGRAM, flags=flags)
        for kind, content, words in cases:
            path = written(tools, "numbers.gz", content)
            for way, count in WAYS.items():
                done = tools.run([program, way, kind, path])
                if words:
                    is_told(done, words, (kind, way))
                else:
                    assert (done.status, done.out) == (0, b"%d\n" % count), (
                        way, done)


def test_a_program_of_the_documents_without_input(tools):
    """Those that read standard input do not print a value that they have not
    read."""
    pages = ("README.md", "docs/tour.md", "docs/from-stdio.md",
             "docs/from-iostream.md", "docs/iostreams.md")
    for page in pages:
        blocks = [block for block in documents.blocks(
            os.path.join(tools.root, page)) if "input" in block.marks]
        assert blocks, page
        for block in blocks:
            program = tools.compile(documents.program(block), name="document")
            done = tools.run(program)
            assert b"no error" not in done.out + done.err, (block.name, done)
            if page == "README.md":  # the end of its numbers is no error
                assert (done.status, done.out, done.err) == (0, b"", b""), done
            else:
                assert done.status == 1 and done.out == b"", (block.name, done)
