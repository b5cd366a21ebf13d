"""rill-sum (examples/rill_sum.cpp) as a whole program: compared byte for byte
with sha256sum, the other sum programs and cksum, in both directions, and its
messages about files and lines that are wrong."""

import hashlib
import os
import pty
import random
import signal
import subprocess
import zlib

LIMIT = 60  # seconds
PROGRAMS = {"md5": "md5sum", "sha1": "sha1sum", "sha224": "sha224sum",
            "sha256": "sha256sum", "sha384": "sha384sum",
            "sha512": "sha512sum"}
# Names that a line of checksums must escape, or that are easily misread in one.
NAMES = [b"plain", b" leading", b"trailing ", b"two\nlines", b"back\\slash",
         b"\\first", b"last\\", b"carriage\rreturn", b"\r", b"a\\nb",
         b"\xff\xfe", b"caf\xc3\xa9", b"#comment", b"*star", b"a  b",
         b"(round) = ", b"SHA256 (x) = ", b"\t", b"a)b(c", b"-dash",
         b"esc\x1b[2J"]


def program(tools):
    return tools.compile("examples/rill_sum.cpp")


def run(tools, command, data=b"", **more):
    environment = dict(os.environ, LC_ALL="C")
    return subprocess.run(command, input=data, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=LIMIT,
                          cwd=more.pop("cwd", tools.folder), env=environment,
                          check=False, **more)


def rill_sum(tools, *options, data=b"", **more):
    return run(tools, [program(tools), *options], data, **more)


def write(tools, name, data):
    path = os.path.join(os.fsencode(tools.folder), os.fsencode(name))
    with open(path, "wb") as file:
        file.write(data)
    return path


def write_all(tools, names=NAMES):
    for number, name in enumerate(names):
        write(tools, name, b"content %d" % number)
    return list(names)


def test_sizes_as_python(tools):
    source = random.Random(1)
    sizes = [0, 1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 4095, 4096, 4097,
             65535, 65536, 262143, 262144, 262145, 1_000_003]
    for size in sizes:
        data = source.randbytes(size)
        path = write(tools, "data", data)
        for name in [*PROGRAMS, "sha512-256"]:
            python = name.replace("-", "_")
            if python not in hashlib.algorithms_available:
                continue
            want = hashlib.new(python, data).hexdigest().encode()
            done = rill_sum(tools, "-a", name, path)
            assert done.stdout == want + b"  " + path + b"\n", (name, size)
            done = rill_sum(tools, f"--algorithm={name}", data=data)
            assert done.stdout == want + b"  -\n", (name, size)
        for name, value in (("crc32", zlib.crc32(data)),
                            ("adler32", zlib.adler32(data))):
            done = rill_sum(tools, "-a", name, path)
            assert done.stdout == b"%08x  %s\n" % (value, path), (name, size)


def test_lines_as_coreutils(tools):
    names = write_all(tools)
    for algorithm, other in PROGRAMS.items():
        theirs = tools.need(other)
        for options in ([], ["-b"], ["-t"], ["--tag"], ["-z"], ["-bz"],
                        ["--tag", "-z"], ["--bin", "--text"]):
            want = run(tools, [theirs, *options, "--", *names])
            done = rill_sum(tools, "-a", algorithm, *options, "--", *names)
            assert want.returncode == done.returncode == 0, (want, done)
            assert done.stdout == want.stdout, (algorithm, options)
            assert done.stderr == b"", done
    cksum = tools.need("cksum")
    for algorithm in PROGRAMS:
        want = run(tools, [cksum, "-a", algorithm, "--", *names])
        if want.returncode != 0:
            tools.skip("cksum has no -a")
        done = rill_sum(tools, "-a", algorithm, "--tag", "--", *names)
        assert done.stdout == want.stdout, algorithm


def test_posix_crc_as_cksum(tools):
    cksum = tools.need("cksum")
    for size in (0, 1, 255, 256, 65536, 1_000_000):
        path = write(tools, "data", os.urandom(size))
        with open(path, "rb") as file:
            data = file.read()
        for words in ([path], [path, path], ["-"], ["-", path], []):
            want = run(tools, [cksum, *words], data)
            done = rill_sum(tools, "-a", "crc", *words, data=data)
            assert done.stdout == want.stdout, (size, words)
    for options in (["-c"], ["--tag"]):
        done = rill_sum(tools, "-a", "crc", *options, path)
        assert done.returncode == 1 and b"not supported" in done.stderr, done


