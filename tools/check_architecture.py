"""The rules of docs/house.md that a program can see. Usage:

    python3 tools/check_house.py [folder of the project]

Prints one line per fault, `path:line: sentence [rule]`, and ends with status
1 when there is one. ./dev test runs every rule as a test of its own, and
tools/test_check_house.py shows each rule turn red."""

import fnmatch
import os
import re
import sys
from collections import namedtuple

import function_lengths

Fault = namedtuple("Fault", "path line text rule")

FLOORS = {
    "base": 0, "memory": 1,
    "number": 2, "unicode": 2, "hash": 2, "value": 2, "shape": 2,
    "os": 3, "stream": 4,
    "print": 5, "scan": 5, "fs": 5, "process": 5, "locale": 5,
    "compression": 5, "binary": 5, "async": 5,
    "interop": 6, "driver": 6, "window": 6,
}
ROOF = 7
LONGEST_FILE = 600
LONGEST_FUNCTION = 60
WIDEST_LINE = 80

SYSTEMS = re.compile(
    r"\b(_WIN32|_WIN64|WIN32|__linux__|__linux|__gnu_linux__|__unix__|__unix|"
    r"__APPLE__|__MACH__|__FreeBSD__|__OpenBSD__|__NetBSD__|__DragonFly__|"
    r"__CYGWIN__|__MINGW32__|__MINGW64__|__ANDROID__|__EMSCRIPTEN__|__wasi__|"
    r"__HAIKU__|__sun|__GLIBC__|__BIONIC__|__MSYS__)\b")
INSTRUCTIONS = re.compile(
    r"\b(__builtin_ia32_\w+|__builtin_neon_\w+|"
    r"__AVX\w*__|__SSE\w*__|__BMI2?__|__LZCNT__|__ARM_NEON|"
    r"_mm\d*_\w+|__m(?:128|256|512)i?)\b|"
    r"\b(?:gnu::|__)?target(?:__)?\s*\(\s*\"")
PROCESSOR = re.compile(r"\b__builtin_cpu_\w+")
INTRINSICS = re.compile(r"#\s*include\s*<(\w*intrin\.h|arm_\w+\.h)>")
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)(.*)$')
UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME|X" r"XX)\b")
# A test's name begins with its module, and with the file that it is about.
TEST_NAME = re.compile(r'^TEST_CASE\w*\(\s*(?:[\w:]+,\s*)?"([^"]*)', re.M)
COVERS = re.compile(r"^//\s*covers:\s*(.+)$", re.M)
# The lines that a public header begins with: 3,000 errors of a compiler in
# the mode of C++17 would hide the first.
NEEDS_CXX20 = """\
#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif
""".splitlines()
# In a template, g++ 11.2 (Ubuntu 22.04) does not compile the conversion of a
# member function's result by braces: std::size_t{kind.columns()}.
BRACED_CALL = re.compile(r"\b(?:size_t|ptrdiff_t|u?int\w*_t|int|unsigned|long|"
                         r"short|char|double|float)\{[^{}]*(?:\.|->|::)\w+\(")
# Headers for systems and processors on which nobody runs the tests: they are
# compiled by cross compilers only, so they need no test file of their own.
BODY = "_body.h"
# Included once for each level of instruction sets, and so without a guard.
LEVELS = re.compile(r"/kernel/x86/levels/")
ELSEWHERE = re.compile(r"^os/(nt|none)/|/kernel/arm/|"
                       r"^os/libc/(musl|bsd|ucrt|apple)\.h$")


