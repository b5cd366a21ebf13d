"""Files: buffered, unbuffered, appended to, and on a full device."""

import itertools
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import watching  # noqa: E402
from watching import run_into  # noqa: E402

SOURCE = "test/system/programs/files.cpp"


def files(tools, *words, flags=("-O1",)):
    return [tools.compile(SOURCE, flags=flags), *map(str, words)]


def quiet(tools, *words):
    return files(tools, *words, flags=("-O1", "-fno-exceptions"))


def lines(count):
    """What write_lines in the program writes."""
    parts = []
    for i in range(count):
        parts.append(b"line %d of %d\n" % (i, count))
        if i % 1000 == 999:
            parts.append(b"%c" % (97 + i % 26) * 3000 + b"\n")
    return b"".join(parts)


def test_content(tools):
    path = os.path.join(tools.folder, "out")
    for build in (files, quiet):
        for kind in ("closed", "left", "synced", "unbuffered", "stdio",
                     "stdio_append", "stdio_update", "stdio_unflushed",
                     "thrown"):
            if build is quiet and kind == "thrown":
                continue
            if os.path.exists(path):
                os.remove(path)
            seen = tools.run(build(tools, kind, path, 2500))
            assert seen.status == 0, (kind, seen)
            assert seen.err == (b"caught\n" if kind == "thrown" else b"")
            with open(path, "rb") as file:
                assert file.read() == lines(2500), kind


def test_full_device(tools):
    """A program that calls close() gets the error. Otherwise the destructor
    prints a line on standard error and the status is 1, also during stack
    unwinding."""
    reason = b"write /dev/full: No space left on device\n"
    name = os.path.basename(files(tools)[0]).encode()
    for count in (1, 100000):
        for kind in ("closed", "synced", "unbuffered"):
            seen = tools.run(files(tools, kind, "/dev/full", count))
            assert seen.status == 2, (kind, count, seen)
            assert seen.err == b"told: " + reason, (kind, count, seen)
        seen = tools.run(files(tools, "stdio", "/dev/full", count))
        assert seen.status == 2, seen
        assert seen.err == (b"told: write a FILE: No space left on device\n")
        seen = tools.run(files(tools, "stdio_update", "/dev/full", count))
        assert seen.status == 2, seen
    # The destructor does not report an error again that a call has reported.
    seen = tools.run(files(tools, "left", "/dev/full", 1))
    assert (seen.status, seen.err) == (1, name + b": " + reason), seen
    seen = tools.run(files(tools, "left", "/dev/full", 100000))
    assert (seen.status, seen.err) == (2, b"told: " + reason), seen
    seen = tools.run(files(tools, "thrown", "/dev/full", 1))
    assert (seen.status, seen.err) == (
        1, name + b": " + reason + b"caught\n"), seen


def test_names_from_outside(tools):
    """The names of the program and of the file send no control sequence to a
    terminal, and forge no line."""
    name = b"a b:\x1b[31m\nok\xff\xe2\x80\xae"
    shown = b"a b:\\x1b[31m\\nok\\xff\\u{202e}"
    folder = os.fsencode(tools.folder)
    for build in files, quiet:
        program = os.path.join(folder, name)
        os.symlink(os.fsencode(build(tools)[0]), program)
        seen = tools.run([program, "left", "/dev/full", "1"])
        assert seen.status == 1 and seen.err == (
            shown + b": write /dev/full: No space left on device\n"), seen
        os.remove(program)
    path = os.path.join(folder, b"none", name)
    seen = tools.run(files(tools, "closed")[:1] + ["closed", path, "1"])
    assert b"\n" not in seen.err[:-1] and shown + b": No such" in seen.err, seen


def test_full_device_without_exceptions(tools):
    reason = b"write /dev/full: No space left on device\n"
    name = os.path.basename(quiet(tools)[0]).encode()
    for count in (1, 100000):
        for kind in ("closed", "left", "synced", "unbuffered"):
            seen = tools.run(quiet(tools, kind, "/dev/full", count))
            assert seen.status == 1, (kind, count, seen)
            assert seen.err == name + b": " + reason, (kind, count, seen)


def test_two_programs_append(tools):
    """Lines of two programs that append to one file are not torn."""
    path = os.path.join(tools.folder, "log")
    count = 20000
    command = files(tools, "append", path, count, 4096)
    both = [watching.start(command) for _ in range(2)]
    assert [one.wait(watching.LIMIT) for one in both] == [0, 0]
    seen = [0] * count
    with open(path, "rb") as file:
        for line in file:
            number, size, text = line.split(b" ")
            assert text == b"x" * int(size) + b"\n", line
            assert int(size) == 20 + int(number) * 7 % 180, line
            seen[int(number)] += 1
    assert seen == [2] * count


