"""std::cin and std::cout: the order is kept, nothing is lost, and errors are
reported."""

import random
import subprocess

SOURCE = "test/system/programs/iostream.cpp"
SPACE = b" \n"


def built(tools):
    return tools.compile(SOURCE, flags=("-O1",))


def without_rtti(tools):
    return tools.compile(SOURCE, flags=("-O1", "-fno-rtti"))


def with_libcxx(tools):
    return tools.compile(SOURCE, compiler="clang",
                         flags=("-O1", "-stdlib=libc++"))


def plan(chance, data, count, letters):
    """Returns (steps, the program's output), from the text as Python reads it.
    """
    at = 0
    before = None  # did std::cin or rill take the last byte from the text?
    steps = ""
    said = []
    while len(steps) < count and at < len(data) - 200:
        step = chance.choice(letters)
        if step == "u" and not before:
            continue
        steps += step
        if step in "rRcsw":
            while data[at] in SPACE:
                at += 1
            end = at
            while data[end] not in SPACE:
                end += 1
            got, at = data[at:end], end
        elif step in "gi":
            got, at = data[at:at + 1], at + 1
        elif step == "p":
            got = data[at:at + 1]
        else:
            got = data[at - 1:at]
        before = step in "rciu" or (step == "p" and before)
        said.append(step.encode() + b" " + got)
    return steps, b"\n".join(said) + b"\n"


def text(chance, size):
    parts = []
    while sum(map(len, parts)) < size:
        word = "x" * chance.choice((1, 2, 5, 30, 300))
        word = "".join(chance.choice("abcdefgh0123456789-+.") for _ in word)
        parts.append(word.encode() + chance.choice((b" ", b"\n", b"  ", b" \n")))
    return b"".join(parts) + b"end\n" * 100


def mix(tools, program, letters, rounds):
    for seed in range(rounds):
        chance = random.Random(seed)
        data = text(chance, 40000)
        steps, wanted = plan(chance, data, 1500, letters)
        path = tools.folder + "/input"
        with open(path, "wb") as out:
            out.write(data)
        with open(path, "rb") as given:
            by_file = subprocess.run([program, "mix", steps], stdin=given,
                                     stdout=subprocess.PIPE, timeout=60)
        by_pipe = subprocess.run([program, "mix", steps], input=data,
                                 stdout=subprocess.PIPE, timeout=60)
        for made in (by_file, by_pipe):
            assert made.returncode == 0
            assert made.stdout == wanted, (seed, steps)


def test_one_input_for_all(tools):
    mix(tools, built(tools), "rRcswgipu", 6)


def test_one_input_for_all_without_rtti(tools):
    mix(tools, without_rtti(tools), "rRcsgip", 2)


def test_one_input_for_all_with_libcxx(tools):
    mix(tools, with_libcxx(tools), "rRcsgip", 1)


def test_one_output_for_all(tools):
    wanted = "".join("%d\n" % (i if i % 5 != 4 else i % 10)
                     for i in range(30000)).encode()
    for program in (built(tools), without_rtti(tools)):
        made = subprocess.run([program, "order"], stdout=subprocess.PIPE,
                              timeout=60)
        assert made.returncode == 0
        assert made.stdout == wanted


def test_question_comes_before_answer(tools):
    program = built(tools)
    for words in (["answer"], ["answer", "unsynchronised", "x"]):
        child = subprocess.Popen([program, *words], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE)
        for answer in (b"5\n", b"7 ", b"\n-1\n"):
            if answer[:1] != b"\n":
                assert child.stdout.read(6) == b"next? ", words
            child.stdin.write(answer)
            child.stdin.flush()
        child.stdin.close()
        assert child.stdout.read() == b"next? 11\n"
        assert child.wait() == 0


def test_full_device_is_told(tools):
    program = built(tools)
    for words in (["fill"], ["fill", "unsynchronised", "x"]):
        with open("/dev/full", "wb") as full:
            made = subprocess.run([program, *words], stdout=full,
                                  stderr=subprocess.PIPE, timeout=60)
        assert made.returncode in (1, 3), made
        assert b"caught write" in made.stderr, made
        assert b"No space left on device" in made.stderr, made


def test_complaint_is_one_write(tools):
    program = built(tools)
    made, calls = tools.strace([program, "complain"], "write,writev")
    assert made.status == 0
    assert sum("a 1 b 2.5 c" in line for line in calls) == 1, calls


def test_cout_takes_styles_as_stdout_does(tools):
    for program in (built(tools), with_libcxx(tools)):
        for words in (["styles"], ["styles", "unsynchronised", "x"]):
            made = subprocess.run([program, *words], stdout=subprocess.PIPE,
                                  timeout=60)
            assert made.stdout == b"truefalsefalse\n", (words, made)
