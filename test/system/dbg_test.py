"""rill::dbg: its text, its number of writes, and how to disable it."""

import os

SOURCE = "test/system/programs/dbg.cpp"


def lines_of(source, *texts):
    """The number of the first line with each text, searched after the previous
    one."""
    with open(source, encoding="utf-8") as file:
        lines = file.read().split("\n")
    found = []
    at = lines.index("int main(int count, char** arguments) {")
    for wanted in texts:
        at = next(i for i in range(at, len(lines)) if wanted in lines[i])
        found.append(at + 1)
        at += 1
    return found


def expected():
    (plus, twice, three, nothing, here, one, commas, angles, table, money,
     none, nested) = lines_of(
         SOURCE, "dbg(n) +=", "twice(n)", "dbg(name", "dbg()", '"here"',
         "dbg(two", "dbg(two", "dbg(n<m", "dbg(std::map", "money{5}",
         "dbg(none)", "dbg(rill::dbg")
    with open(SOURCE, encoding="utf-8") as file:
        lines = file.read().split("\n")
    first = next(i for i, l in enumerate(lines) if "dbg(n + 1)" in l) + 1
    second = next(i for i, l in enumerate(lines) if "dbg(n + 2)" in l) + 1
    pair = "two<int, long>{1, 2}"
    long_one = "".join("      1000,\n" for _ in range(19)) + "      1000\n"
    shown = [
        (plus, "n = 20"),
        (twice, "twice(n) + LIMIT = 52"),
        (three, 'name = "a\\tb"'),
        (three, "'x'"),
        (three, "LIMIT = 10"),
        (nothing, None),
        (here, '"here"'),
        (one, pair + " = 1/2"),
        # Some angles are brackets and some are operators: values are numbered
        # then.
        (commas, "#1 of " + pair + ", n<m, m> n = 1/2"),
        (commas, "#2 of " + pair + ", n<m, m> n = true"),
        (commas, "#3 of " + pair + ", n<m, m> n = true"),
        (angles, "n<m = true"),
        (angles, "m> n = true"),
        (table, "std::map<std::string, std::vector<int>>{ {\"short\", {1, 2}},"
                " {\"a long one\", std::vector<int>(20, 1000)}} = {\n"
                "  \"a long one\": [\n" +
                long_one.replace("      ", "    ") +
                "  ],\n  \"short\": [1, 2]\n}"),
        (money, "money{5} = 5 ct"),
        (none, "none = nullptr"),
        (nested, "n = 21"),
        (nested, "rill::dbg(n) + 1 = 22"),
        (first, "n + 1 = 53"),
        (second, "n + 2 = 54"),
    ]
    return "".join(f"{SOURCE}:{line}" + ("\n" if text is None
                                         else f": {text}\n")
                   for line, text in shown)


def test_texts_and_values(tools):
    done = tools.run([tools.compile(SOURCE)])
    assert done.status == 0, done
    assert done.out == b""
    err = done.err.decode().replace(os.path.join(tools.root, ""), "")
    assert err == expected(), err


def test_switched_off(tools):
    done = tools.run([tools.compile(SOURCE, ("-O1", "-DRILL_DBG=0"))])
    assert (done.status, done.out, done.err) == (0, b"", b""), done


def test_one_write(tools):
    done, calls = tools.strace([tools.compile(SOURCE), "big"], "write,writev")
    assert done.status == 0, done
    calls = [call for call in calls if "(2," in call]
    assert len(calls) == 1, calls


def test_other_macros(tools):
    program = r"""
    #include <rill/print.h>
    #define dbg(x) (x)
    #define RILL_DBG_MACRO 0
    #include <rill/debug.h>
    #define SHOW(...) \
      rill::dbg.at(__FILE__, __LINE__, #__VA_ARGS__)(__VA_ARGS__)
    int main() { return dbg(1) + SHOW(2) - 3; }
    """
    done = tools.run([tools.compile(program)])
    assert done.status == 0 and done.err.endswith(b": 2\n"), done


LEVELS = r"""
#include <rill/debug.h>
int main() {
  using rill::debug_level;
  int sum = rill::dbg(1);
  sum += rill::dbg_at(debug_level::error, 2);
  sum += rill::dbg_at(debug_level::warning, sum + 1);
  sum += rill::dbg_at(debug_level::debug, 4);
  return sum;
}
"""


def levels_printed(tools, flags=("-O1",), level=None):
    environment = dict(os.environ)
    environment.pop("RILL_DBG_LEVEL", None)
    if level is not None:
        environment["RILL_DBG_LEVEL"] = level
    done = tools.run([tools.compile(LEVELS, flags)], environment=environment)
    assert (done.status, done.out) == (11, b""), done
    shown = [line.split(b": ", 1)[1] for line in done.err.splitlines()]
    return b" | ".join(shown).decode()


def test_levels(tools):
    everything = "1 | 2 | sum + 1 = 4 | 4"
    assert levels_printed(tools) == everything
    assert levels_printed(tools, level="debug") == everything
    assert levels_printed(tools, level="warning") == "1 | 2 | sum + 1 = 4"
    assert levels_printed(tools, level="3") == "1 | 2"
    assert levels_printed(tools, level="none") == "1"
    assert levels_printed(tools, level="") == everything
    # The message comes once, at the first use.
    wrong = ("RILL_DBG_LEVEL: expected none, error, warning, notice, "
             "information, debug or 0 to 7")
    assert levels_printed(tools, level="loud") == everything.replace(
        "1 |", f"1 | {wrong} |", 1)
    assert levels_printed(tools, level="error" * 10) == everything.replace(
        "1 |", f"1 | {wrong} |", 1)


def test_bound_of_the_program(tools):
    assert levels_printed(tools, ("-O1", "-DRILL_DBG=0")) == ""
    assert levels_printed(tools, ("-O1", "-DRILL_DBG=3")) == "1 | 2"
    assert levels_printed(tools, ("-O1", "-DRILL_DBG=4"),
                          "debug") == "1 | 2 | sum + 1 = 4"
    assert levels_printed(tools, ("-O1", "-DRILL_DBG=7"), "error") == "1 | 2"