def test_both_directions_of_check(tools):
    names = write_all(tools)
    for algorithm, other in PROGRAMS.items():
        theirs = tools.need(other)
        for options in ([], ["-b"], ["--tag"]):
            made = rill_sum(tools, "-a", algorithm, *options, "--", *names)
            ours = write(tools, "ours.sums", made.stdout)
            want = run(tools, [theirs, "-c", ours])
            assert want.returncode == 0, (algorithm, options, want)
            made = run(tools, [theirs, *options, "--", *names])
            sums = write(tools, "theirs.sums", made.stdout)
            done = rill_sum(tools, "-a", algorithm, "--check", sums)
            assert done.returncode == 0 and done.stderr == b"", done
            assert done.stdout == want.stdout, (algorithm, options)
            done = rill_sum(tools, "-a", algorithm, "-c", data=made.stdout)
            assert done.stdout == want.stdout, (algorithm, options)


def test_a_return_that_is_not_escaped(tools):
    """Older versions of coreutils do not escape carriage returns."""
    write(tools, b"a\rb", b"abc")
    write(tools, b"a\\\r", b"abc")
    digits = hashlib.sha256(b"abc").hexdigest().encode()
    for line in (b"%s  a\rb\n", b"\\%s  a\rb\n", b"\\%s  a\\rb\n",
                 b"\\%s  a\\\\\\r\n"):
        done = rill_sum(tools, "-c", data=line % digits)
        assert done.returncode == 0, (line, done)


def test_lines_of_any_algorithm(tools):
    write(tools, "f", b"content")
    lines = b""
    for algorithm in [*PROGRAMS, "sha512-256", "crc32", "crc32c", "adler32"]:
        lines += rill_sum(tools, "-a", algorithm, "--tag", "f").stdout
    done = rill_sum(tools, "-c", data=lines)
    assert (done.returncode, done.stderr) == (0, b""), done
    assert done.stdout == b"f: OK\n" * 10, done
    # With -a md5, lines of other algorithms are malformed, as for md5sum.
    done = rill_sum(tools, "-a", "md5", "-c", data=lines)
    assert done.returncode == 1 and done.stdout == b"f: OK\n", done
    assert b"WARNING: 9 lines are improperly formatted" in done.stderr, done
    wrong = lines.replace(b"= ", b"= 0")
    done = rill_sum(tools, "-c", data=wrong)
    assert done.returncode == 1 and done.stdout == b"", done
    cksum = tools.need("cksum")
    known = b"".join(lines.splitlines(True)[:6])
    assert run(tools, [cksum, "--check"], known).returncode == 0


def test_forms_of_lines(tools):
    write(tools, "f", b"abc")
    write(tools, " f", b"abc")
    digits = hashlib.sha256(b"abc").hexdigest()
    good = [f"{digits}  f", f"{digits} *f", f"{digits} f", f"  {digits}  f",
            f"{digits.upper()}  f", f"{digits}\t f", f"{digits}   f",
            f"SHA256 (f) = {digits}", f"SHA256(f)= {digits}",
            f"SHA256 (f)={digits}", f"\\{digits}  f", f"{digits}  f\r",
            f"# comment\n\n{digits}  f"]
    bad = ["x", f"{digits}", f"{digits} ", f"{digits}f", f"{digits[1:]}  f",
           f"{digits}0  f", f"g{digits[1:]}  f", f"\\{digits}  f\\x",
           f"\\{digits}  f\\", f"SHA256 (f = {digits}", f"SHA256 f) = {digits}",
           f"SHA256 (f) {digits}", f"SHA256 (f) = {digits[1:]}",
           f"SHA257 (f) = {digits}", f"SHA256 () = {digits}", "\\", " ",
           f"sha256 (f) = {digits}", f"{digits}  f\0g"]
    theirs = tools.need("sha256sum")
    for lines, status in ((good, 0), (bad, 1)):
        for line in lines:
            data = line.encode() + b"\n"
            done = rill_sum(tools, "-c", data=data)
            assert done.returncode == status, (line, done)
            # sha256sum accepts these lines: a name up to a NUL, and an empty
            # name.
            if "\0" in line or "()" in line or line.endswith("  f\r"):
                continue
            want = run(tools, [theirs, "-c"], data)
            assert done.stdout == want.stdout, (line, want, done)
            assert done.returncode == want.returncode, (line, want, done)