def test_append_writes_whole_lines(tools):
    path = os.path.join(tools.folder, "log")
    done, log = tools.strace(files(tools, "append", path, 2000, 4096),
                             "write,writev", options=["-P", path])
    assert done.status == 0, done
    made = watching.calls(log)
    with open(path, "rb") as file:
        data = file.read()
    end = 0
    for one in made:
        end += one.result
        assert data[end - 1:end] == b"\n", one
        assert one.result <= 4096, one
    assert end == len(data)
    assert len(made) <= len(data) // 3800 + 2, len(made)


def test_threads(tools):
    """A locked<file_writer>: the lines of eight threads are not torn."""
    path = os.path.join(tools.folder, "out")
    count = 20000
    seen = tools.run(files(tools, "threads", path, count, 4096))
    assert (seen.status, seen.err) == (0, b""), seen
    next_line = [0] * 8
    with open(path, "rb") as file:
        for line in file:
            words = line.split()
            thread, number = int(words[1]), int(words[4])
            assert line == b"thread %d has line %d of %d\n" % (
                thread, number, count), line
            assert number == next_line[thread], line
            next_line[thread] += 1
    assert next_line == [count] * 8


def test_threads_on_a_full_device(tools):
    """The lock is released when a print throws: no other thread waits for
    ever."""
    seen = tools.run(files(tools, "threads", "/dev/full", 1), limit=10)
    assert seen.status == 2, seen
    assert seen.err == (
        b"told: write /dev/full: No space left on device\n"), seen


def test_far(tools):
    """Offsets above 4 GiB, and more than 2 GiB in one call."""
    path = os.path.join(tools.folder, "out")
    done, log = tools.strace(files(tools, "far", path, 0), "write,writev",
                             options=["-P", "/dev/null"])
    assert (done.status, done.out) == (0, b"x 1 0\n"), done
    assert os.path.getsize(path) == (5 << 30) + 1
    moved = [one.result for one in watching.calls(log)]
    assert sum(moved) == 2 * (3 << 30) + len(b"before  behind"), moved
    assert max(moved) <= 0x7FFFF000, moved


def test_no_handle_is_inherited(tools):
    path = os.path.join(tools.folder, "out")
    seen = tools.run(files(tools, "handles", path, 0))
    assert seen.status == 0, seen
    assert seen.out == b"0\n1\n2\n3\n", seen  # 3: what ls itself opened


def test_block_writes(tools):
    """A buffered file is written in whole calls, when the buffer is full."""
    path = os.path.join(tools.folder, "out")
    done, log = tools.strace(files(tools, "closed", path, 20000, 16384),
                             "write,writev", options=["-P", path])
    assert done.status == 0, done
    sizes = [one.result for one in watching.calls(log)]
    ends = list(itertools.accumulate(sizes))
    text = lines(20000)
    assert ends[-1] == len(text)
    assert all(text[end - 1:end] == b"\n" for end in ends), sizes
    assert max(sizes) <= 16384, sizes
    assert len(sizes) <= sum(sizes) // 12288 + 1, sizes


def test_unbuffered_print_is_one_call(tools):
    path = os.path.join(tools.folder, "out")
    count = 20
    for kind, size in (("unbuffered", None), ("texts", None)):
        done, log = tools.strace(files(tools, kind, path, count),
                                 "write,writev", options=["-P", path])
        assert done.status == 0, done
        made = watching.calls(log)
        assert len(made) == count, (kind, len(made))
    with open(path, "rb") as file:
        assert file.read() == b"".join(
            b"%d" % i + b"a" * 500 + b" " + b"b" * 5000 + b"x" + b"c" * 100 +
            b"%d end of %d\n" % (-i, count) for i in range(count))


def test_slow_pipe(tools):
    """rill waits for a non-blocking FIFO that is full."""
    for kind in ("closed", "unbuffered", "stdio"):
        for build in (files, quiet):
            command = build(tools, kind, "/dev/stdout", 30000)
            seen = watching.into_slow_pipe(command, pause=0.01)
            assert (seen.status, seen.err) == (0, b""), (kind, seen)
            assert seen.out == lines(30000), (kind, len(seen.out))


def test_size_limit(tools):
    import signal
    path = os.path.join(tools.folder, "out")
    for kind in ("closed", "unbuffered", "stdio"):
        seen = run_into(os.devnull, files(tools, kind, path, 3000),
                        file_limit=10000, ignore=[signal.SIGXFSZ])
        assert seen.status == 2 and b"File too large" in seen.err, seen
        with open(path, "rb") as file:
            assert file.read() == lines(3000)[:10000], kind


