"""The rules of docs/architecture.md that a program can check. Usage:

    python3 tools/check_architecture.py [folder of the project]
    python3 tools/check_architecture.py --counts [folder of the project]

Prints one line per fault, `path:line: sentence [rule]`. The status is 1 if
there is a fault. ./dev test runs every rule as a test of its own, and
tools/test_check_architecture.py shows that each rule fails where it should.
--counts prints the number and the sizes of headers and does not change the
status."""

import argparse
import ast
import fnmatch
import os
import re
import sys
from collections import namedtuple

import architecture_report
import function_lengths

Fault = namedtuple("Fault", "path line text rule")

LAYERS = {
    "base": 0,
    "memory": 1,
    "number": 2, "unicode": 2, "hash": 2, "value": 2, "shape": 2,
    "os": 3,
    "stream": 4, "cstdio": 4, "ring": 4, "copy": 4, "encoding": 4,
    "print": 5, "scan": 5,
    "csv": 6, "fs": 6, "process": 6, "locale": 6, "compression": 6,
    "binary": 6, "trace": 6,
    "interop": 7, "driver": 7, "window": 7,
}
# A module includes another one of its layer only if the pair is listed here.
# Layers 2 and 4 alone may have pairs; the pairs form no cycle.
SIBLINGS = {
    "cstdio": {"stream"},
    "ring": {"stream"},
    "copy": {"stream"},
    "encoding": {"stream"},
}
LAYERS_WITH_SIBLINGS = {2, 4}
LONGEST_FILE = 600
LONGEST_FUNCTION = 60
WIDEST_LINE = 80

SYSTEMS = re.compile(
    r"\b(_WIN32|_WIN64|WIN32|__linux__|__linux|__gnu_linux__|__unix__|__unix|"
    r"__APPLE__|__MACH__|__FreeBSD__|__OpenBSD__|__NetBSD__|__DragonFly__|"
    r"__CYGWIN__|__MINGW32__|__MINGW64__|__ANDROID__|__EMSCRIPTEN__|__wasi__|"
    r"__HAIKU__|__sun|__GLIBC__|__BIONIC__|__MSYS__)\b")
# Names that POSIX or Windows give their types, constants and errors.
SYSTEM_NAMES = re.compile(
    r"\b(O_[A-Z]{3,}|AT_[A-Z][A-Z_]+|S_I[A-Z]+|SEEK_(?:SET|CUR|END)|"
    r"PROT_[A-Z]+|MAP_[A-Z]+|SIG[A-Z]{3,}|POLL[A-Z]+|CLOCK_[A-Z]+|"
    r"E[A-Z]{3,}|E2BIG|ERROR_[A-Z_]+|INVALID_HANDLE_VALUE|GENERIC_[A-Z]+|"
    r"DWORD|HANDLE|HWND|HMODULE|LPVOID|"
    r"mode_t|pid_t|off_t|off64_t|ssize_t|uid_t|gid_t|dev_t|ino_t|sigset_t|"
    r"iovec|pollfd|timespec|pthread_\w+)\b")
# iconv is a function of POSIX, and these are its results.
SPEAKS_POSIX = "driver/iconv.h"
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
# The first lines of a public header: compiled as C++17, the headers give 3,000
# errors, which hide the cause.
NEEDS_CXX20 = """\
#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif
""".splitlines()
# g++ 11.2 (Ubuntu 22.04) rejects this in a template: a member function's result
# converted by braces, as in std::size_t{kind.columns()}.
BRACED_CALL = re.compile(r"\b(?:size_t|ptrdiff_t|u?int\w*_t|int|unsigned|long|"
                         r"short|char|double|float)\{[^{}]*(?:\.|->|::)\w+\(")
# The definitions that the compiled library holds. X.h includes X_body.h last.
BODY = "_body.h"
# Included once for each instruction set level, and so without a guard.
LEVELS = re.compile(r"/kernel/x86/levels/")
# Folders of one system, one C library or one instruction set. Files in them
# have equal names on purpose.
SYSTEM_FOLDER = re.compile(r"^os/(posix|linux|win32|none|libc)/")
EQUAL_NAMES = re.compile(SYSTEM_FOLDER.pattern + r"|/kernel/\w+/")
MOST_EQUAL_NAMES = 2
FORWARDING = re.compile(r"^\s*(#\s*(include|if|ifdef|ifndef|elif|else|endif|"
                        r"error|define RILL_\w+_H$)|$)")
# Headers for systems and processors on which no machine runs the tests. Cross
# compilers compile them, so they need no test file of their own.
ELSEWHERE = re.compile(r"^os/none/|/kernel/arm/|^os/libc/(musl|bsd)\.h$")


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
    def module(self):
        """The module's folder, or None for a public header."""
        return self.name.split("/")[0] if "/" in self.name else None

    @property
    def in_kernel(self):
        return "/kernel/" in self.name

    @property
    def in_equal_folder(self):
        """Whether the header is in the folder of one system, C library or
        instruction set."""
        return bool(EQUAL_NAMES.search(self.name))

    def fault(self, line, text, rule):
        return Fault(self.path, line, text, rule)


