"""rill-conv (examples/rill_conv.cpp) as a whole program: compared byte for
byte with iconv and Python's codecs, its messages about malformed text, and its
behaviour with files, pipes and terminals."""

import os
import pty
import random
import signal
import subprocess
import threading

LIMIT = 60  # seconds

# Python's name of each encoding, and its greatest code point.
ENCODINGS = {
    "UTF-8": ("utf-8", 0x10FFFF), "UTF-16": ("utf-16", 0x10FFFF),
    "UTF-16LE": ("utf-16-le", 0x10FFFF), "UTF-16BE": ("utf-16-be", 0x10FFFF),
    "UTF-32": ("utf-32", 0x10FFFF), "UTF-32LE": ("utf-32-le", 0x10FFFF),
    "UTF-32BE": ("utf-32-be", 0x10FFFF), "ISO-8859-1": ("latin-1", 0xFF),
    "US-ASCII": ("ascii", 0x7F),
    "WINDOWS-1252": ("cp1252", 0xFF), "GB18030": ("gb18030", 0x10FFFF)}


def program(tools):
    return tools.compile("examples/rill_conv.cpp")


def convert(tools, *options, data=b"", **more):
    return tools.run([program(tools), *options], data, **more)


def write(tools, name, data):
    path = os.path.join(tools.folder, name)
    with open(path, "wb") as file:
        file.write(data)
    return path


def read(path):
    with open(path, "rb") as file:
        return file.read()


def texts(most):
    """Texts of several scripts with characters up to `most`. All editions of
    GB 18030 and the codecs of both libraries agree on these characters."""
    source = random.Random(1)
    ranges = [(0x20, 0x7E), (0xA0, 0xFF), (0x400, 0x44F), (0x4E00, 0x9FA5),
              (0x1F600, 0x1F64F), (0x10000, 0x1FFFF)]
    ranges = [(low, high) for low, high in ranges if high <= most]
    yield ""
    for low, high in ranges:
        for size in (1, 3000):
            yield "".join(chr(source.randint(low, high)) for _ in range(size))
    for size in (17, 30_000):
        yield "".join(chr(source.randint(*source.choice(ranges)))
                      for _ in range(size)) + "\n"


def test_every_pair_as_python_does(tools):
    for source, (python_source, most_in) in ENCODINGS.items():
        for target, (python_target, most_out) in ENCODINGS.items():
            # The pairs share most of their code, so one text per pair is
            # enough.
            text = "".join(texts(min(most_in, most_out)))
            done = convert(tools, "-f", source, "-t", target,
                           data=text.encode(python_source))
            assert (done.status, done.err) == (0, b""), (source, target, done)
            assert done.out == text.encode(python_target), (source, target)


def test_every_text_as_iconv_does(tools):
    iconv = tools.need("iconv")
    for target, (_, most) in ENCODINGS.items():
        for text in texts(most):
            data = text.encode()
            options = ["-f", "UTF-8", "-t", target]
            want = tools.run([iconv, *options], data)
            done = convert(tools, *options, data=data)
            # iconv writes no byte-order mark before an empty text.
            if not text and done.out in (b"\xff\xfe", b"\xff\xfe\0\0"):
                continue
            assert done.out == want.out, (target, len(text))
            assert done.status == want.status == 0, (target, len(text))


