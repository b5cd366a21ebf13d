"""What a program was started with: Python passes arguments, names and
variables, and the program prints what rill returns."""

import os
import random
import subprocess

SOURCE = r"""
#include <rill/print.h>
#include <rill/process/program.h>
#include <rill/process/program.h>

void show(char const* what, rill::text bytes) {
  rill::print(what, " ");
  for (char const byte : bytes)
    rill::print(
        rill::zero_padded(rill::hex(static_cast<unsigned char>(byte)), 2));
  rill::println();
}

int main() {
  for (rill::text const one : rill::arguments()) show("argument", one);
  show("path", rill::program_path());
  rill::println("id ", rill::process_id());
  for (auto const& one : rill::environment::all()) {
    show("name", one.name);
    show("value", one.value);
    show("same", *rill::environment::get(one.name));
  }
}
"""


def seen(tools, arguments, environment=None, executable=None):
    """Returns the pairs that the program prints, and its process id."""
    program = tools.compile(SOURCE, name="process_program")
    started = subprocess.Popen(
        [os.fsencode(a) for a in arguments], executable=executable or program,
        env=environment or {}, stdout=subprocess.PIPE)
    out, _ = started.communicate(timeout=60)
    assert started.returncode == 0, (arguments, started.returncode)
    pairs = [line.split(b" ", 1) for line in out.splitlines()]
    return [(what.decode(), int(rest) if what == b"id" else
             bytes.fromhex(rest.decode())) for what, rest in pairs], started.pid


def of_kind(pairs, kind):
    return [rest for what, rest in pairs if what == kind]


def random_bytes(randomly, size):
    return bytes(randomly.randrange(1, 256) for _ in range(size))


def test_arguments_are_those_that_were_given(tools):
    randomly = random.Random(1)
    rows = [[b"name"], [b""], [b"", b"", b""], [b"a", b"", b"b"],
            [b"x" * 995, b"yyy"], [b"x" * 995, b"yy"], [b"x" * 995, b"y"],
            [b"x" * 131071] * 3, [b"name"] + [b""] * 3000]
    rows += [[random_bytes(randomly, randomly.choice((0, 1, 5, 300)))
              for _ in range(randomly.randrange(1, 9))] for _ in range(20)]
    for row in rows:
        pairs, _ = seen(tools, row)
        assert of_kind(pairs, "argument") == row, row[:3]


def test_path_and_number(tools):
    program = tools.compile(SOURCE, name="process_program")
    pairs, number = seen(tools, [b"other name"])
    assert of_kind(pairs, "path") == [os.fsencode(os.path.realpath(program))]
    assert of_kind(pairs, "id") == [number]
    # A long path, reached through a link.
    folder = tools.folder
    for _ in range(15):
        folder = os.path.join(folder, "d" * 200)
    os.makedirs(folder)
    long = os.path.join(folder, "program")
    os.link(program, long) if os.stat(program).st_dev == os.stat(
        folder).st_dev else subprocess.run(["cp", program, long], check=True)
    link = os.path.join(tools.folder, "link")
    os.symlink(long, link)
    pairs, _ = seen(tools, [b"name"], executable=link)
    assert of_kind(pairs, "path") == [os.fsencode(os.path.realpath(long))]


def test_variables_are_those_that_were_given(tools):
    randomly = random.Random(2)
    for count in (0, 1, 2, 10, 200):
        variables = {b"N%d" % i + random_bytes(randomly, 3).replace(
            b"=", b"_"): random_bytes(randomly, randomly.choice(
                (0, 1, 50, 2000))) for i in range(count)}
        pairs, _ = seen(tools, [b"name"], environment=variables)
        assert of_kind(pairs, "name") == list(variables)
        assert of_kind(pairs, "value") == list(variables.values())
        assert of_kind(pairs, "same") == list(variables.values())
