"""Styles and terminals: escape sequences are written to terminals and only
there."""

import fcntl
import os
import struct
import subprocess
import sys
import termios

sys.path.insert(0, os.path.dirname(__file__))
import watching  # noqa: E402
from watching import expect, run_into  # noqa: E402

SOURCE = "test/system/programs/style.cpp"

# The settings of the user who runs the tests must not matter; an empty value
# counts as unset.
QUIET = {"NO_COLOR": "", "CLICOLOR_FORCE": "", "FORCE_COLOR": "",
         "CLICOLOR": "", "COLUMNS": "", "LINES": "", "TERM": "xterm"}


def styles(tools, *words, flags=("-O1",)):
    return [tools.compile(SOURCE, flags=flags), *map(str, words)]


def bare(tools, *words):
    """Also without exceptions and without RTTI."""
    return styles(tools, *words,
                  flags=("-O1", "-fno-exceptions", "-fno-rtti"))


def portable(tools, *words):
    return styles(tools, *words, flags=("-O1", "-DRILL_PORTABLE_LIBC=1"))


BUILDS = (styles, bare, portable)

OUT = ("print", "text", "stdout", "out", "cout", "view", "dup")
ERR = ("eprint", "stderr", "err", "cerr")


def lines(names, styled):
    """The expected text of one line, written by hand."""
    text = b""
    for name in names:
        if name == "text":
            text += b"text 1 \x1b[34m2\x1b[0m\n" if styled else b"text 1 2\n"
        elif styled:
            text += (b"\x1b[31m" + name.encode() +
                     b"<\x1b[1m7\x1b[0;31m>\x1b[0m\n")
        else:
            text += name.encode() + b"<7>\n"
    return text


def set_to(**values):
    return {"environment": dict(QUIET, **values)}


def test_terminal_and_pipe(tools):
    """Standard output is a terminal, standard error a pipe: each is checked by
    itself."""
    for build in BUILDS:
        command = build(tools, "everywhere")
        expect(watching.at_terminal(command, **set_to()),
               out=lines(OUT, True), err=lines(ERR, False))
        done = subprocess.run(command, capture_output=True,
                              env=dict(os.environ, **QUIET), check=True)
        assert done.stdout == lines(OUT, False), done
        assert done.stderr == lines(ERR, False), done


def with_error_at_terminal(command, **options):
    """Standard output is a pipe, standard error a terminal."""
    swapped = ["sh", "-c", 'exec "$@" 3>&1 1>&2 2>&3', "sh", *command]
    seen = watching.at_terminal(swapped, **options)
    return watching.Seen(seen.status, seen.err, seen.out)


def test_error_alone_at_terminal(tools):
    for build in BUILDS:
        expect(with_error_at_terminal(build(tools, "everywhere"), **set_to()),
               out=lines(OUT, False), err=lines(ERR, True))