# Bytes, their encoding, and the error's offset, line, column (in bytes of
# UTF-8) and words.
WRONG = [
    (b"ab\ncd\xC0\xAFe", "UTF-8", 5, 2, 3, "overlong form"),
    (b"ab\ncd\xC1\xBFe", "UTF-8", 5, 2, 3, "overlong form"),
    (b"\xE0\x9F\xBF", "UTF-8", 0, 1, 1, "overlong form"),
    (b"\n\xF0\x8F\xBF\xBF", "UTF-8", 1, 2, 1, "overlong form"),
    ("é\n€".encode() + b"\xED\xA0\x80", "UTF-8", 6, 2, 4, "lone surrogate"),
    (b"a\xED\xBF\xBFz", "UTF-8", 1, 1, 2, "lone surrogate"),
    (b"a\xF4\x90\x80\x80z", "UTF-8", 1, 1, 2, "code point above U+10FFFF"),
    (b"a\xF5\x80\x80\x80z", "UTF-8", 1, 1, 2, "code point above U+10FFFF"),
    (b"a\x80z", "UTF-8", 1, 1, 2, "stray continuation byte"),
    (b"\xE2\x82\xAC\xBFz", "UTF-8", 3, 1, 4, "stray continuation byte"),
    (b"a\xFFz", "UTF-8", 1, 1, 2, "bytes that encode no character"),
    (b"a\xFEz", "UTF-8", 1, 1, 2, "bytes that encode no character"),
    (b"a\xC3z", "UTF-8", 1, 1, 2, "incomplete character"),
    (b"a\xE2\x82z", "UTF-8", 1, 1, 2, "incomplete character"),
    (b"a\xF0\x9F\x9Az", "UTF-8", 1, 1, 2, "incomplete character"),
    (b"a\xC3", "UTF-8", 1, 1, 2, "ends within a character"),
    (b"a\xE2", "UTF-8", 1, 1, 2, "ends within a character"),
    (b"a\xE2\x82", "UTF-8", 1, 1, 2, "ends within a character"),
    (b"a\n\xF0\x9F\x9A", "UTF-8", 2, 2, 1, "ends within a character"),
    (b"a\0\n\0b", "UTF-16LE", 4, 2, 1, "ends within a character"),
    (b"\0a\0\n\0b\0", "UTF-16BE", 6, 2, 2, "ends within a character"),
    (b"a\0\x3D\xD8", "UTF-16LE", 2, 1, 2, "ends within a character"),
    (b"a\0\x3D\xD8b\0", "UTF-16LE", 2, 1, 2, "lone surrogate"),
    (b"a\0\xE9\0\x84\xDEb\0", "UTF-16LE", 4, 1, 4, "lone surrogate"),
    (b"\0a\xD8\x3D\xD8\x3D", "UTF-16BE", 2, 1, 2, "lone surrogate"),
    (b"a\0\0\0\0\xD8\0\0", "UTF-32LE", 4, 1, 2, "lone surrogate"),
    (b"a\0\0\0\0\0\x11\0", "UTF-32LE", 4, 1, 2, "code point above U+10FFFF"),
    (b"\0\0\0a\xFF\xFF\xFF\xFF", "UTF-32BE", 4, 1, 2,
     "code point above U+10FFFF"),
    (b"a\0\0\0b", "UTF-32LE", 4, 1, 2, "ends within a character"),
    (b"a\0\0\0b\0", "UTF-32LE", 4, 1, 2, "ends within a character"),
    (b"a\0\0\0b\0\0", "UTF-32LE", 4, 1, 2, "ends within a character"),
    (b"ab\n\x80", "US-ASCII", 3, 2, 1, "bytes that encode no character"),
    (b"a\n\x81", "WINDOWS-1252", 2, 2, 1, "bytes that encode no character"),
    (b"a\n\xFF", "GB18030", 2, 2, 1, "bytes that encode no character"),
    ("€\n🚄".encode("gb18030") + b"\x81\x20", "GB18030", 7, 2, 5,
     "bytes that encode no character"),
    (b"a\n\x81", "GB18030", 2, 2, 1, "ends within a character"),
    (b"a\n\x94\x38\xFB", "GB18030", 2, 2, 1, "ends within a character"),
    (b"a\n\xFE\x39\xFE\x39", "GB18030", 2, 2, 1,
     "bytes that encode no character"),
]


def shown(data):
    return "".join(f" {byte:02X}" for byte in data[:4])


def test_what_is_wrong_and_where(tools):
    """Malformed text in a file and in a pipe, to UTF-8 and to another
    encoding: lines are counted in a different way in each case."""
    for data, source, offset, line, column, words in WRONG:
        path = write(tools, "wrong.txt", data)
        good = data[:offset].decode(ENCODINGS[source][0])
        for target in ("UTF-8", "UTF-16BE"):
            options = ["-f", source, "-t", target]
            place = f":{line}:{column}: "
            end = f" in {source}, at byte {offset}:{shown(data[offset:])}\n"
            for name, done in (
                    (path, convert(tools, *options, path)),
                    ("standard input", convert(tools, *options, data=data))):
                said = done.err.decode()
                assert done.status == 1, (data, done)
                assert said.startswith(f"rill-conv: {name}{place}"), said
                assert words in said and said.endswith(end), said
                assert done.out == good.encode(ENCODINGS[target][0]), done


