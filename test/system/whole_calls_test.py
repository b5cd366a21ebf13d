"""Several processes and threads print to one file or pipe: a full buffer is
written in whole calls, so that no line is cut."""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(__file__))
import watching  # noqa: E402

COUNT = 40000

PROGRAM = """
#include <rill/rill.h>

#include <string>
#include <thread>

template <class Out>
void print_lines(Out&& out, std::string const& name, bool in_one_write) {
  std::string const many(50, name[0]);
  for (int i = 0; i != 40000; ++i)
    if (in_one_write)
      out.write(rill::concat(name, ' ', i, ' ', many, '\\n'));
    else
      rill::println(out, name, ' ', i, ' ', many);
}

// The names are those of the lines: one for each thread.
int main(int count, char** words) {
  std::string const kind = words[1];
  if (kind == "out" || kind == "write")
    return print_lines(rill::out(), words[2], kind == "write"), 0;
  rill::file_view const shared(1, "standard output");
  std::size_t const size = kind == "small" ? 4096 : 131072;
  std::thread one([&] {
    print_lines(rill::borrowed_writer(shared, size), words[2], false);
  });
  print_lines(rill::borrowed_writer(shared, size), words[count - 1], false);
  one.join();
}
"""


def check(data, names):
    """Each name's lines are complete and in their order."""
    lines = data.split(b"\n")
    assert lines.pop() == b""
    next_of = dict.fromkeys(names, 0)
    for line in lines:
        parts = re.fullmatch(rb"([a-z]) (\d+) \1{50}", line)
        assert parts, line
        name = parts[1].decode()
        assert next_of[name] == int(parts[2]), line
        next_of[name] += 1
    assert next_of == dict.fromkeys(names, COUNT)


def command(tools, *words):
    return [tools.compile(PROGRAM, flags=("-O1", "-pthread"), name="shared"),
            *words]


def into_file(tools, mode, commands, names):
    path = os.path.join(tools.folder, "out")
    with open(path, mode) as out:
        all_of_them = [watching.start(one, stdout=out) for one in commands]
        for one in all_of_them:
            assert one.wait(watching.LIMIT) == 0
    with open(path, "rb") as file:
        check(file.read(), names)
    os.remove(path)


def test_four_processes_and_one_file(tools):
    for mode in "ab", "wb":  # two ends of the file, or one position
        for kind in "out", "write":
            four = [command(tools, kind, name) for name in "abcd"]
            into_file(tools, mode, four, "abcd")


def test_two_threads_and_one_file(tools):
    for mode in "ab", "wb":
        into_file(tools, mode, [command(tools, "threads", "a", "b")], "ab")


def test_one_pipe(tools):
    """The kernel keeps 4,096 bytes together in a pipe."""
    for commands in (
            [command(tools, "out", name) for name in "ab"],
            [command(tools, "write", name) for name in "ab"],
            [command(tools, "small", "a", "b")]):
        reading, writing = os.pipe()
        small = {"RILL_STDOUT": "4K"}
        all_of_them = [watching.start(one, stdout=writing, environment=small)
                       for one in commands]
        os.close(writing)
        with open(reading, "rb") as pipe:
            data = pipe.read()
        for one in all_of_them:
            assert one.wait(watching.LIMIT) == 0
        check(data, "ab")


def test_a_pipe_gets_no_more_than_it_holds(tools):
    """A larger write would always be cut."""
    done, log = tools.strace(command(tools, "out", "a"), "write,writev")
    check(done.out, "a")
    sizes = [one.result for one in watching.calls(log)]
    assert max(sizes) <= 65536, sizes