def without_comments(text, strings=False):
    """The text with comments (and the insides of literals) made blank; lines
    and columns stay where they are."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|'
                         r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)

    def blank(match):
        found = match.group(0)
        comment = found.startswith(("//", "/*"))
        if not comment and not strings:
            return found
        if comment:
            return re.sub(r"[^\n]", " ", found)
        return found[0] + re.sub(r"[^\n]", " ", found[1:-1]) + found[-1]

    # A digit separator is not the start of a character literal.
    text = re.sub(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])", "_", text)
    return pattern.sub(blank, text)


class File:
    def __init__(self, root, path):
        self.path = path  # relative to the root, with slashes
        full = os.path.join(root, path)
        with open(full, encoding="utf-8", errors="replace") as file:
            self.text = file.read()
        self.lines = self.text.splitlines()
        self.code = without_comments(self.text).splitlines()
        self.bare = without_comments(self.text, strings=True).splitlines()

    @property
    def name(self):
        """The path below include/rill."""
        return self.path[len("include/rill/"):]

    @property
    def room(self):
        return self.name.split("/")[0] if "/" in self.name else None

    @property
    def in_kernel(self):
        return "/kernel/" in self.name

    def fault(self, line, text, rule):
        return Fault(self.path, line, text, rule)


class House:
    def __init__(self, root):
        self.root = root
        self.headers = [File(root, p) for p in self.find("include/rill",
                                                         (".h",))]
        self.tests = [File(root, p) for p in self.find("test", (".cpp",
                                                                ".h"))]

    def find(self, folder, suffixes):
        found = []
        for where, folders, files in os.walk(os.path.join(self.root, folder)):
            folders[:] = sorted(f for f in folders if f != "build")
            found += [os.path.join(where, f) for f in files
                      if f.endswith(suffixes)]
        return sorted(os.path.relpath(p, self.root).replace(os.sep, "/")
                      for p in found)


def includes(file):
    """(line, path below include/rill or None, name as written, remark)"""
    for number, line in enumerate(file.code, 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        quoted, angled, _ = match.groups()
        remark = "//" in file.lines[number - 1]
        if quoted:
            where = os.path.dirname(file.name)
            target = os.path.normpath(os.path.join(where, quoted))
            yield number, target.replace(os.sep, "/"), quoted, remark
        else:
            yield number, None, angled, remark


def rule_floors(house):
    """A file includes its own room or a lower floor."""
    names = {h.name for h in house.headers}
    for file in house.headers:
        if file.room and file.room not in FLOORS:
            yield file.fault(1, f"{file.room}/ is no room of the house",
                             "floors")
            continue
        for line, target, written, _ in includes(file):
            if target is None:
                if written.startswith("rill/"):
                    yield file.fault(line, "inside the library includes are "
                                     "relative and quoted", "floors")
                continue
            if target not in names:
                yield file.fault(line, f"{written}: there is no such file",
                                 "floors")
                continue
            text = wrong_floor(file.room, target)
            if text:
                yield file.fault(line, text, "floors")


def wrong_floor(room, target):
    """Why a file of a room (None: a door) may not include a target."""
    if room is None:
        return None
    if "/" not in target:
        return f"{room}/ includes the door {target}: doors are the roof"
    other = target.split("/")[0]
    if other == room or other not in FLOORS:
        return None
    if FLOORS[other] > FLOORS[room]:
        return (f"{room}/ (floor {FLOORS[room]}) includes {target} "
                f"(floor {FLOORS[other]})")
    if FLOORS[other] == FLOORS[room]:
        return f"{room}/ includes its sibling {target}"
    return None


def rule_systems(house):
    """Macros of operating systems stand in os/ and base/config.h only."""
    for file in house.headers:
        if file.room == "os" or file.name == "base/config.h":
            continue
        for number, line in enumerate(file.bare, 1):
            match = SYSTEMS.search(line)
            if match:
                yield file.fault(number, f"{match.group(0)} outside os/",
                                 "systems")


def rule_instructions(house):
    """Instruction sets stand in kernel/ folders; no intrinsics headers."""
    # A vector type without a target attribute is portable: any compiler
    # lowers it to what the build allows.
    for file in house.headers:
        for number, line in enumerate(file.code, 1):
            match = INTRINSICS.search(line)
            if match:
                yield file.fault(number, f"<{match.group(1)}> costs more "
                                 "than the whole library: use vector_size",
                                 "instructions")
            match = INSTRUCTIONS.search(line)
            if (match and not file.in_kernel and
                    file.name != "base/config.h"):
                yield file.fault(number, f"{match.group(0)} outside a "
                                 "kernel/ folder", "instructions")
            match = PROCESSOR.search(line)
            if match and file.name != "memory/dispatch.h":
                yield file.fault(number, f"{match.group(0)} outside "
                                 "memory/dispatch.h", "instructions")


def rule_size(house):
    """No file has more than 600 lines, except tables."""
    for file in house.headers + house.tests:
        if file.path.endswith("_tables.h"):
            continue
        if len(file.lines) > LONGEST_FILE:
            yield file.fault(LONGEST_FILE, f"{len(file.lines)} lines; the "
                             f"limit is {LONGEST_FILE}", "size")


def rule_functions(house):
    """No function has more than 60 lines."""
    cpp = [p for folder in ("include", "src", "test/support", "bench",
                            "race/contenders")
           for p in house.find(folder, (".h", ".cpp"))]
    python = house.find("tools", (".py",)) + house.find("race", (".py",))
    for path in cpp + python:
        file = File(house.root, path)
        found = (function_lengths.python_functions(file.text)
                 if path.endswith(".py") else
                 function_lengths.cpp_functions("\n".join(file.bare)))
        if found is None:
            yield file.fault(1, "its braces do not match", "functions")
            continue
        for line, lines in found.items():
            if lines > LONGEST_FUNCTION:
                yield file.fault(line, f"a function of {lines} lines; the "
                                 f"limit is {LONGEST_FUNCTION}", "functions")


def rule_guard(house):
    """The guard is the path, and the first line names the file."""
    for file in house.headers:
        guard = "RILL_" + re.sub(r"\W", "_", file.name).upper()
        start = [line for line in file.code if line.strip()][:2]
        if LEVELS.search(file.name):
            if any(re.match(r"\s*#\s*(ifndef|include)", line)
                   for line in file.code):
                yield file.fault(1, "is included once for each level: no "
                                 "guard and no includes", "guard")
        elif [line.split() for line in start] != [["#ifndef", guard],
                                                  ["#define", guard]]:
            yield file.fault(1, f"the guard is not {guard}", "guard")
        if not file.lines or not file.lines[0].startswith(
                f"// rill/{file.name}:"):
            yield file.fault(1, f"the first line is not `// rill/{file.name}:"
                             " purpose`", "guard")


def rule_reasons(house):
    """An include of another library's header says what it is for."""
    for file in house.headers:
        for line, target, written, remark in includes(file):
            if target is None and not remark and not written.startswith(
                    "rill/"):
                yield file.fault(line, f"<{written}> does not say what it is "
                                 "for", "reasons")