class Tree:
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
    """Yields (line, path below include/rill or None, name as written,
    remark)."""
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


def rule_layers(tree):
    """A file includes its own module, a lower layer or a declared sibling."""
    names = {h.name for h in tree.headers}
    for file in tree.headers:
        if file.module and file.module not in LAYERS:
            yield file.fault(1, f"{file.module}/ is in no layer", "layers")
            continue
        for line, target, written, _ in includes(file):
            if target is None:
                if written.startswith("rill/"):
                    yield file.fault(line, "inside the library includes are "
                                     "relative and quoted", "layers")
                continue
            if target not in names:
                yield file.fault(line, f"{written}: there is no such file",
                                 "layers")
                continue
            text = wrong_layer(file.module, target)
            if text:
                yield file.fault(line, text, "layers")


def wrong_layer(module, target):
    """Why a file of a module (None: a public header) may not include it."""
    if module is None:
        return None
    if "/" not in target:
        return (f"{module}/ includes the public header {target}: public "
                "headers are the top")
    other = target.split("/")[0]
    if other == module or other not in LAYERS:
        return None
    if LAYERS[other] > LAYERS[module]:
        return (f"{module}/ (layer {LAYERS[module]}) includes {target} "
                f"(layer {LAYERS[other]})")
    if (LAYERS[other] == LAYERS[module] and
            other not in SIBLINGS.get(module, ())):
        return f"{module}/ includes its sibling {target}"
    return None


def rule_siblings(tree):
    """The declared siblings are in one layer and form no cycle."""
    del tree
    path = "tools/check_architecture.py"
    for module, others in SIBLINGS.items():
        for other in sorted(others):
            layers = {LAYERS.get(module), LAYERS.get(other)}
            if len(layers) > 1 or not layers <= LAYERS_WITH_SIBLINGS:
                yield Fault(path, 1, f"{module} and {other} are not siblings "
                            "of layer 2 or 4", "siblings")
    for cycle in cycles(SIBLINGS):
        yield Fault(path, 1, f"siblings in a cycle: {' -> '.join(cycle)}",
                    "siblings")


def cycles(graph):
    """Returns the cycles of a graph {node: nodes}, one for each edge that
    closes a cycle, as lists that end with their first node."""
    found, done = [], set()

    def visit(node, path):
        if node in path:
            found.append([*path[path.index(node):], node])
        elif node not in done:
            for other in sorted(graph.get(node, ())):
                visit(other, [*path, node])
            done.add(node)

    for node in sorted(graph):
        visit(node, [])
    return found


def rule_systems(tree):
    """Macros of operating systems stand in os/ and base/config.h only."""
    for file in tree.headers:
        if file.module == "os" or file.name == "base/config.h":
            continue
        for number, line in enumerate(file.bare, 1):
            match = SYSTEMS.search(line)
            if match:
                yield file.fault(number, f"{match.group(0)} outside os/",
                                 "systems")


def rule_system_names(tree):
    """Types, constants and errors of a system stand in os/ only."""
    # A kernel may ask the system which instructions there are.
    for file in tree.headers:
        if (file.module == "os" or file.in_kernel or
                file.name == SPEAKS_POSIX):
            continue
        for number, line in enumerate(file.bare, 1):
            for match in SYSTEM_NAMES.finditer(line):
                yield file.fault(number, f"{match.group(0)} outside os/",
                                 "system_names")


def rule_instructions(tree):
    """Instruction sets stand in kernel/ folders; no intrinsics headers."""
    # A vector type without a target attribute is portable: any compiler
    # lowers it to what the build allows.
    for file in tree.headers:
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


def rule_size(tree):
    """No file has more than 600 lines, except tables."""
    for file in tree.headers + tree.tests:
        if file.path.endswith("_tables.h"):
            continue
        if len(file.lines) > LONGEST_FILE:
            yield file.fault(LONGEST_FILE, f"{len(file.lines)} lines; the "
                             f"limit is {LONGEST_FILE}", "size")


def rule_functions(tree):
    """No function has more than 60 lines."""
    cpp = [p for folder in ("include", "src", "test/support", "bench",
                            "race/contenders")
           for p in tree.find(folder, (".h", ".cpp"))]
    python = tree.find("tools", (".py",)) + tree.find("race", (".py",))
    for path in cpp + python:
        file = File(tree.root, path)
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