def test_stops_where_iconv_stops(tools):
    iconv = tools.need("iconv")
    for data, source, offset, *_ in WRONG:
        # From UTF-8 to UTF-8 glibc accepts values above 10FFFF.
        target = "UTF-16LE" if source == "UTF-8" else "UTF-8"
        options = ["-f", source, "-t", target]
        want = tools.run([iconv, *options], data)
        done = convert(tools, *options, data=data)
        assert want.status == done.status == 1, (data, want)
        assert done.out == want.out, (data, want, done)
        if b"position" in want.err:
            assert want.err.endswith(b" %d\n" % offset), (data, want)


def test_far_into_a_file(tools):
    """An error after many blocks, in a line that began several blocks before.
    """
    lines = "zeile ä\n" * 40_000
    long_line = "x" * 300_001
    data = (lines + long_line).encode() + b"\xFF"
    want = f":40001:300002: bytes that encode no character in UTF-8, at " \
           f"byte {len(data) - 1}: FF\n"
    path = write(tools, "far.txt", data)
    for done in (convert(tools, "-f", "UTF-8", "-t", "UTF-16", path),
                 convert(tools, "-f", "UTF-8", "-t", "UTF-16", data=data)):
        assert done.err.decode().endswith(want), done.err
    data = (lines + long_line).encode("utf-16-le") + b"\0\xDC"
    want = f":40001:300002: lone surrogate in UTF-16LE, at byte " \
           f"{len(data) - 2}: 00 DC\n"
    path = write(tools, "far16.txt", data)
    for target in ("UTF-8", "UTF-32LE"):
        for done in (convert(tools, "-f", "UTF-16LE", "-t", target, path),
                     convert(tools, "-f", "UTF-16LE", "-t", target,
                             data=data)):
            assert done.err.decode().endswith(want), done.err


def test_characters_that_are_not_there(tools):
    data = "eins\nzwei € drei\n".encode()
    options = ["-f", "UTF-8", "-t", "ISO-8859-1"]
    done = convert(tools, *options, data=data)
    assert done.status == 1 and done.out == b"eins\nzwei ", done
    assert done.err == (b"rill-conv: standard input:2:6: no such character in "
                        b"ISO-8859-1: U+20AC, at byte 10: E2 82 AC 20\n"), done
    done = convert(tools, "-c", *options, data=data)
    assert (done.status, done.out, done.err) == (
        0, b"eins\nzwei  drei\n", b""), done
    done = convert(tools, "--replace", *options, data=data)
    assert (done.status, done.out, done.err) == (
        0, b"eins\nzwei ? drei\n", b""), done
    done = convert(tools, "-f", "UTF-8", "-t", "ISO-8859-1//IGNORE", data=data)
    assert (done.status, done.out) == (1, b"eins\nzwei  drei\n"), done
    assert b"1 place left out" in done.err, done
    done = convert(tools, "-f", "UTF-8", "-t", "ISO-8859-1//ignore",
                   data=b"nothing is left out")
    assert (done.status, done.out, done.err) == (
        0, b"nothing is left out", b""), done
    done = convert(tools, "-f", "UTF-8", "-t", "ASCII//TRANSLIT", data=data)
    assert done.status == 1 and b"--replace" in done.err, done


def test_left_out_and_replaced_as_python_does(tools):
    """Each maximal subpart gives one replacement."""
    source = random.Random(2)
    pieces = [b"a", "é".encode(), "€".encode(), "🚄".encode(), b"\xFF",
              b"\x80", b"\xE2\x82", b"\xF0\x9F\x9A", b"\xED\xA0\x80",
              b"\xC0\xAF", b"\xF4\x90\x80\x80", b"\n" * 70]
    for size in (1, 2, 3, 10, 1000, 100_000):
        data = b"".join(source.choices(pieces, k=size))
        for option, how in (("-c", "ignore"), ("--replace", "replace")):
            done = convert(tools, option, "-f", "UTF-8", "-t", "UTF-16LE",
                           data=data)
            want = data.decode("utf-8", how).encode("utf-16-le")
            assert (done.status, done.err) == (0, b""), done.err
            assert done.out == want, (size, how)


def test_a_place_counts_once(tools):
    """Replacement also works if the target has no U+FFFD."""
    for name in "UTF-8", "WINDOWS-1252", "UTF-16LE", "ISO-8859-1", "ASCII":
        done = convert(tools, "--replace", "--verbose", "-f", "WINDOWS-1252",
                       "-t", name, data=b"a\x81b")
        assert done.status == 0 and b", 1 place replaced" in done.err, done