def rule_standard(house):
    """A public header begins with an error for other standards than C++20."""
    # In the header itself: from a shared file, the error would be longer.
    for file in house.headers:
        if file.room in (None, "driver"):
            code = [line for line in file.lines
                    if line.strip() and not line.startswith("//")]
            if code[2:2 + len(NEEDS_CXX20)] != NEEDS_CXX20:
                yield file.fault(1, "no check of the standard "
                                 f"({NEEDS_CXX20[0]}) behind the guard",
                                 "standard")


def rule_braces(house):
    """No conversion that g++ 11.2 refuses."""
    for file in house.headers:
        for number, line in enumerate(file.code, 1):
            match = BRACED_CALL.search(line)
            if match:
                yield file.fault(number, f"{match.group(0)}: g++ 11.2 needs "
                                 "a variable or a cast here", "braces")


def rule_tested(house):
    """Every file of a room has a test, or is covered by one that says so."""
    tests = {t.path for t in house.tests}
    covered = []
    rooms = [h for h in house.headers if h.room]
    for test in house.tests:
        for match in COVERS.finditer(test.text):
            line = test.text.count("\n", 0, match.start()) + 1
            for name in re.split(r"[,\s]+", match.group(1).strip()):
                name = name.removeprefix("rill/")
                covered.append(name)
                if not fnmatch.filter([h.name for h in rooms], name):
                    yield test.fault(line, f"covers {name}, which is no file",
                                     "tested")
    for file in rooms:
        own = f"test/{file.name[:-len('.h')]}_test.cpp"
        if (own in tests or ELSEWHERE.search(file.name) or
                file.name.endswith(BODY)):
            continue
        if any(fnmatch.fnmatch(file.name, name) for name in covered):
            continue
        yield file.fault(1, f"no {own}, and no test says `// covers: "
                         f"{file.name}`", "tested")


def rule_bodies(house):
    """What a library may hold stands in a `..._body.h`, which its header
    includes last, where there are bodies, and no other file does."""
    for file in house.headers:
        for number, target, _, _ in includes(file):
            if (target and target.endswith(BODY) and
                    target != file.name[:-len(".h")] + BODY):
                yield file.fault(number, f"{target} is included by its header "
                                 "alone", "bodies")
        if file.name.endswith(BODY):
            for number, line in enumerate(file.code, 1):
                if line.startswith("inline "):
                    yield file.fault(number, "a body is RILL_CORE, not inline",
                                     "bodies")
            head = file.name[:-len(BODY)] + ".h"
            last = ["#if RILL_BODIES",
                    f'#include "{os.path.basename(file.name)}"', "#endif", "",
                    "#endif"]
            if not any(h.name == head and h.lines[-5:] == last
                       for h in house.headers):
                yield file.fault(1, f"{head} does not end with it, behind "
                                 "#if RILL_BODIES", "bodies")


def rule_names(house):
    """The name of a unit test begins with its module and a file."""
    for test in house.tests:
        module, _, rest = test.path.removeprefix("test/").partition("/")
        if not rest.endswith("_test.cpp"):
            continue
        for match in TEST_NAME.finditer(test.text):
            name = match.group(1)
            if not re.match(rf"{module}/[\w/]+: ", name):
                line = test.text.count("\n", 0, match.start()) + 1
                yield test.fault(line, f'"{name}" does not begin with '
                                 f'"{module}/FILE: "', "names")


def rule_unfinished(house):
    """Nothing is left for later."""
    folders = ("include", "test", "bench", "fuzz", "examples", "tools",
               "race", "cmake", "docs")
    for folder in folders:
        for path in house.find(folder, (".h", ".cpp", ".py", ".cmake",
                                        ".md")):
            file = File(house.root, path)
            for number, line in enumerate(file.lines, 1):
                match = UNFINISHED.search(line)
                if match:
                    yield file.fault(number, match.group(0), "unfinished")


def rule_layout(house):
    """No tabs and no line of the library over 80 columns."""
    for file in house.headers + house.tests:
        for number, line in enumerate(file.lines, 1):
            if "\t" in line:
                yield file.fault(number, "a tab", "layout")
            if file.path.startswith("include/") and len(line) > WIDEST_LINE:
                yield file.fault(number, f"{len(line)} columns", "layout")
            if line != line.rstrip():
                yield file.fault(number, "white space at the end", "layout")


RULES = {name[len("rule_"):]: function
         for name, function in sorted(globals().items())
         if name.startswith("rule_")}


def main(arguments):
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    house = House(arguments[0] if arguments else here)
    faults = [f for rule in RULES.values() for f in rule(house)]
    for fault in sorted(faults):
        print(f"{fault.path}:{fault.line}: {fault.text} [{fault.rule}]")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
