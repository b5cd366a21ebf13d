"""Two files of a program see different hooks, names and leaves of the same
types. Each prints and scans what it sees, in both orders of linking."""

SOURCE = "test/system/programs/sight.cpp"
BARE = b"""\
red
a red point{1, 2} 7
all{red, [point{1, 2}, point{3, 4}], pair{5, 6}, (tone(1000), nibble{11})}
tree{green, [tree{red, []}]} {1: red} [red, green]
all{red, [point{1, 2}, point{3, 4}], pair{5, 6}, (tone(1000), nibble{11})}
point{1, 2}; point{3, 4} red-green
   redpoint{1, 2} point{1, 2}red
1 2
3 4
red
green
green
red,"point{1, 2}"
red, point{1, 2}
redpoint{1, 2}green point{1, 2} 3
redpoint{1, 2}greenred [point{1, 2}]
point{1, 2}red
redpoint{1, 2}
0 3 4
2 4
0 7
0
0
"""
DRESSED = b"""\
stop
a stop <1|2> 7
all{stop, [<1|2>, <3|4>], pair{a: 5, b: 6}, (low, b)}
tree{go, [tree{stop, []}]} {1: stop} [stop, go]
all{stop, [<1|2>, <3|4>], pair{a: 5, b: 6}, (low, b)}
<1|2>; <3|4> stop-go
  stop<1|2> <1|2>stop
<1|2>
<3|4>
stop
go
go
stop,<1|2>
stop, <1|2>
stop<1|2>go <1|2> 4
stop<1|2>gostop [<1|2>]
<1|2>stop
stop<1|2>
0 3 4
2 4
0 7
0
0
"""
# Without a display, rill::box prints to standard error.
NO_DISPLAY = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}
BARE_BOXES = b"box: redpoint{1, 2}\nred\n"
DRESSED_BOXES = b"box: stop<1|2>\nstop\n"


def check(tools, compiler, bare, dressed, flags=()):
    files = [tools.compile(SOURCE, compiler=compiler,
                           flags=(*own, f"-DRILL_TEST_FILE={number}", "-c"))
             for number, own in ((1, bare), (2, dressed))]
    for order in (files, files[::-1]):
        program = tools.compile(SOURCE, compiler=compiler, flags=(
            "-DRILL_TEST_FILE=0", *order, *flags))
        done = tools.run(program, environment=NO_DISPLAY)
        assert done.status == 0, done
        assert done.out == BARE + DRESSED, done.out.decode()
        assert done.err == BARE_BOXES + DRESSED_BOXES, done.err.decode()


def test_unoptimised(tools):
    check(tools, "gcc", ("-O0",), ("-O0",))


def test_optimised(tools):
    check(tools, "gcc", ("-O2",), ("-O2",))


def test_clang(tools):
    check(tools, "clang", ("-O0",), ("-O0",))


def test_optimised_clang(tools):
    check(tools, "clang", ("-O2",), ("-O2",))


def test_mixed_levels(tools):
    """The linker keeps the functions of the first file, which are optimised or
    not."""
    check(tools, "gcc", ("-O0",), ("-O2",))
    check(tools, "clang", ("-O2",), ("-O0",))


def test_compiled_library(tools):
    # Two arguments: as one, the flag would also add the library to an object.
    uses_library = ("-O1", "-D", "RILL_COMPILED=1")
    check(tools, "gcc", uses_library, uses_library, ("-DRILL_COMPILED=1",))


test_optimised_clang.slow = True
test_mixed_levels.slow = True