def test_reversed_form_is_one_for_a_file(tools):
    """As with md5sum: if the first line has one blank after the digits, a
    second blank belongs to the name."""
    for name in ("f", " f", "*f"):
        write(tools, name, b"abc")
    digits = hashlib.sha256(b"abc").hexdigest().encode()
    theirs = tools.need("sha256sum")
    for lines in (b"%s f\n%s  f\n%s *f\n", b"%s  f\n%s f\n%s *f\n"):
        data = lines.replace(b"%s", digits)
        want = run(tools, [theirs, "-c"], data)
        done = rill_sum(tools, "-c", data=data)
        assert done.stdout == want.stdout, (lines, want, done)


def test_broken_lines_are_named(tools):
    write(tools, "f", b"abc")
    digits = hashlib.sha256(b"abc").hexdigest().encode()
    lines = b"broken\n%s  f\nalso broken\n" % digits
    sums = write(tools, "sums", lines)
    said = (b"rill-sum: sums: 1: improperly formatted checksum line\n"
            b"rill-sum: sums: 3: improperly formatted checksum line\n"
            b"rill-sum: WARNING: 2 lines are improperly formatted\n")
    for options in ([], ["-w"], ["--warn"], ["--strict"], ["--quiet"]):
        done = rill_sum(tools, *options, "-c", "sums")
        assert done.returncode == 1 and done.stderr == said, done
        out = b"" if options == ["--quiet"] else b"f: OK\n"
        assert done.stdout == out, done
    done = rill_sum(tools, "-c", "--status", "sums")
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b""), done
    theirs = run(tools, [tools.need("sha256sum"), "-cw", "--strict", sums])
    assert theirs.returncode == 1, theirs
    for data in (b"", b"\n", b"# comment\n", b"nothing\nof it\n"):
        write(tools, "none", data)
        done = rill_sum(tools, "-c", "none")
        assert done.returncode == 1 and done.stderr.endswith(
            b"rill-sum: none: no properly formatted checksum lines found\n")


def test_what_is_wrong_is_counted(tools):
    write(tools, "good", b"abc")
    write(tools, "bad", b"abd")
    os.mkdir(os.path.join(tools.folder, "folder"))
    digits = hashlib.sha256(b"abc").hexdigest().encode()
    lines = b"".join(digits + b"  " + name + b"\n" for name in
                     (b"good", b"bad", b"missing", b"folder", b"good"))
    write(tools, "sums", lines)
    theirs = tools.need("sha256sum")
    for options in ([], ["--quiet"], ["--status"], ["--ignore-missing"],
                    ["--strict"], ["--quiet", "--ignore-missing"]):
        want = run(tools, [theirs, "-c", *options, "sums"])
        done = rill_sum(tools, "-c", *options, "sums")
        assert done.stdout == want.stdout, (options, want, done)
        assert done.returncode == want.returncode == 1, (options, done)
        said = want.stderr.replace(theirs.encode() + b":", b"rill-sum:")
        assert done.stderr == said, (options, want, done)
    write(tools, "other", digits + b"  bad\n")
    for options in (["--ignore-missing"], ["--ignore-missing", "--status"]):
        want = run(tools, [theirs, "-c", *options, "other"])
        done = rill_sum(tools, "-c", *options, "other")
        said = want.stderr.replace(theirs.encode() + b":", b"rill-sum:")
        assert (done.returncode, done.stdout, done.stderr) == (
            want.returncode, want.stdout, said), (want, done)
    write(tools, "away", digits + b"  missing\n")
    done = rill_sum(tools, "-c", "--ignore-missing", "away")
    assert (done.returncode, done.stderr) == (
        1, b"rill-sum: away: no file was verified\n"), done
    write(tools, "some", digits + b"  missing\n" + digits + b"  good\n")
    done = rill_sum(tools, "-c", "--ignore-missing", "some", "away", "none")
    assert done.returncode == 1 and done.stdout == b"good: OK\n", done
    assert b"rill-sum: none: No such file or directory\n" in done.stderr, done
    done = rill_sum(tools, "-c", "--ignore-missing", "some")
    assert (done.returncode, done.stderr) == (0, b""), done
    done = rill_sum(tools, "-c", "folder")
    assert done.returncode == 1 and b"folder: Is a directory" in done.stderr


