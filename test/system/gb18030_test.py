"""GB 18030, Windows-1252 and UTF-EBCDIC compared with Python's codecs and
iconv, over all scalar values."""

import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..",
                                "tools"))
import generate_gb18030 as generator  # noqa: E402

SOURCE = "test/system/programs/gb18030.cpp"
SCALARS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]
# In older versions of glibc these 24 private-use characters have no code, and
# the six other ones, which their codes are meant for, have two.
GLIBC_PRIVATE = ([before for _, before, _ in generator.SINCE_2022]
                 + [0xE816, 0xE817, 0xE818, 0xE831, 0xE83B, 0xE855])
GLIBC_TWICE = [0x20087, 0x20089, 0x200CC, 0x215D7, 0x2298F, 0x241FE]


def python_codes(edition):
    """The codes of an edition. Python's codec is the edition of 2000; returns
    None if a later Python changes that."""
    if ("\u1E3F".encode("gb18030") != b"\x81\x35\xF4\x37"
            or "\uFE10".encode("gb18030") != b"\x84\x31\x82\x36"):
        return None
    codes = {c: chr(c).encode("gb18030") for c in SCALARS}
    pairs = [(0x1E3F, 0xE7C7)]
    if edition == 2022:
        pairs += zip([*range(0xFE10, 0xFE1A), *range(0x9FB4, 0x9FBC)],
                     [0xE78D, 0xE78F, 0xE78E, *range(0xE790, 0xE797),
                      0xE81E, 0xE826, 0xE82B, 0xE82C, 0xE832, 0xE843, 0xE854,
                      0xE864])
    for one, other in pairs:
        codes[one], codes[other] = codes[other], codes[one]
    return codes


def run(tools, encoding, way, text, policy="strict"):
    done = tools.run([tools.compile(SOURCE), encoding, way, policy],
                     stdin=text)
    assert done.status == 0, (encoding, way, done.status, done.err)
    return done.out


def compare(found, expected, codes):
    if found != expected:
        at = next((i for i, (a, b) in enumerate(zip(found, expected))
                   if a != b), min(len(found), len(expected)))
        raise AssertionError(f"{codes}: byte {at}: "
                             f"{found[at - 4:at + 8].hex(' ')} instead of "
                             f"{expected[at - 4:at + 8].hex(' ')}")


def test_python_has_the_same_codes(tools):
    text = "".join(map(chr, SCALARS)).encode()
    for name, edition in (("gb18030", 2022), ("gb18030-2005", 2005)):
        codes = python_codes(edition)
        if codes is None:
            tools.skip("Python's codec is not the edition of 2000")
        expected = b"".join(codes[c] for c in SCALARS)
        compare(run(tools, name, "encode", text), expected, name)
        compare(run(tools, name, "decode", expected), text, name)


def test_python_replaces_where_both_rules_agree(tools):
    # Malformed: a lead byte before an ASCII byte that is neither a trail nor a
    # digit, and the bytes 80 and FF.
    bad = [bytes((lead, next_byte)) for lead in range(0x81, 0xFF)
           for next_byte in range(0x80) if next_byte < 0x30
           or 0x3A <= next_byte < 0x40 or next_byte == 0x7F]
    text = b"".join(b"x" * (i % 70) + two + b"\xD6\xD0y"
                    for i, two in enumerate([*bad, b"\x80 ", b"\xFF "]))
    compare(run(tools, "gb18030", "decode", text, "replace"),
            text.decode("gb18030", "replace").encode(), "malformed")


def test_iconv_differs_in_thirty_codes_at_most(tools):
    iconv = tools.need("iconv")
    version = subprocess.run([iconv, "--version"], capture_output=True,
                             check=False).stdout
    if b"GLIBC" not in version and b"GNU libc" not in version:
        tools.skip("iconv is not that of glibc")
    # One character per line, so that a character that iconv drops does not
    # shift the others.
    scalars = [c for c in SCALARS if c != 10]
    text = "\n".join(map(chr, scalars)).encode()
    codes = run(tools, "gb18030", "encode", text)
    for source, target, data, other, allowed in (
            ("UTF-8", "GB18030", text, codes, GLIBC_PRIVATE + GLIBC_TWICE),
            ("GB18030", "UTF-8", codes, text, GLIBC_PRIVATE)):
        theirs = subprocess.run([iconv, "-c", "-f", source, "-t", target],
                                input=data, capture_output=True,
                                check=False).stdout.split(b"\n")
        ours = other.split(b"\n")
        assert len(theirs) == len(ours) == len(scalars)
        different = [c for c, a, b in zip(scalars, theirs, ours) if a != b]
        assert set(different) <= set(allowed), different[:50]


def test_windows_1252_is_python_s(tools):
    known = [bytes((i,)) for i in range(256)
             if i not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)]
    codes = b"".join(known)
    text = codes.decode("cp1252").encode()
    compare(run(tools, "windows-1252", "decode", codes), text, "1252")
    compare(run(tools, "windows-1252", "encode", text), codes, "1252")


def ebcdic_bytes(tools):
    """The table from I8 to UTF-EBCDIC: code page 1047 by iconv with its
    newline and line feed exchanged, then all other bytes in their order."""
    iconv = tools.need("iconv")
    done = subprocess.run([iconv, "-f", "ISO-8859-1", "-t", "IBM1047"],
                          input=bytes(range(0xA0)), capture_output=True,
                          check=False)
    if done.returncode != 0:
        tools.skip("iconv has no code page 1047")
    first = bytearray(done.stdout)
    first[0x0A], first[0x85] = first[0x85], first[0x0A]
    return bytes(first) + bytes(b for b in range(256) if b not in first)


def i8(c):
    """The I8 bytes of a character, by Unicode Technical Report 16, table 1."""
    if c < 0xA0:
        return (c,)
    tail = []
    for lead, bits in ((0xC0, 5), (0xE0, 4), (0xF0, 3), (0xF8, 2)):
        tail.insert(0, 0xA0 | c & 31)
        c >>= 5
        if c < 1 << bits:
            return (lead | c, *tail)
    raise ValueError(c)


def test_utf_ebcdic_is_the_report_s(tools):
    exchange = ebcdic_bytes(tools)
    assert sorted(exchange) == list(range(256))
    text = "".join(map(chr, SCALARS)).encode()
    plain = bytearray()
    for c in SCALARS:
        plain += bytes(i8(c))
    expected = bytes(plain).translate(exchange)
    compare(run(tools, "utf-ebcdic", "encode", text), expected, "ebcdic")
    compare(run(tools, "utf-ebcdic", "decode", expected), text, "ebcdic")


def test_the_table_in_the_document_is_made(tools):
    path = os.path.join(tools.root, "docs", "gb18030.md")
    with open(path, encoding="utf-8") as file:
        document = file.read()
    if python_codes(2005) is None:
        tools.skip("Python's codec is not the edition of 2000")
    assert generator.differences() in document


def test_the_tables_are_what_the_generator_makes(tools):
    if python_codes(2005) is None:
        tools.skip("Python's codec is not the edition of 2000")
    path = os.path.join(tools.root, "include", "rill", "unicode",
                        "gb18030_tables.h")
    with open(path, encoding="utf-8") as file:
        assert file.read() == generator.tables()