def test_ends_with_the_status_of_iconv(tools):
    iconv = tools.need("iconv")
    good = write(tools, "good", b"good")
    bad = write(tools, "bad", b"bad\xFF")
    to = ["-f", "UTF-8", "-t", "UTF-16LE"]
    table = [
        ([*to, good], 0), ([*to, good, good], 0), ([*to, bad], 1),
        ([*to, bad, good], 1), ([*to, good, bad, good], 1),
        (["-c", *to, bad], 0), (["-c", *to, bad, good], 0),
        ([*to, "missing"], 1), ([*to, "missing", good], 1),
        (["-f", "no-such", "-t", "UTF-8", good], 1),
        (["-f", "UTF-8", "-t", "no-such", good], 1),
        ([*to, "-o", "missing/out", good], 1),
        (["--from-code=UTF-8", "--to-code", "UTF-16LE", good], 0),
        (["-fUTF-8", "-tUTF-16LE", good], 0),
        (["--from=UTF-8", "--to=UTF-16LE", "--", good], 0),
        ([*to, "-cs", bad], 0), ([*to, "-", good], 0),
        (["--no-such"], 64), (["-x"], 64), (["-f"], 64),
        (["--from-code"], 64), (["-c=3"], 64), (["--silent=3"], 64),
        (["--help"], 0), (["--usage"], 0), (["--version"], 0), (["-l"], 0)]
    # Since glibc 2.41, iconv -c returns 1 after it has dropped text.
    leaves_out = tools.run([iconv, "-c", *to, bad]).status
    for options, status in table:
        want = tools.run([iconv, *options], b"input")
        done = convert(tools, *options, data=b"input")
        theirs = leaves_out if bad in options and status == 0 else status
        assert done.status == status, (options, want, done)
        assert want.status == theirs, (options, want, done)
        if "-f" in options and status != 64:
            assert done.out == want.out, (options, want, done)
        assert (done.err != b"") == (status != 0), (options, done)


def test_list_and_help(tools):
    names = convert(tools, "--list").out.decode().split()
    for name in ENCODINGS:
        assert name in names, name
    for name in names:
        done = convert(tools, "-f", name, "-t", "UTF-8", data=b"")
        assert done.status == 0, (name, done)
    help_text = convert(tools, "--help").out.decode()
    for name in ("--from-code", "--bom", "-o", "--replace", "64"):
        assert name in help_text, name
    assert max(map(len, help_text.splitlines())) <= 80
    assert convert(tools, "-V").out.startswith(b"rill-conv (rill) ")


def test_encodings_of_the_system(tools):
    """Encodings that only iconv has: the bytes and the places of errors are
    the same."""
    iconv = tools.need("iconv")
    for name, text in (("SHIFT_JIS", "日本語テキスト\n"),
                       ("ISO-2022-JP", "日本語 and ASCII\n"),
                       ("KOI8-R", "Привет\n")):
        for size in (1, 10_000):
            data = (text * size).encode()
            want = tools.run([iconv, "-f", "UTF-8", "-t", name], data)
            if want.status != 0:
                tools.skip(f"iconv has no {name}")
            done = convert(tools, "-f", "UTF-8", "-t", name, data=data)
            assert (done.status, done.out) == (0, want.out), (name, size)
            back = convert(tools, "-f", name, "-t", "UTF-16LE", data=want.out)
            assert back.status == 0, (name, size, back.err)
            assert back.out == data.decode().encode("utf-16-le"), (name, size)
    done = convert(tools, "-f", "UTF-8", "-t", "KOI8-R", data="а\nб 日".encode())
    assert done.status == 1 and b":2:4: " in done.err, done
    assert b"U+65E5, at byte 6: E6 97 A5" in done.err, done


def test_near_names(tools):
    for wrong, near in (("utf99", b"UTF-8"), ("latin-2x", b"ISO-8859-1"),
                        ("UTF-16-LE!", b"UTF-16LE")):
        done = convert(tools, "-f", wrong, "-t", "UTF-8", data=b"x")
        assert done.status == 1 and done.out == b"", done
        assert wrong.encode() in done.err and near in done.err, done.err