def test_files_that_cannot_be_read(tools):
    write(tools, "good", b"abc")
    os.mkdir(os.path.join(tools.folder, "folder"))
    write(tools, "closed", b"abc")
    os.chmod(os.path.join(tools.folder, "closed"), 0)
    names = ["missing", "folder", "good", "good/below", "closed"]
    theirs = tools.need("sha256sum")
    want = run(tools, [theirs, *names])
    done = rill_sum(tools, *names)
    assert done.returncode == want.returncode == 1, (want, done)
    assert done.stdout == want.stdout, (want, done)
    said = want.stderr.replace(theirs.encode() + b":", b"rill-sum:")
    assert done.stderr == said, (want, done)
    done = rill_sum(tools, "/proc/self/mem")
    assert done.returncode == 1 and b"Input/output error" in done.stderr, done
    done = rill_sum(tools, "/proc/version")
    assert done.returncode == 0, done


def test_options(tools):
    write(tools, "f", b"abc")
    theirs = tools.need("sha256sum")
    for words in (["--zero", "-c", "f"], ["--tag", "-c", "f"],
                  ["-b", "-c", "f"], ["--strict", "f"], ["--quiet", "f"],
                  ["--status", "f"], ["--warn", "f"], ["--ignore-missing", "f"],
                  ["--tag", "-t", "f"], ["--no-such", "f"], ["-x", "f"],
                  ["--help"], ["--version"], ["f", "-b"], ["--", "f"],
                  ["--t", "f"], ["--tag=3", "f"]):
        want = run(tools, [theirs, *words])
        done = rill_sum(tools, *words)
        assert done.returncode == want.returncode, (words, want, done)
        assert bool(done.stderr) == bool(want.stderr), (words, want, done)
    for words in (["-a"], ["-a", "md6", "f"], ["-c", "-r", "f"]):
        done = rill_sum(tools, *words)
        assert done.returncode == 1 and b"--help" in done.stderr, done
    help_text = rill_sum(tools, "--help").stdout.decode()
    assert max(map(len, help_text.splitlines())) <= 80
    for name in ("--strict", "sha512-256", "--recursive", "Status"):
        assert name in help_text, name
    assert rill_sum(tools, "--version").stdout.startswith(b"rill-sum (rill) ")


def test_recursive(tools):
    for folder in ("top/b/c", "top/a", "top/empty"):
        os.makedirs(os.path.join(tools.folder, folder))
    files = ["top/a/1", "top/a/2", "top/b/c/3", "top/b/4", "top/z", "top/.h"]
    for name in files:
        write(tools, name, name.encode())
    os.symlink("z", os.path.join(tools.folder, "top/link"))
    os.symlink("..", os.path.join(tools.folder, "top/b/up"))
    os.mkfifo(os.path.join(tools.folder, "top/pipe"))
    want = b"".join(
        hashlib.sha256(name.encode()).hexdigest().encode() +
        f"  {name}\n".encode() for name in
        ("top/.h", "top/a/1", "top/a/2", "top/b/4", "top/b/c/3", "top/z"))
    for words in (["-r", "top"], ["--recursive", "top/"]):
        done = rill_sum(tools, *words)
        assert (done.returncode, done.stderr) == (0, b""), done
        assert done.stdout == want, done
    done = rill_sum(tools, "-r", cwd=os.path.join(tools.folder, "top/a"))
    assert [line.split()[-1] for line in done.stdout.splitlines()] == [
        b"./1", b"./2"], done
    done = rill_sum(tools, "-r", "top/z", "missing", "top/a")
    assert done.returncode == 1 and done.stdout.count(b"\n") == 3, done
    assert done.stderr == b"rill-sum: missing: No such file or directory\n"
    made = rill_sum(tools, "-r", "top").stdout
    assert rill_sum(tools, "-c", "--quiet", data=made).returncode == 0


def test_output_that_cannot_be_written(tools):
    write(tools, "f", b"abc")
    sums = rill_sum(tools, "f").stdout
    for words, data in ((["f"], b""), (["-c"], sums), (["--help"], b""),
                        (["--version"], b"")):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([program(tools), *words], input=data,
                                  stdout=full, stderr=subprocess.PIPE,
                                  cwd=tools.folder, timeout=LIMIT, check=False)
        assert done.returncode == 1, (words, done)
        assert b"No space left on device" in done.stderr, (words, done)


