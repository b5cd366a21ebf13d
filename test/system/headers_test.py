"""The headers, included by whole programs."""

import itertools
import os
import re
import subprocess

import test_reference
from devtools import configurations, machine, platforms


def headers(tools):
    folder = os.path.join(tools.root, "include", "rill")
    return sorted(n for n in os.listdir(folder) if n.endswith(".h"))


def test_any_order(tools):
    """The public headers compile in any order: each one first and last."""
    names = headers(tools)
    lines = []
    for order in (names, names[::-1]):
        lines += [f"#include <rill/{name}>" for name in order]
    source = "\n".join([*lines, "int main() {}", ""])
    tools.run(tools.compile(source, flags=("-O0",), name="order"))
    for first, second in itertools.islice(
            itertools.permutations(names, 2), 0, 200, 7):
        source = (f"#include <rill/{first}>\n#include <rill/{second}>\n"
                  "int main() {}\n")
        tools.compile(source, flags=("-O0", "-fsyntax-only"), name="pair")


def test_macros_of_others(tools):
    """The headers survive macros that other libraries leave defined."""
    names = "min max small near far interface major minor unix linux".split()
    lines = [line for name in names
             for line in (f"#undef {name}", f"#define {name} broken(")]
    lines += [f"#include <rill/{name}>" for name in headers(tools)]
    # Some standard libraries do not survive all of these macros, so their
    # headers come first.
    standard = ["#include <cstddef>", "#include <string>", "#include <vector>",
                "#include <map>", "#include <fstream>", "#include <chrono>",
                "#include <iostream>", "#include <locale>",
                "#include <filesystem>", "#include <span>", "#include <tuple>",
                "#include <optional>", "#include <variant>", "#include <bit>",
                "#include <atomic>", "#include <mutex>", "#include <thread>"]
    source = "\n".join([*standard, *lines, "int main() {}", ""])
    tools.compile(source, flags=("-O0", "-fsyntax-only"), name="macros")


def test_declaration_of_strings(tools):
    """Headers that name std::string and do not include <string> include
    RILL_STRING_HEADER: <iosfwd> where the library declares it there."""
    source = ("#include <rill/{0}>\nint main() {{ return static_cast<int>"
              "({1}.size()); }}\n")
    for name, call in (("print.h", 'rill::concat(1)'),
                       ("base64.h", 'rill::encode_base64("x")'),
                       ("binary.h", "rill::to_bytes(1)")):
        tools.compile(source.format(name, call), name="strings",
                      flags=("-O0", "-fsyntax-only",
                             "-DRILL_STRING_HEADER=<string>"))


def compilers():
    found = []
    for family, floor in (("gcc", 11), ("clang", 16)):
        found += [machine.newest(family), machine.exact(family, floor)]
    return {c.path: c for c in found if c}.values()


def test_other_standards(tools):
    """Without -std=c++20 a public header gives at most eight lines of errors,
    and they name the flag."""
    folder = os.path.join(tools.root, "include", "rill")
    names = headers(tools) + [
        "driver/" + n for n in sorted(os.listdir(f"{folder}/driver"))]
    found = [(("-std=c++17",), name) for name in names]
    found += [((f"-std={standard}",), "rill.h")
              for standard in ("c++11", "c++14", "gnu++17")]
    found += [(("-x", "c"), "rill.h")]
    for compiler in compilers():
        for flags, name in found:
            path = os.path.join(tools.folder, "hello.cpp")
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"#include <rill/{name}>\n"
                           'int main() { rill::println("Hello"); }\n')
            done = tools.run([compiler.path, *flags, "-I",
                              os.path.dirname(folder), "-c", path, "-o",
                              os.path.join(tools.folder, "hello.o")])
            lines = done.err.decode().splitlines()
            assert done.status != 0, (compiler.path, flags, name)
            assert len(lines) <= 8, (compiler.path, flags, name, lines[:20])
            assert any("rill needs C++20: add -std=c++20" in line
                       for line in lines), lines


STANDARD = """algorithm any array atomic barrier bit bitset charconv chrono
    codecvt compare complex concepts condition_variable coroutine deque
    exception execution expected filesystem flat_map flat_set format
    forward_list fstream functional future generator iomanip ios iostream
    iterator latch limits list locale map mdspan memory memory_resource mutex
    new numbers numeric optional ostream print queue random ranges ratio regex
    scoped_allocator semaphore set shared_mutex source_location span
    spanstream sstream stack stacktrace stdexcept stdfloat stop_token
    streambuf string string_view syncstream system_error thread tuple
    type_traits typeindex typeinfo unordered_map unordered_set utility
    valarray variant vector version cctype cerrno cfenv cfloat cinttypes
    climits clocale cmath csetjmp csignal cstdarg cstddef cstdint cstdio
    cstdlib cstring ctime cuchar cwchar cwctype""".split()


def refused(tools, configuration, start, statement, names):
    """The names that a compiler refuses in a statement."""
    path = os.path.join(tools.folder, "names.cpp")
    with open(path, "w", encoding="utf-8") as file:
        file.write(start + "#line 1\n")
        for number, name in enumerate(names):
            file.write(f"namespace n{number} {{ {statement.format(name)} }}\n")
    all_errors = ("-fmax-errors=0" if configuration.compiler.family == "gcc"
                  else "-ferror-limit=0")
    done = subprocess.run(
        [configuration.compiler.path, *configuration.flags, all_errors, "-I",
         os.path.join(tools.root, "include"), "-fsyntax-only", path],
        stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
        env=machine.ENVIRONMENT)
    lines = re.findall(r"names\.cpp:(\d+):\d+: error",
                       done.stderr.decode(errors="replace"))
    return {names[int(line) - 1] for line in lines}