def test_marks(tools):
    """Several files become one text with one byte-order mark, whatever mark
    each file has."""
    wide = write(tools, "wide", "\uFEFFé".encode("utf-16-be"))
    plain = write(tools, "plain", "é".encode("utf-16-le"))
    done = convert(tools, "-f", "UTF-16", "-t", "UTF-16", wide, plain, wide)
    assert done.out == "\uFEFFééé".encode("utf-16-le"), done
    marked = "\uFEFFé".encode()
    for option, data, want in (
            ("--bom", marked, marked), ("--bom", "é".encode(), marked),
            ("--no-bom", marked, "é".encode()), ("-s", marked, marked)):
        done = convert(tools, option, "-f", "UTF-8", "-t", "UTF-8", data=data)
        assert done.out == want, (option, data, done)


def test_the_locale(tools):
    for locale, status in (("C.UTF-8", 0), ("C", 1)):
        done = convert(tools, "-t", "UTF-16LE", data="é".encode(),
                       environment={"LC_ALL": locale})
        assert done.status == status, (locale, done)


def feed(pipe, pieces):
    try:
        with os.fdopen(pipe, "wb", 0) as out:
            for piece in pieces:
                out.write(piece)
    except BrokenPipeError:
        pass


def through_pipes(tools, pieces, *options):
    """Standard input gets the pieces with one write each."""
    reads, writes = os.pipe()
    feeder = threading.Thread(target=feed, args=(writes, pieces))
    child = subprocess.Popen([program(tools), *options], stdin=reads,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             close_fds=True)
    os.close(reads)
    feeder.start()
    out, err = child.communicate(timeout=LIMIT)
    feeder.join()
    assert (child.returncode, err) == (0, b""), err
    return out


def test_one_byte_at_a_time(tools):
    text = "".join(text[:100] for text in texts(0x10FFFF))
    for name, (python, _) in ENCODINGS.items():
        if ENCODINGS[name][1] != 0x10FFFF:
            continue
        data = text.encode(python)
        out = through_pipes(tools, [bytes((b,)) for b in data],
                            "-f", name, "-t", "UTF-8")
        assert out == text.encode(), name


def test_a_big_input_in_odd_pieces(tools):
    source = random.Random(3)
    text = list(texts(0x10FFFF))[-1] * 100
    data = text.encode()
    pieces, at = [], 0
    while at < len(data):
        size = source.choice((1, 3, 4095, 65536, 65537, 1 << 20))
        pieces.append(data[at:at + size])
        at += size
    out = through_pipes(tools, pieces, "-f", "UTF-8", "-t", "UTF-32BE")
    assert out == text.encode("utf-32-be")


def test_what_comes_goes_on_at_once(tools):
    """Text read from a pipe is converted and written before the program waits
    for more."""
    child = subprocess.Popen([program(tools), "-f", "UTF-8", "-t", "UTF-16LE"],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for word in ("eins\n", "zwei\n"):
        child.stdin.write(word.encode())
        child.stdin.flush()
        want = word.encode("utf-16-le")
        got = b""
        while len(got) < len(want):
            got += os.read(child.stdout.fileno(), len(want) - len(got))
        assert got == want, got
    child.stdin.close()
    assert child.wait(LIMIT) == 0
    child.stdout.close()


def test_a_full_disk(tools):
    if not os.path.exists("/dev/full"):
        tools.skip("no /dev/full")
    for data in (b"short", b"long" * 100_000):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [program(tools), "-f", "UTF-8", "-t", "UTF-16"], input=data,
                stdout=full, stderr=subprocess.PIPE, timeout=LIMIT)
        assert done.returncode == 1, done
        assert done.stderr == (b"rill-conv: write standard output: No space "
                               b"left on device\n"), done
    for option in ("--list", "--help", "--usage", "--version"):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([program(tools), option], stdout=full,
                                  stderr=subprocess.PIPE, timeout=LIMIT)
        assert done.returncode == 1, done
        assert done.stderr.count(b"\n") == 1, done
        assert done.stderr.endswith(b": standard output: No space left on "
                                    b"device\n"), done
    done = convert(tools, "-t", "UTF-8", "-o", "/dev/full", data=b"text")
    assert done.status == 1, done
    assert done.err == (b"rill-conv: write /dev/full: No space left on "
                        b"device\n"), done


