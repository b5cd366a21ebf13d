"""Quoted texts: Python's readers read what rill writes, and rill reads what
they read and write, byte by byte of the input."""

import ast
import json
import random
import re

SOURCE = "test/system/programs/quoted.cpp"
CODECS = {8: "utf-8", 16: "utf-16-le", 32: "utf-32-le"}


def run(tools, arguments, lines):
    done = tools.run([tools.compile(SOURCE), *map(str, arguments)],
                     stdin=b"".join(line.hex().encode() + b"\n"
                                    for line in lines))
    assert done.status == 0, (arguments, done.status, done.err)
    found = done.out.split(b"\n")
    assert found.pop() == b"" and len(found) == len(lines), arguments
    return found


def random_point(randomly):
    kind = randomly.randrange(8)
    if kind < 2:
        return randomly.choice(b"\"\\?'/uUx09afb\0\x7f\n\r\t\b\f\x1b")
    if kind == 2:
        return randomly.choice([0x7F, 0x80, 0x9F, 0x7FF, 0x800, 0x2028, 0xD7FF,
                                0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFEFF,
                                0xFFFD, 0xFFFE, 0xFFFF, 0x10000, 0x10FFFF])
    return randomly.randrange([0x20, 0x80, 0x100, 0x3000, 0x110000][kind - 3])


def random_text(randomly):
    return "".join(chr(random_point(randomly))
                   for _ in range(randomly.randrange(20)))


def joined(text):
    """Joins the two halves of a surrogate pair to one character."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le",
                                                           "surrogatepass")


def without_halves(text):
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def random_units(randomly, bits):
    """The memory of a text that may be ill-formed, and the text that it stands
    for."""
    if bits != 8:
        text = random_text(randomly)
        memory = text.encode(CODECS[bits], "surrogatepass")
        return memory, joined(text) if bits == 16 else text
    memory = b"".join(
        chr(random_point(randomly)).encode("utf-8", "surrogatepass")
        for _ in range(randomly.randrange(20)))
    memory = bytes(byte if randomly.randrange(16) else randomly.randrange(256)
                   for byte in memory if randomly.randrange(16))
    return memory, memory.decode("utf-8", "surrogateescape")


def written(tools, which, bits, seed, count=400):
    randomly = random.Random(seed)
    texts = [random_units(randomly, bits) for _ in range(count)]
    lines = run(tools, ["write", which, bits],
                [memory for memory, _ in texts])
    return [(memory, text, line) for (memory, text), line in zip(texts, lines)]


def test_json_reads_what_is_written(tools):
    for bits in CODECS:
        for which in "json", "json_ascii":
            for memory, text, line in written(tools, which, bits, bits):
                if which == "json_ascii":
                    assert line.isascii(), line
                    assert line.decode().isprintable(), line
                if bits == 8:
                    text = memory.decode("utf-8", "replace")
                found = json.loads(line.decode())
                assert found == joined(text), (memory, line)


def test_python_reads_what_is_written(tools):
    for bits in CODECS:
        for memory, text, line in written(tools, "python", bits, 10 + bits):
            assert line.isascii(), line
            assert ast.literal_eval(line.decode()) == text, (memory, line)


def test_bytes_are_read_as_c_reads_them(tools):
    """A C literal is a Python bytes literal except for question marks."""
    for memory, _, line in written(tools, "cpp", 8, 21):
        assert b"??" not in line and line.isascii(), line
        line = re.sub(rb"\\([\\?])",
                      lambda m: b"?" if m[1] == b"?" else m[0], line)
        assert ast.literal_eval("b" + line.decode()) == memory, line


def expected_memory(text, bits):
    if bits == 8:
        text = without_halves(text)
    return text.encode(CODECS[bits], "surrogatepass").hex().encode()


def check_reading(tools, lines, texts):
    """`texts` has the value of each line, or None if only rill can read it."""
    for bits in CODECS:
        found = run(tools, ["read", bits], [line.encode() for line in lines])
        for line, text, memory in zip(lines, texts, found):
            if text is not None:
                assert memory == expected_memory(text, bits), (
                    line, memory)


def test_what_json_writes_is_read(tools):
    randomly = random.Random(31)
    texts = [joined(random_text(randomly)) for _ in range(400)]
    check_reading(tools, [json.dumps(text) for text in texts], texts)
    texts = [without_halves(text) for text in texts]
    check_reading(tools,
                  [json.dumps(text, ensure_ascii=False) for text in texts],
                  texts)


def test_what_python_writes_is_read(tools):
    randomly = random.Random(32)
    texts = [joined(random_text(randomly).replace("'", ""))
             for _ in range(400)]
    # \x80 to \xff are characters in a str, but bytes in a C literal.
    texts = [joined(re.sub("[\x80-\xff]", "", text)) for text in texts]
    lines = [ascii(text + "'") for text in texts]
    quoted = [(line, text + "'") for line, text in zip(lines, texts)
              if line[0] == '"']
    check_reading(tools, *zip(*quoted))


def loaded(line):
    try:
        found = json.loads(line)
        return found if isinstance(found, str) else None
    except ValueError:
        return None


def test_what_json_takes_is_read(tools):
    """Random combinations of escapes and of parts of them."""
    randomly = random.Random(33)
    parts = ["\\", "u", "\\u", "\\ud83d", "\\uDE84", "\\ude84", "\\u0000",
             "\\u20aC", "\\n", "\\/", '\\"', "\\\\", "d8", "00", "{", "}", "x",
             "é", "🚄", "'", "?", "\\ud8", "\\uD800"]
    lines = ['"' + "".join(randomly.choices(parts, k=randomly.randrange(7)))
             + '"' for _ in range(3000)]
    texts = [loaded(line) for line in lines]
    assert sum(text is not None for text in texts) > 300
    check_reading(tools, lines, texts)


def test_what_is_no_escape_is_refused(tools):
    lines = [rb'"\u12"', rb'"\ud83d\u"', rb'"\U00110000"', rb'"\UFFFFFFFF"',
             rb'"\u{110000}"', rb'"\u{0000041}"', rb'"\u{}"', rb'"\x4"',
             rb'"\400"', rb'"\8"', rb'"\q"', b'"', b'"\\', b'abc',
             rb'"\u+123"', rb'"\u 123"', rb'"\x-1"', b'"\\\0"']
    for bits in CODECS:
        for line, found in zip(lines, run(tools, ["read", bits], lines)):
            assert found == b"refused", (line, found)