def in_both(tools, configuration):
    """The names of rill that std has too, and those of them that are ambiguous
    after both using-directives."""
    start = "".join(f"#if __has_include(<{name}>)\n#include <{name}>\n#endif\n"
                    for name in STANDARD)
    start += "".join(f"#include <rill/{name}>\n" for name in headers(tools))
    start += "namespace both { using namespace std; using namespace rill; }\n"
    names = sorted({name for _, found, path in test_reference.rows()
                    if not path.startswith("fs/") for name in found
                    if not name.startswith("RILL")})
    for scope in ("rill", "std"):
        without = refused(tools, configuration, start,
                          f"using {scope}::{{}};", names)
        names = [name for name in names if name not in without]
    return set(names), refused(tools, configuration, start,
                               "using both::{};", names)


def test_names_of_std(tools):
    """docs/from-iostream.md lists the names that both rill and std have."""
    path = os.path.join(tools.root, "docs", "from-iostream.md")
    with open(path, encoding="utf-8") as file:
        listed = re.search(r"Ambiguous are (.*?) Of a string, (.*?) would be "
                           r"std's. (.*?) are functions in both", file.read(),
                           re.S)
    ambiguous, others, functions = (
        set(re.findall(r"`(\w+)`", part)) for part in listed.groups())
    known, clashes = set(), set()
    chosen = [configurations.plain()[0], configurations.clang_libcxx()]
    for configuration in chosen:
        if configuration.missing:
            tools.skip(configuration.missing)
        found = in_both(tools, configuration)
        assert len(found[0]) > 15, found
        known |= found[0]
        clashes |= found[1]
    assert known <= ambiguous | others | functions, known
    assert clashes <= ambiguous, clashes
    if not chosen[1].notes:  # with libc++ in the newest standard
        assert ambiguous == clashes, ambiguous ^ clashes
        assert others | functions == known - clashes


def test_functions_of_std(tools):
    """Calls of functions that std has too, after both using-directives,
    compile."""
    program = tools.compile("""
#include <csignal>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <vector>
#include <rill/rill.h>
using namespace std;
using namespace rill;
int main() {
  rill::println(hex(255), oct(8), ' ', left("a", 3), right("b", 3), ' ',
                fixed(1.5), ' ', fixed(1.5, 2), ' ', scientific(1.5), ' ',
                hexfloat(1.5));
  int n = 0;
  rill::scan(rill::from("ff"), hex(n));
  {
    auto held = lock(stdout);
    rill::print(held, n, ' ');
  }
  try {
    raise(error());
  } catch (rill::error const&) {
    rill::println("caught ", n);
  }
}
""", flags=("-O0",), name="both")
    done = tools.run(program)
    assert done.out == b"ff10 a    b 1.5 1.50 1.5e+00 0x1.8p+0\n255 caught 255\n", \
        done


def test_narrow_offsets(tools):
    """In a 32-bit program with a 32-bit off_t the first error names the flag.
    """
    chosen = platforms.gcc_32()
    if chosen.missing:
        tools.skip(chosen.missing)
    flags = [f for f in platforms.narrow_flags()
             if not f.startswith("-D_FILE_OFFSET_BITS")]
    for name in headers(tools):
        path = os.path.join(tools.folder, "narrow.cpp")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#include <rill/{name}>\n")
        done = tools.run([chosen.compiler.path, *flags, "-I",
                          os.path.join(tools.root, "include"), "-fsyntax-only",
                          path], environment=machine.ENVIRONMENT)
        errors = [line for line in done.err.decode().splitlines()
                  if "error:" in line]
        if name in ("hash.h", "hash_each.h", "number.h"):  # these use no files
            assert not errors, (name, errors[:3])
            continue
        assert errors and "rill needs 64-bit file offsets: compile with " \
            "-D_FILE_OFFSET_BITS=64" in errors[0], (name, errors[:3])


def test_everything(tools):
    """clang -Weverything without the warnings listed in docs/platforms.md is
    silent."""
    with open(os.path.join(tools.root, "docs", "platforms.md"),
              encoding="utf-8") as file:
        listed = re.findall(r"(-Wno-\S+)", file.read())
    assert len(listed) > 10, listed
    chosen = configurations.plain()[1]
    if chosen.missing:
        tools.skip(chosen.missing)
    path = os.path.join(tools.folder, "everything.cpp")
    smoke = os.path.join(tools.root, "test", "smoke")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"#include <rill/{name}>\n" for name in headers(tools))
    found = []
    for source in [path] + sorted(os.path.join(smoke, name)
                                  for name in os.listdir(smoke)
                                  if name.endswith(".cpp")):
        done = tools.run(
            [chosen.compiler.path, *chosen.flags, "-Weverything", *listed,
             "-I", os.path.join(tools.root, "include"), "-I",
             os.path.join(tools.root, "test"), "-fsyntax-only", source],
            environment=machine.ENVIRONMENT)
        assert done.status == 0, done.err
        found += [line for line in done.err.decode().splitlines()
                  if re.search(r"include/rill/\S+ warning:", line)]
    assert not found, "\n".join(found)