def test_a_pipe_that_ends(tools):
    names = ["f"] * 50_000
    write(tools, "f", b"abc")
    for action in (signal.SIG_DFL, signal.SIG_IGN):
        reads, writes = os.pipe()
        child = subprocess.Popen(
            [program(tools), *names], stdout=writes, stderr=subprocess.PIPE,
            cwd=tools.folder,
            preexec_fn=lambda way=action: signal.signal(signal.SIGPIPE, way))
        os.close(writes)
        first = os.read(reads, 64)
        os.close(reads)
        said = child.communicate(timeout=LIMIT)[1]
        assert first == hashlib.sha256(b"abc").hexdigest().encode()
        if action == signal.SIG_IGN:
            # No message reports a closed standard output.
            assert (child.returncode, said) == (1, b""), said
        else:
            assert child.returncode == -signal.SIGPIPE, child.returncode


CUTTING = r"""
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>
// The third read of a file that is not empty cuts it.
ssize_t read(int from, void* to, size_t size) {
  static ssize_t (*next)(int, void*, size_t);
  static int calls;
  if (!next) next = (ssize_t(*)(int, void*, size_t))dlsym(RTLD_NEXT, "read");
  if (size > 100000 && ++calls == 3) (void)!truncate(getenv("CUT"), 300000);
  return next(from, to, size);
}
"""


def test_a_file_that_becomes_shorter(tools):
    compiler = tools.need("gcc")
    source = write(tools, "cut.c", b"#define _GNU_SOURCE\n" + CUTTING.encode())
    library = os.path.join(tools.folder, "cut.so")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source,
                    "-ldl"], check=True)
    path = write(tools, "shrinks", b"x" * 1_000_000)
    made = subprocess.run(
        [program(tools), path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=dict(os.environ, LD_PRELOAD=library, CUT=os.fsdecode(path)),
        timeout=LIMIT, check=False)
    assert made.returncode == 1 and made.stdout == b"", made
    assert made.stderr == (
        b"rill-sum: hash " + path + b": the file became shorter while it was "
        b"read: it had 1000000 bytes, and ends after 300000\n"), made


def test_names_hold_no_order(tools):
    """Control characters are shown as escapes in messages."""
    name = b"a b\x1b[2J\nok\xff"
    digits = b"0" * 64
    for words, data in (([name], b""), (["-c", name], b""),
                        ([b"--" + name], b""), (["-a", name], b""),
                        (["-c"], digits + b"  x\x1b[2J\n")):
        done = rill_sum(tools, *words, data=data)
        assert done.returncode == 1, done
        assert b"\\x1b[2J" in done.stderr.lower().replace(b"2j", b"2J"), done
        assert b"\x1b" not in done.stderr and b"\xff" not in done.stderr, done


def at_terminal(tools, command, which, data=b""):
    """The standard output or error that a program wrote to a terminal."""
    ours, theirs = pty.openpty()
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL,
               which: theirs}
    child = subprocess.Popen(command, stdin=subprocess.PIPE, cwd=tools.folder,
                             **streams)
    os.close(theirs)
    child.stdin.write(data)
    child.stdin.close()
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
    child.wait(LIMIT)
    return said


def test_progress_at_a_terminal(tools):
    small = write(tools, "small", b"small")
    large = write(tools, "large", b"")
    os.truncate(large, 2 << 30)  # a sparse file; MD5 takes 1.2 s for 1 GiB
    assert at_terminal(tools, [program(tools), small], "stderr") == b""
    said = at_terminal(tools, [program(tools), "-a", "md5", large], "stderr")
    assert b" of 2.0 GiB, " in said, said
    assert said.endswith(b"\r\x1b[K") and b"\n" not in said, said
    done = rill_sum(tools, large)
    assert done.stderr == b"", done


def test_names_at_a_terminal(tools):
    name = b"x\x1b[2J"
    write(tools, name, b"abc")
    line = rill_sum(tools, name).stdout
    shown = at_terminal(tools, [program(tools), "-c"], "stdout", line)
    assert shown == b"x\\x1b[2J: OK\r\n", shown
    assert rill_sum(tools, "-c", data=line).stdout == name + b": OK\n"