def rule_forwarding(tree):
    """No header of a module only includes others."""
    # The headers of driver/ are public: their include lines are what they are
    # for.
    for file in tree.headers:
        if file.module in (None, "driver"):
            continue
        if all(FORWARDING.match(line) for line in file.code):
            yield file.fault(1, "has no code: its readers include what it "
                             "includes", "forwarding")


def rule_basenames(tree):
    """A header's name occurs at most twice in the modules."""
    found = {}
    for file in tree.headers:
        if (file.module and not file.name.endswith(BODY) and
                not file.in_equal_folder):
            found.setdefault(os.path.basename(file.name), []).append(file)
    for name, files in sorted(found.items()):
        for file in files[MOST_EQUAL_NAMES:]:
            others = ", ".join(f.name for f in files if f is not file)
            yield file.fault(1, f"{name} is also {others}", "basenames")


def rule_system_folders(tree):
    """The folders of systems are included from os/ only."""
    for file in tree.headers:
        if file.module == "os":
            continue
        for line, target, _, _ in includes(file):
            if target and SYSTEM_FOLDER.match(target):
                yield file.fault(line, f"includes {target}: only os/ knows "
                                 "the folders of systems", "system_folders")


def rule_guard(tree):
    """The guard is the path, and the first line names the file."""
    for file in tree.headers:
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


def rule_reasons(tree):
    """An include of another library's header says what it is for."""
    for file in tree.headers:
        for line, target, written, remark in includes(file):
            if target is None and not remark and not written.startswith(
                    "rill/"):
                yield file.fault(line, f"<{written}> does not say what it is "
                                 "for", "reasons")


def rule_standard(tree):
    """A public header begins with an error for other standards than C++20."""
    # Each header has the lines itself: a shared file makes the error longer.
    for file in tree.headers:
        if file.module in (None, "driver"):
            code = [line for line in file.lines
                    if line.strip() and not line.startswith("//")]
            if code[2:2 + len(NEEDS_CXX20)] != NEEDS_CXX20:
                yield file.fault(1, "no check of the standard "
                                 f"({NEEDS_CXX20[0]}) behind the guard",
                                 "standard")


def rule_braces(tree):
    """No conversion that g++ 11.2 refuses."""
    for file in tree.headers:
        for number, line in enumerate(file.code, 1):
            match = BRACED_CALL.search(line)
            if match:
                yield file.fault(number, f"{match.group(0)}: g++ 11.2 needs "
                                 "a variable or a cast here", "braces")


def rule_tested(tree):
    """Every header of a module has a test, or is covered by one that says so."""
    tests = {t.path for t in tree.tests}
    covered = []
    inside = [h for h in tree.headers if h.module]
    for test in tree.tests:
        for match in COVERS.finditer(test.text):
            line = test.text.count("\n", 0, match.start()) + 1
            for name in re.split(r"[,\s]+", match.group(1).strip()):
                name = name.removeprefix("rill/")
                covered.append(name)
                if not fnmatch.filter([h.name for h in inside], name):
                    yield test.fault(line, f"covers {name}, which is no file",
                                     "tested")
    for file in inside:
        own = f"test/{file.name[:-len('.h')]}_test.cpp"
        if (own in tests or ELSEWHERE.search(file.name) or
                file.name.endswith(BODY)):
            continue
        if any(fnmatch.fnmatch(file.name, name) for name in covered):
            continue
        yield file.fault(1, f"no {own}, and no test says `// covers: "
                         f"{file.name}`", "tested")


def rule_bodies(tree):
    """What a library may hold stands in a `..._body.h`, which its header
    includes last, where there are bodies, and no other file does."""
    for file in tree.headers:
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
                       for h in tree.headers):
                yield file.fault(1, f"{head} does not end with it, behind "
                                 "#if RILL_BODIES", "bodies")


NAMESPACE = re.compile(r"^(?:inline )?namespace (?:RILL_OF_THIS_MODULE )?"
                       r"([\w: ]*?) ?\{$")
CLASS = re.compile(r"^(?:struct|class|union) (?:\[\[[^\]]*\]\] )?"
                   r"(?:RILL_(?!BUILD)\w+ )?([a-z]\w*)(?![\w<:])")
OWN_NAMES = "shape/shape.h"


def names_in_rill(file):
    """The classes and namespaces that stand directly in namespace rill."""
    outer = []
    for line in file.lines:
        if match := NAMESPACE.match(line):
            inside = match.group(1).replace("rill::inline RILL_BUILD", "rill")
            outer += [inside.split("::")]
            path = sum(outer, [])
            if path[0] == "rill" and len(path) > 1:
                yield path[1]
        elif re.match(r"\}  // (inline )?namespace", line) and outer:
            outer.pop()
        elif sum(outer, []) == ["rill"] and (match := CLASS.match(line)):
            yield match.group(1)