RECOVERY = r"""
#include <rill/rill.h>
#include <rill/stdio.h>
#include <signal.h>
#include <sys/resource.h>

#include <string>

void limit(rlim_t size) {
  rlimit r{size, RLIM_INFINITY};
  setrlimit(RLIMIT_FSIZE, &r);
}

struct hooked {
  int value;
  friend void rill_print(auto& out, hooked const& h) {
    out('<', h.value);
    out('>');
  }
};

template <class Out>
void print_line(Out& out, int i) {
  if (i % 2 == 0)
    rill::println(out, "line ", i, " with a text of some forty letters ", i);
  else
    rill::println(out, "line ", i, hooked{i}, " has a hook ", hooked{i}, i);
}

template <class Out, class Unlocked>
void print_all(Out& out, Unlocked& inner, rlim_t size) {
  limit(size);
  for (int i = 0; i != 60; ++i) {
    for (;;) try {
        print_line(out, i);
        break;
      } catch (rill::error const&) {
        limit(size += 700);  // there is room again
        inner.clear_error();
        inner.flush();
      }
  }
  while (!inner.try_flush()) {
    limit(size += 700);
    inner.clear_error();
  }
  inner.close();
}

int main(int, char** words) {
  signal(SIGXFSZ, SIG_IGN);
  std::string const kind = words[1];
  for (rlim_t size = 0; size < 400; size += 3) {
    ::remove(words[2]);
    if (kind == "buffered") {
      rill::file_writer out(words[2], 64);
      print_all(out, out, size);
    } else if (kind == "appended") {
      auto out = rill::file_writer::append(words[2], 64);
      print_all(out, out, size);
    } else if (kind == "stdio") {
      rill::c_file out(words[2], 256);
      print_all(out, out, size);
    } else {
      rill::locked<rill::file_writer> out(words[2], std::size_t{64});
      print_all(out, *rill::lock(out), size);
    }
    auto const made = rill::load(words[2]);
    rill::print(rill::text{made.data(), made.size()});
  }
}
"""


def test_recovery_gives_whole_lines(tools):
    """After a failure and flush() a line is printed again: it arrives once and
    whole."""
    lines = b"".join(
        (b"line %d<%d> has a hook <%d>%d\n" % (i, i, i, i) if i % 2 else
         b"line %d with a text of some forty letters %d\n" % (i, i))
        for i in range(60))
    program = tools.compile(RECOVERY)
    path = os.path.join(tools.folder, "recovered")
    for kind in ("buffered", "appended", "stdio", "locked"):
        seen = tools.run([program, kind, path])
        assert (seen.status, seen.err) == (0, b""), (kind, seen.err)
        assert seen.out == lines * 134, kind


def test_size_of_hello(tools):
    """A static program that prints one text is at most 14 KiB larger than one
    that calls puts."""
    flags = ("-O2", "-static", "-s")
    sizes = [os.path.getsize(tools.compile(text, flags=flags, name="hello"))
             for text in (
        '#include <rill/print.h>\nint main() { rill::print("Hello\\n"); }\n',
        '#include <stdio.h>\nint main() { puts("Hello"); }\n')]
    assert sizes[0] <= sizes[1] + 14 * 1024, sizes


def calls_of_scan(count):
    """A program with `count` calls of scan, each with its own list of types.
    """
    types = ("int", "unsigned", "long", "double", "char", "std::string",
             "unsigned long")
    lines = ["#include <rill/scan.h>", "#include <string>"]
    for number in range(count):
        chosen = [types[number // len(types) ** place % len(types)]
                  for place in range(4)]
        targets = ", ".join(f"{kind}& a{place}"
                            for place, kind in enumerate(chosen))
        lines.append(f"void f{number}({targets}) {{ rill::scan(a0, a1, "
                     "a2, a3); }")
    return "\n".join([*lines, "int main() {}", ""])


def test_size_of_a_further_scan(tools):
    """A scan of a new list of types adds a few stores and a call: the code
    that parses exists once per type."""
    sizes = []
    for count in (49, 149):
        program = tools.compile(calls_of_scan(count), name=f"scans{count}")
        listed = tools.run([tools.need("size"), "-A", program]).out.decode()
        sizes.append(sum(int(line.split()[1]) for line in listed.splitlines()
                         if line.startswith(".text")))
    assert (sizes[1] - sizes[0]) / 100 <= 150, sizes
