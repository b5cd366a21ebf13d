"""Two files of a program see different hooks, names and leaves of the same
types. Each prints, scans, writes and reads what it sees, in both orders of
linking."""

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
01000200
03000400
01010002000103000400
0100020001030004000105000600
0e0e09010011020000170106090300110400001e0e09050011060000000000
01010002000300040007000000
016101000200
03000400010100020089726c7201000000d90f1c360400000000000000b672f21f0100020091\
d167b289726c72010100000000000009000000000000009fd2aa5b0e09030011040000004fb1\
db4f
0101000200
0e16090100110200000000
true true
016101000200
0f0106086116090100110200000000
true true
0101000200
0f01060901001102000000
true true
0100020001000200
0f0206090100110200000901001102000000
true true
0101000200
0f01060901001102000000
true true
0300040003000400
0f0206090300110400000903001104000000
true true
030004000101000200
0e0e09030011040000160e09010011020000000000
true true
0e09010011020000160903001104000000
true
12 12
1 1
1
1
135
truetrue
12 12 1
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
02000100
04000300
01020001000104000300
0200010001040003000106000500
0e0e09020011010000170106090400110300001e0e09060011050000000000
01020001000400030007000000
016102000100
04000300010200010089726c720100000057370ced040000000000000093b8bd9b0200010031\
f0a2e489726c72010100000000000009000000000000009fd2aa5b0e09040011030000000cb9\
3e4b
0102000100
0e16090200110100000000
true true
016102000100
0f0106086116090200110100000000
true true
0102000100
0f01060902001101000000
true true
0200010002000100
0f0206090200110100000902001101000000
true true
0102000100
0f01060902001101000000
true true
0400030004000300
0f0206090400110300000904001103000000
true true
040003000102000100
0e0e09040011030000160e09020011010000000000
true true
0e09020011010000160904001103000000
false
21 21
2 2
2
2
135
falsefalse
21 21 2
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
    check(tools, "gcc", ("-O1",), ("-O1",))


def test_optimised_more(tools):
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


test_optimised_more.slow = True
test_optimised_clang.slow = True
test_mixed_levels.slow = True
