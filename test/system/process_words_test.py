"""Commands as text: shells and Python's shlex read what rill writes, and rill
splits a text as they do."""

import random
import shlex

SOURCE = "test/system/programs/process_words.cpp"
SHOW = b"w() { printf '%s\\0' \"$#\" \"$@\"; }\n"
# The characters of texts that shells split as shlex does.
LETTERS = "aab  \t\r\n'\"\\\\$`#*;|&"
# Pieces that a shell does not expand.
PIECES = ("a", "b", " ", "  ", "\t", "''", '""', "'a b'", "'\\'", "'\n'",
          "'\"$`\\a'", '"a b"', '"\\""', '"\\\\"', '"\\$"', '"\\`"', '"\\\n"',
          '"\\a"', '"\'"', '"\n"', "\\\n", "\\ ", "\\'", '\\"', "\\\\", "\\$",
          "\\`", "\\a", "\\#", "\u00e4")

# Pieces of $'…'. A NUL would end bash's word.
ESCAPES = (*(f"\\{letter}" for letter in "abeEfnrtv\\'\"?qxuUzZ8$"),
           "\\1", "\\12", "\\123", "\\377", "\\777", "\\x1", "\\xAb",
           "\\u7", "\\ue9", "\\u20AC", "\\uD7ff", "\\U0001F600", "\\U0010fffF",
           "\\cA", "\\c?", "\\c[", "\\c\\\\", "\\\n", "\n", " ", "7", "b", "F",
           '"', "$", "`", "\u00e4")


def run(tools, mode, lines):
    done = tools.run([tools.compile(SOURCE), mode],
                     stdin=b"".join(line + b"\n" for line in lines))
    assert done.status == 0, (mode, done.status, done.err)
    found = done.out.split(b"\n")
    assert found.pop() == b"" and len(found) == len(lines), mode
    return found


def quoted(tools, commands):
    return run(tools, "quote", [
        b"".join(word.hex().encode() + b"," for word in words)
        for words in commands])


def split(tools, texts):
    """The words that rill finds in each text, or None."""
    return [None if line == b"refused" else
            [bytes.fromhex(word.decode()) for word in line.split(b",")[:-1]]
            for line in run(tools, "split",
                            [text.hex().encode() for text in texts])]


def words_in_shell(tools, shell, texts):
    """The arguments that a shell passes to a function for each text."""
    script = SHOW + b"".join(b"w " + text + b"\n" for text in texts)
    done = tools.run([tools.need(shell), "-s"], stdin=script,
                     environment={"LC_ALL": "C.UTF-8"})
    assert done.status == 0 and not done.err, (shell, done.err)
    left = done.out.split(b"\0")
    assert left.pop() == b""
    found = []
    while left:
        count = int(left[0])
        found.append(left[1:1 + count])
        left = left[1 + count:]
    return found


def random_word(randomly, is_printable):
    size = randomly.choice((0, 1, 1, 2, 3, 5, 9, 40))
    if is_printable:
        letters = "ab1 '\"\\$`!#~=%*?[]{}()<>|&;,._/-+:@^\u00e4\u6771\U0001F600"
        return "".join(randomly.choice(letters) for _ in range(size)).encode()
    return bytes(randomly.randrange(1, 256) if randomly.randrange(3) else
                 randomly.choice(b"a'\\\n\t\x1b\x7f17\xc3\xa4\xff")
                 for _ in range(size))


def random_commands(seed, is_printable, count=400):
    randomly = random.Random(seed)
    return [[random_word(randomly, is_printable)
             for _ in range(randomly.randrange(1, 6))] for _ in range(count)]


def test_shells_read_back_the_words(tools):
    for shell in ("sh", "bash"):
        commands = random_commands(1, True)
        texts = quoted(tools, commands)
        assert words_in_shell(tools, shell, texts) == commands, shell


def test_bash_reads_back_words_of_all_bytes(tools):
    commands = random_commands(2, False)
    commands += [[bytes([byte]), bytes([byte]) + b"1", b"'" + bytes([byte])]
                 for byte in range(1, 256)]
    texts = quoted(tools, commands)
    assert words_in_shell(tools, "bash", texts) == commands
    # No control character remains.
    for text in texts:
        assert not any(ord(c) < 32 or 127 <= ord(c) < 160
                       for c in text.decode()), text


def quoted_by_python(word):
    """Quotes like Python's shlex, but with the shorter form of a quote."""
    return shlex.quote(word) if "'" not in word else (
        "'" + word.replace("'", "'\\''") + "'")


def test_python_quotes_the_same(tools):
    commands = random_commands(3, True)
    for words, text in zip(commands, quoted(tools, commands)):
        expected = [quoted_by_python(word.decode()) for word in words]
        first = words[0].decode()
        if expected[0] == first and set(first) & set("=%"):
            expected[0] = f"'{first}'"  # as the program's name
        assert text.decode() == " ".join(expected)
        assert shlex.split(text.decode()) == [w.decode() for w in words]


def test_split_reads_back_the_words(tools):
    commands = random_commands(4, True) + random_commands(7, False)
    assert split(tools, quoted(tools, commands)) == commands


def python_split(text):
    try:
        return [word.encode() for word in shlex.split(text)]
    except ValueError:
        return None


def test_split_is_that_of_python(tools):
    # Python keeps a backslash before newline, $ and `, where a shell removes
    # it, and does not know $'…'.
    randomly = random.Random(5)
    texts = ["".join(randomly.choice(LETTERS)
                     for _ in range(randomly.randrange(12)))
             for _ in range(6000)]
    texts = [text for text in texts
             if not any(pair in text for pair in ("\\\n", "\\$", "\\`", "$'"))]
    expected = [python_split(text) for text in texts]
    assert 500 < expected.count(None) < len(texts) - 500
    found = split(tools, [text.encode() for text in texts])
    for text, mine, other in zip(texts, found, expected):
        assert mine == other, (text, mine, other)


def test_split_is_that_of_shells(tools):
    randomly = random.Random(6)
    texts = ["".join(randomly.choice(PIECES)
                     for _ in range(randomly.randrange(8))).encode()
             for _ in range(2000)]
    found = split(tools, texts)
    for shell in ("sh", "bash"):
        in_shell = words_in_shell(tools, shell, texts)
        for text, mine, other in zip(texts, found, in_shell):
            assert mine == other, (shell, text, mine, other)


def test_split_reads_escapes_as_bash_does(tools):
    randomly = random.Random(8)
    texts = ["a".join("$'%s'" % "".join(randomly.choice(ESCAPES)
                                        for _ in range(randomly.randrange(6)))
                      for _ in range(randomly.randrange(4))).encode()
             for _ in range(3000)]
    in_shell = words_in_shell(tools, "bash", texts)
    for text, mine, other in zip(texts, split(tools, texts), in_shell):
        assert mine == other, (text, mine, other)