def rule_own_names(tree):
    """The list by which clang knows the library's own classes is complete."""
    files = {file.name: file for file in tree.headers}
    if OWN_NAMES not in files:
        return
    found = {name for file in files.values() for name in names_in_rill(file)}
    listed = re.findall(r'"(\w+)"', files[OWN_NAMES].text
                        .split("own_names[] = {")[-1].split("};")[0])
    for name in sorted(found - set(listed)):
        yield files[OWN_NAMES].fault(1, f"{name} is missing", "own_names")
    for name in sorted(set(listed) - found):
        yield files[OWN_NAMES].fault(1, f"there is no {name}", "own_names")
    if listed != sorted(listed):
        yield files[OWN_NAMES].fault(1, "the names are not sorted",
                                     "own_names")


def first_chain(files, start, goal):
    """The headers on the first path of includes from the start to `goal`."""
    seen = set()

    def walk(name, way):
        if name == goal:
            return way
        if name in seen or name not in files:
            return None
        seen.add(name)
        for _, target, _, _ in includes(files[name]):
            if target and (found := walk(target, [*way, target])):
                return found
        return None
    return walk(start, [start])


def rule_refusals(tree):
    """A header that users include, and that has the sentences of refusals,
    includes them itself before all that includes them too: each header
    between is one more line of an error."""
    files = {file.name: file for file in tree.headers}
    inner = {target for file in files.values() if file.module == "driver"
             for _, target, _, _ in includes(file)}
    for file in files.values():
        if file.module and (file.module != "driver" or file.name in inner):
            continue
        for goal in ("print/refuse.h", "scan/refuse.h"):
            way = first_chain(files, file.name, goal)
            if way and len(way) > 2:
                yield file.fault(1, f"comes to {goal} by {way[1]}: include "
                                 "it first", "refusals")


def rule_names(tree):
    """The name of a unit test begins with its module and a file."""
    for test in tree.tests:
        module, _, rest = test.path.removeprefix("test/").partition("/")
        if not rest.endswith("_test.cpp"):
            continue
        for match in TEST_NAME.finditer(test.text):
            name = match.group(1)
            if not re.match(rf"{module}/[\w/]+: ", name):
                line = test.text.count("\n", 0, match.start()) + 1
                yield test.fault(line, f'"{name}" does not begin with '
                                 f'"{module}/FILE: "', "names")


def rule_imports(tree):
    """The python modules of tools/devtools import each other in no cycle."""
    graph = {}
    for path in tree.find("tools/devtools", (".py",)):
        found = graph.setdefault(os.path.basename(path)[:-len(".py")], set())
        # Imports inside functions count too.
        for node in ast.walk(ast.parse(File(tree.root, path).text)):
            if isinstance(node, ast.ImportFrom) and node.level == 1:
                found |= ({node.module} if node.module else
                          {alias.name for alias in node.names})
    for cycle in cycles(graph):
        yield Fault(f"tools/devtools/{cycle[0]}.py", 1,
                    " -> ".join(cycle), "imports")


def rule_unfinished(tree):
    """Nothing is left for later."""
    folders = ("include", "test", "bench", "fuzz", "examples", "tools",
               "race", "cmake", "docs")
    for folder in folders:
        for path in tree.find(folder, (".h", ".cpp", ".py", ".cmake",
                                        ".md")):
            file = File(tree.root, path)
            for number, line in enumerate(file.lines, 1):
                match = UNFINISHED.search(line)
                if match:
                    yield file.fault(number, match.group(0), "unfinished")


def rule_layout(tree):
    """No tabs and no line of the library over 80 columns."""
    for file in tree.headers + tree.tests:
        for number, line in enumerate(file.lines, 1):
            if "\t" in line:
                yield file.fault(number, "a tab", "layout")
            if file.path.startswith("include/") and len(line) > WIDEST_LINE:
                yield file.fault(number, f"{len(line)} columns", "layout")
            if line != line.rstrip():
                yield file.fault(number, "white space at the end", "layout")


def rule_words(tree):
    """Comments of headers and tests name who acts, by the terms of the
    field."""
    found = architecture_report.comment_words(tree)
    for phrase, hits in found.items():
        instead = architecture_report.WORDS[phrase]
        for path, line, text in hits:
            yield Fault(path, line, f"\"{text}\": {instead}", "words")


RULES = {name[len("rule_"):]: function
         for name, function in sorted(globals().items())
         if name.startswith("rule_")}


def main(arguments):
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", nargs="?", default=here)
    parser.add_argument("--counts", action="store_true")
    chosen = parser.parse_args(arguments)
    tree = Tree(chosen.root)
    if chosen.counts:
        print("\n".join(architecture_report.counts(tree)))
        return 0
    faults = [f for rule in RULES.values() for f in rule(tree)]
    for fault in sorted(faults):
        print(f"{fault.path}:{fault.line}: {fault.text} [{fault.rule}]")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