def test_nobody_reads(tools):
    for ignored in (False, True):
        reads, writes = os.pipe()
        os.close(reads)

        def prepare(ignored=ignored):
            signal.signal(signal.SIGPIPE,
                          signal.SIG_IGN if ignored else signal.SIG_DFL)
        done = subprocess.run(
            [program(tools), "-f", "UTF-8", "-t", "UTF-16"],
            input=b"x" * 1_000_000, stdout=writes, stderr=subprocess.PIPE,
            preexec_fn=prepare, timeout=LIMIT, restore_signals=False)
        os.close(writes)
        if ignored:
            assert done.returncode == 1, done
            assert b"Broken pipe" in done.stderr, done
        else:
            assert done.returncode == -signal.SIGPIPE, done


def test_the_output_is_no_input(tools):
    """An output that is also an input is refused: found by its name, by a
    link, and as standard output."""
    data = "bleibt é\n".encode()
    path = write(tools, "same", data)
    link = os.path.join(tools.folder, "link")
    os.link(path, link)
    to = ["-f", "UTF-8", "-t", "UTF-16"]
    for output in (path, link):
        done = convert(tools, *to, "-o", output, path)
        assert done.status == 1 and b"is the output too" in done.err, done
        assert read(path) == data
    other = write(tools, "other", b"other")
    done = convert(tools, *to, "-o", path, other, path)
    assert done.status == 1 and b"is the output too" in done.err, done
    write(tools, "same", data)
    with open(path, "ab") as out:
        done = subprocess.run([program(tools), *to, path], stdout=out,
                              stderr=subprocess.PIPE, timeout=LIMIT)
    assert done.returncode == 1 and b"is the output too" in done.stderr, done
    assert read(path) == data


def test_files_that_cannot_be_had(tools):
    good = write(tools, "good", b"good")
    missing = os.path.join(tools.folder, "missing")
    done = convert(tools, "-f", "UTF-8", "-t", "UTF-8", missing, good)
    assert (done.status, done.out) == (1, b"good"), done
    assert missing.encode() in done.err, done
    done = convert(tools, "-f", "UTF-8", "-t", "UTF-8", tools.folder, good)
    assert done.status == 1 and b"directory" in done.err, done
    # The output file is created only after all arguments are checked.
    target = os.path.join(tools.folder, "target")
    done = convert(tools, "-f", "nothing", "-t", "UTF-8", "-o", target, good)
    assert done.status == 1 and not os.path.exists(target), done


def at_terminal(tools, *options):
    """The standard error that the program wrote to a terminal."""
    ours, theirs = pty.openpty()
    child = subprocess.Popen([program(tools), *options],
                             stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    said = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # the other side is closed
            piece = b""
        if not piece:
            break
        said += piece
    os.close(ours)
    assert child.wait(LIMIT) == 0
    return said


def test_names_hold_no_order(tools):
    """Control characters in names of files, options and encodings are shown as
    escapes."""
    name, shown = b"a b\x1b[2J\nok\xff", b"a b\\x1b[2J\\nok\\xff"
    folder = os.fsencode(tools.folder)
    file = os.path.join(folder, name)
    with open(file, "wb") as to:
        to.write(b"text\x80")
    command = [program(tools), "-f", "ISO-8859-1", "-t"]
    for words, status in (
            (["ASCII//IGNORE", file], 1), (["UTF-8", "--verbose", file], 0),
            (["UTF-8", file + b"?"], 1), (["ASCII", file], 1),
            (["UTF-8", "-o", file, file], 1), ([name], 1),
            ([b"ASCII//" + name], 1), (["UTF-8", b"--" + name], 64)):
        done = tools.run(command + words)
        assert done.status == status, (words, done)
        assert shown.lower() in done.err.lower(), (words, done)
        assert b"\x1b" not in done.err and b"\xff" not in done.err, done
    done = tools.run(command + ["UTF-8", b"-\x1b"])
    assert b"is called -\\x1b\n" in done.err, done


def test_progress_at_a_terminal(tools):
    small = write(tools, "small", b"small")
    big = write(tools, "big", b"0123456789abcde\n" * 1_250_000)
    to = ["-f", "UTF-8", "-t", "UTF-16LE", "-o", "/dev/null"]
    assert at_terminal(tools, *to, small) == b""
    assert at_terminal(tools, "-s", *to, big) == b""
    said = at_terminal(tools, *to, big)
    assert b" of 20 MB" in said, said
    assert said.endswith(b"\r\x1b[K") and b"\n" not in said, said
    done = convert(tools, *to, big)
    assert done.err == b"", done
    done = convert(tools, "--verbose", *to, small)
    assert b"5 bytes read, 10 written, nothing replaced" in done.err, done
