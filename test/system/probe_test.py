"""RILL_USDT=1: readelf shows the notes of the probes, and gdb reads the values
at them. Without the macro there are none."""

import os
import re
import shutil
import subprocess

ON = "-DRILL_USDT=1"
PROGRAM = """
#include <rill/rill.h>
int main() {
  int n = 0;
  rill::scan(n);
  rill::println("Hello, ", n);
  rill::flush();
  for (int i = 0; i != 3; ++i) rill::eprintln("said ", i);
  rill::println(rill::out(), 1.5);
}
"""
# How the notes describe a value's place: a register, memory, or a constant.
PLACES = {
    "x86_64": r"%[a-z0-9]+|-?\d*\(%[a-z0-9]+\)|\$-?\d+",
    "aarch64": r"[wx][0-9]+|\[sp, \d+\]|\[x[0-9]+(, \d+)?\]|-?\d+",
}


def notes(tools, path):
    """[(name, arguments)] of the probes of a program."""
    done = subprocess.run([tools.need("readelf"), "-n", path],
                          check=True, capture_output=True, text=True)
    found = re.findall(r"NT_STAPSDT.*\n\s+Provider: rill\n\s+Name: (\w+)\n"
                       r"\s+Location: (0x[0-9a-f]+), Base: (0x[0-9a-f]+), "
                       r"Semaphore: 0x0+\n\s+Arguments: (.*)", done.stdout)
    for _, location, base, _ in found:
        assert int(location, 16) != 0 and int(base, 16) != 0, done.stdout
    assert len(found) == done.stdout.count("NT_STAPSDT"), done.stdout
    return [(name, arguments) for name, _, _, arguments in found]


def check(tools, path, machine):
    found = notes(tools, path)
    assert {name for name, _ in found} == {"fill", "drain"}, found
    place = f"({PLACES[machine]})"
    for name, arguments in found:
        assert re.fullmatch(f"-4@{place} 8@{place} -8@{place}",
                            arguments), (name, arguments)


def test_notes(tools):
    """The probes exist with both compilers, with and without optimization."""
    if os.uname().machine not in PLACES:
        tools.skip("no probes on this processor")
    for compiler in ("gcc", "clang"):
        for level in ("-O0", "-O2"):
            check(tools, tools.compile(PROGRAM, flags=(level, ON),
                                       name="probes", compiler=compiler),
                  os.uname().machine)


def test_notes_of_aarch64(tools):
    cross = tools.need("aarch64-linux-gnu-g++")
    source = os.path.join(tools.folder, "probes.cpp")
    with open(source, "w") as file:
        file.write(PROGRAM)
    for level in ("-O0", "-O2"):
        path = os.path.join(tools.folder, "probes" + level)
        subprocess.run([cross, "-std=c++20", level, ON, "-I",
                        os.path.join(tools.root, "include"), source, "-o",
                        path], check=True)
        check(tools, path, "aarch64")


def test_two_units(tools):
    """For merged functions the linker keeps the notes of one of them."""
    path = os.path.join(tools.folder, "two")
    first, second = (os.path.join(tools.folder, n) for n in ("1.cpp", "2.cpp"))
    with open(first, "w") as file:
        file.write(PROGRAM + "void more();\n")
    with open(second, "w") as file:
        file.write(PROGRAM.replace("main()", "more()").replace("int more",
                                                                "void more"))
    common = ["g++", "-std=c++20", "-O0", ON, "-I",
              os.path.join(tools.root, "include")]
    tools.need("g++")
    subprocess.run([*common, first, "-o", path], check=True)
    alone = notes(tools, path)
    subprocess.run([*common, first, second, "-o", path], check=True)
    assert sorted(notes(tools, path)) == sorted(alone)
    assert tools.run(path, b"7\n").out == b"Hello, 7\n1.5\n"


def test_off(tools):
    """Without the macro there is no note, no section and no extra instruction.
    """
    plain = tools.compile(PROGRAM, flags=("-O2",), name="probes")
    assert notes(tools, plain) == []
    with open(plain, "rb") as file:
        assert b"stapsdt" not in file.read()


def values(tools, built, probe, stdin):
    """What gdb reads at each hit of a probe: [(handle, asked, result)]."""
    source = os.path.join(tools.folder, "input")
    with open(source, "wb") as file:
        file.write(stdin)
    script = os.path.join(tools.folder, "script")
    with open(script, "w") as file:
        file.write(f"""set breakpoint pending off
set debuginfod enabled off
break -probe-stap rill:{probe}
commands
silent
printf "hit %d %lu %ld\\n", $_probe_arg0, $_probe_arg1, $_probe_arg2
continue
end
run < {source} > /dev/null 2> /dev/null
""")
    done = tools.run([shutil.which("gdb"), "-batch", "-nx", "-x", script,
                      built])
    text = done.out.decode() + done.err.decode()
    if "ptrace" in text or "Could not trace" in text:
        tools.skip("gdb: not allowed here")
    assert "exited normally" in text, text
    return [tuple(map(int, hit)) for hit in
            re.findall(r"^hit (-?\d+) (\d+) (-?\d+)$", text, re.M)]


def test_gdb(tools):
    """gdb lists the probes, and stops at them with the three values."""
    tools.need("gdb")
    for level in ("-O0", "-O2"):
        built = tools.compile(PROGRAM, flags=(level, ON), name="probes")
        listed = tools.run(["gdb", "-batch", "-nx", "-ex",
                            "info probes stap rill", built]).out.decode()
        if "No probes" in listed and notes(tools, built):
            tools.skip("gdb: built without probes")
        assert re.search(r"stap +rill +drain +0x", listed), listed
        assert re.search(r"stap +rill +fill +0x", listed), listed
        drains = values(tools, built, "drain", b"7\n")
        assert drains == [(1, 9, 9), (2, 7, 7), (2, 7, 7), (2, 7, 7),
                          (1, 4, 4)], drains
        ((handle, asked, result),) = values(tools, built, "fill", b"7\n")
        assert (handle, result) == (0, 2) and asked in (0, 65536)