def test_environment_says_no(tools):
    command = styles(tools, "everywhere")
    for setting in ({"NO_COLOR": "1"}, {"NO_COLOR": "0"}, {"CLICOLOR": "0"},
                    {"TERM": "dumb"}, {"TERM": ""},
                    {"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}):
        expect(watching.at_terminal(command, **set_to(**setting)),
               out=lines(OUT, False), err=lines(ERR, False))
    expect(watching.at_terminal(["env", "-u", "TERM", *command], **set_to()),
           out=lines(OUT, False), err=lines(ERR, False))


def test_environment_says_yes(tools):
    """The settings apply to standard output and standard error, whatever they
    are, but not to a duplicate of their descriptors, which is an ordinary
    file."""
    named = tuple(name for name in OUT if name != "dup")
    wanted = lines(named, True) + lines(("dup",), False)
    command = styles(tools, "everywhere")
    for setting in ({"CLICOLOR_FORCE": "1"}, {"FORCE_COLOR": "1"},
                    {"CLICOLOR_FORCE": "1", "CLICOLOR": "0"},
                    {"CLICOLOR_FORCE": "1", "TERM": "dumb"}):
        done = subprocess.run(command, capture_output=True, check=True,
                              env=dict(os.environ, **dict(QUIET, **setting)))
        assert done.stdout == wanted, (setting, done)
        assert done.stderr == lines(ERR, True), (setting, done)
    for setting in ({"CLICOLOR_FORCE": "0"}, {"FORCE_COLOR": "0"},
                    {"CLICOLOR": "1"}):
        done = subprocess.run(command, capture_output=True, check=True,
                              env=dict(os.environ, **dict(QUIET, **setting)))
        assert done.stdout == lines(OUT, False), (setting, done)


def test_closed_streams(tools):
    """A closed descriptor is not queried."""
    for closed in (1, 2):
        seen = run_into("/dev/null", styles(tools, "modes"),
                        close=(closed,), **set_to())
        assert seen.status >= 0, seen


def test_files_of_the_program(tools):
    """A file gets styles if it is a terminal, whatever standard output is and
    whatever the settings for it are."""
    names = ("writer", "file", "FILE")
    for build in BUILDS:
        ours, theirs = os.openpty()
        modes = termios.tcgetattr(theirs)
        modes[1] &= ~termios.OPOST
        termios.tcsetattr(theirs, termios.TCSANOW, modes)
        done = subprocess.run(build(tools, "files", os.ttyname(theirs)),
                              capture_output=True, check=True,
                              env=dict(os.environ, **QUIET))
        assert done.stdout + done.stderr == b"", done
        wanted = lines(names, True)
        assert watching.wait_for(ours, wanted) == wanted
        os.close(theirs)
        os.close(ours)
        path = os.path.join(tools.folder, "plain")
        subprocess.run(build(tools, "files", path), check=True,
                       env=dict(os.environ, **dict(QUIET, CLICOLOR_FORCE="1")))
        with open(path, "rb") as file:
            assert file.read() == lines(names, False)
        os.remove(path)


def test_override(tools):
    """The program's setting overrides the environment, and the mode of a sink
    or a value overrides both."""
    for build in BUILDS:
        command = build(tools, "modes")
        value = lines(("value",), True)
        for setting, is_styled in (({}, True), ({"NO_COLOR": "1"}, False)):
            expect(watching.at_terminal(command, **set_to(**setting)),
                   out=lines(("before",), is_styled) +
                   lines(("always",), True) + lines(("again",), is_styled) +
                   lines(("with",), False) + value,
                   err=lines(("never",), False))
        seen = with_error_at_terminal(command, **set_to(CLICOLOR_FORCE="1"))
        expect(seen, out=lines(("before", "always", "again"), True) +
               lines(("with",), False) + value, err=lines(("never",), False))


def test_one_write_for_each_line(tools):
    """A styled line to standard error is one system call, and so is one to a
    terminal."""
    for build in (styles, bare):
        done, log = tools.strace(
            ["env", "CLICOLOR_FORCE=1", "NO_COLOR=",
             *build(tools, "everywhere")], "write,writev")
        written = [one for one in watching.calls(log, "write", "writev")
                   if one.descriptor == 2]
        assert len(written) == len(ERR), log
        assert [one.result for one in written] == [
            len(lines((name,), True)) for name in ERR], log
        assert done.err == lines(ERR, True), done


def test_asked_once(tools):
    """A thousand styled lines query the terminal only once or twice."""
    strace = tools.need("strace")
    log = os.path.join(tools.folder, "ioctl.log")
    seen = watching.at_terminal(
        [strace, "-qq", "-o", log, "-e", "trace=ioctl",
         *styles(tools, "many")], **set_to())
    assert seen.status == 0, seen
    assert seen.out.count(b"\n") == 1000
    assert seen.out.count(b"\x1b[34m") == 1000
    with open(log, encoding="utf-8") as file:
        asked = watching.calls(file.read().splitlines(), "ioctl")
    assert len(asked) <= 3, asked


def resize(descriptor, columns, rows):
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ,
                struct.pack("HHHH", rows, columns, 0, 0))


def test_window(tools):
    """The size is that of the window at the time of the call."""
    ours, theirs = os.openpty()
    modes = termios.tcgetattr(theirs)
    modes[1] &= ~termios.OPOST
    termios.tcsetattr(theirs, termios.TCSANOW, modes)
    program = watching.start(styles(tools, "sizes"), stdin=subprocess.PIPE,
                             stdout=theirs, **set_to(COLUMNS="7"))
    try:
        for columns, rows in ((80, 24), (132, 43), (1, 1), (0, 24)):
            resize(ours, columns, rows)
            program.stdin.write(b"now\n")
            program.stdin.flush()
            wanted = b"now %d %d\n" % (columns or 7, rows)
            assert watching.wait_for(ours, b"\n") == wanted
        program.stdin.close()
        assert program.wait(watching.LIMIT) == 0
    finally:
        program.kill()
        program.wait()
        os.close(theirs)
        os.close(ours)


def test_size_of_the_first_terminal(tools):
    """The size is found also if standard output is not the terminal."""
    command = styles(tools, "size")
    ours, theirs = os.openpty()
    resize(ours, 91, 37)
    for streams in ({"stdin": theirs}, {"stderr": theirs}):
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True,
                              env=dict(os.environ, **QUIET),
                              **{"stdin": subprocess.DEVNULL,
                                 "stderr": subprocess.DEVNULL, **streams})
        assert done.stdout == b"91 37\n", done
    os.close(theirs)
    os.close(ours)
    for values, wanted in (({}, b"measure terminal: "),
                           ({"COLUMNS": "66"}, b"66 0\n"),
                           ({"COLUMNS": "66", "LINES": "5"}, b"66 5\n")):
        done = subprocess.run(command, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, check=True,
                              stderr=subprocess.DEVNULL,
                              env=dict(os.environ, **dict(QUIET, **values)))
        assert done.stdout.startswith(wanted), done


def test_is_terminal(tools):
    command = styles(tools, "terminals")
    expect(watching.at_terminal(command), out=b"false true false\n")
    expect(with_error_at_terminal(command), out=b"false false true\n")
