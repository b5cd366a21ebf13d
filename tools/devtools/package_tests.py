"""How others use the library: find_package after an install,
add_subdirectory, FetchContent, one bare compiler line, units with different
flags in one program, the compiled library, no exceptions and no RTTI, no
libraries at all, a single header, and CMake's own check of the headers.
RILL_CMAKE in the environment names another cmake than the first on the
path."""

import glob
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from . import building, configurations, machine
from .building import COMPILED, ROOT
from .report import Skip

PACKAGE = os.path.join(ROOT, "test", "package")
CONSUMER = os.path.join("test", "package", "number.cpp")


def call(command, folder=ROOT):
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=machine.ENVIRONMENT, timeout=900)
    text = "\n".join(line for line in done.stdout.decode(
        errors="replace").splitlines() if not line.startswith("["))
    assert done.returncode == 0, f"{' '.join(command)}\n{text}"
    return text


def compiler():
    chosen = configurations.plain()[0]
    if chosen.missing:
        raise Skip(chosen.missing)
    return chosen.compiler.path


def cmake_program():
    return shutil.which(os.environ.get("RILL_CMAKE", "cmake"))


def cmake(folder, source, *definitions):
    """Configures a project. Returns the build folder."""
    program = cmake_program()
    if not program:
        raise Skip("cmake: not installed")
    build = os.path.join(folder, "build")
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    call([program, *generator, "-S", source, "-B", build,
          f"-DCMAKE_CXX_COMPILER={compiler()}", *definitions])
    return build


def find_package(folder):
    build = cmake(os.path.join(folder, "library"), ROOT)
    prefix = os.path.join(folder, "prefix")
    call([cmake_program(), "--install", build, "--prefix", prefix])
    used = cmake(os.path.join(folder, "use"),
                 os.path.join(PACKAGE, "find_package"),
                 f"-DCMAKE_PREFIX_PATH={prefix}")
    call([cmake_program(), "--build", used])
    call([os.path.join(used, "consumer")])
    installed = os.path.join(prefix, "include")
    assert (building.names_below(installed) ==
            building.names_below(building.INCLUDE)), \
        "install leaves something out"
    # CMake before 3.23 drops a file set, and with it the include folder.
    targets = glob.glob(f"{prefix}/**/rill-targets.cmake", recursive=True)
    with open(targets[0], encoding="utf-8") as file:
        text = file.read()
    assert "INTERFACE_INCLUDE_DIRECTORIES" in text, text
    assert "FILE_SET" not in text, text


def oldest_cmake(folder):
    """The CMakeLists.txt files require the version that README.md promises."""
    del folder
    wanted = set()
    for where in (ROOT, *(os.path.join(PACKAGE, name) for name in
                          ("find_package", "add_subdirectory",
                           "fetch_content"))):
        with open(os.path.join(where, "CMakeLists.txt"),
                  encoding="utf-8") as file:
            wanted.update(re.findall(
                r"cmake_minimum_required\(VERSION ([\d.]+?)(?:\.{3}.*)?\)",
                file.read()))
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        promised = re.findall(r"CMake (\d[\d.]*\d) or newer", file.read())
    assert wanted == set(promised) == {"3.16"}, (wanted, promised)


def add_subdirectory(folder):
    used = cmake(folder, os.path.join(PACKAGE, "add_subdirectory"),
                 f"-DRILL_ROOT={ROOT}")
    call([cmake_program(), "--build", used])
    call([os.path.join(used, "consumer")])


def fetch_content(folder):
    """FetchContent with this tree in the place of what it would fetch."""
    used = cmake(folder, os.path.join(PACKAGE, "fetch_content"),
                 f"-DFETCHCONTENT_SOURCE_DIR_RILL={ROOT}")
    call([cmake_program(), "--build", used])
    call([os.path.join(used, "consumer")])


def bare_line(folder):
    program = os.path.join(folder, "program")
    call([compiler(), "-std=c++20", "-I", "include", CONSUMER, "-o", program])
    call([program])


def quiet_line(folder):
    program = os.path.join(folder, "program")
    call([compiler(), "-std=c++20", "-fno-exceptions", "-fno-rtti", "-I",
          "include", CONSUMER, "-o", program])
    call([program])


def mixed(*flags):
    """Two units in one program, the second one compiled with `flags`. Linked in
    both orders, because the linker keeps the first of two equal functions."""
    def test(folder):
        units = []
        for name, more in (("plain", ()), ("other", flags), ("main", ())):
            output = os.path.join(folder, name + ".o")
            call([compiler(), "-std=c++20", "-O2", *more, "-I", "include",
                  "-c", f"test/package/two_units/{name}.cpp", "-o", output])
            units.append(output)
        for order in (units, [units[1], units[0], units[2]]):
            program = os.path.join(folder, "program")
            call([compiler(), *order, "-o", program])
            call([program])
        assert shared(units[0], units[1]) == [], \
            "functions of the library that both units define"
    return test


def shared(first, second):
    """Weak symbols of the library that both object files define."""
    nm = shutil.which("nm")
    if not nm:
        return []

    def weak(path):
        lines = call([nm, "-C", path]).splitlines()
        return {line[19:] for line in lines
                if line[17:18] in "WV" and line[19:].startswith("rill::")}
    return sorted(weak(first) & weak(second))


COMPILED_FOLDER = os.path.join("test", "package", "compiled")
# The output of test/package/compiled after the line `a line`.
COMPILED_TEXT = """\
elsewhere 1 0.125
int -1, long 123456789012, double 0.30000000000000004
ff 2.00 truec
[1, 2, 3] point{4, 5}
7/2.5/word
[a line]
printf
elsewhere 2 0.25
"""


def compiled_units(path, folder, flags=(), of_library=(), of_other=()):
    """Compiles src/rill.cpp and the two units of the program that uses it."""
    common = [path, "-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror",
              "-I", "include"]
    in_program = [COMPILED]
    made = []
    for source, more in (("src/rill.cpp", of_library),
                         (f"{COMPILED_FOLDER}/main.cpp", in_program),
                         (f"{COMPILED_FOLDER}/elsewhere.cpp",
                          of_other or in_program)):
        output = os.path.join(folder, os.path.basename(source)[:-4] + ".o")
        call([*common, *flags, *more, "-c", source, "-o", output])
        made.append(output)
    return made


def check_compiled(program):
    done = subprocess.run([program], input=b"a line\n", timeout=60,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    got = done.stdout.decode()
    assert (done.returncode, got) == (0, COMPILED_TEXT), got


# How test/package/compiled/ends.cpp ends: its status and its standard error.
# The text that it printed before must arrive each time.
ENDS = {"throw": (-signal.SIGABRT, ""),
        "terminate": (-signal.SIGABRT, ""),
        "raise": (1, "ends: read a.txt: No such file or directory\n")}


def check_ends(path, folder, flags, linked):
    """A program that ends without return or exit writes its output and ends as
    a header-only program does."""
    program = os.path.join(folder, "ends")
    call([path, "-std=c++20", "-O2", *flags, COMPILED, "-I",
          "include", f"{COMPILED_FOLDER}/ends.cpp", *linked, "-o", program])
    for how, (status, told) in ENDS.items():
        done = subprocess.run([program, how], timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        got = (done.returncode, done.stdout, done.stderr.decode())
        assert got[:2] == (status, b"kept"), (how, got)
        assert not told or got[2] == told, (how, got)


def compiled(index, *flags, of_other=()):
    """A program that is linked with the compiled library."""
    def test(folder):
        chosen = configurations.plain()[index]
        if chosen.missing:
            raise Skip(chosen.missing)
        for flag in flags:
            if not machine.accepts(chosen.compiler, flag):
                raise Skip(f"{flag}: not installed")
        path = chosen.compiler.path
        units = compiled_units(path, folder, flags, of_other=of_other)
        program = os.path.join(folder, "program")
        call([path, *flags, *units, "-o", program])
        check_compiled(program)
        check_ends(path, folder, flags, units[:1])
    return test


HIDDEN = ("-fvisibility=hidden", "-fvisibility-inlines-hidden")


def compiled_shared(folder):
    """The compiled library as a shared library. A program with hidden
    visibility shares its state: the library calls the handler that the program
    sets."""
    library, *units = compiled_units(compiler(), folder, ("-fPIC",))
    shared_library = os.path.join(folder, "librill.so")
    call([compiler(), "-shared", library, "-o", shared_library])
    program = os.path.join(folder, "program")
    link = [shared_library, f"-Wl,-rpath,{folder}", "-o", program]
    call([compiler(), *units, *link])
    check_compiled(program)
    check_ends(compiler(), folder, (), link[:2])
    if os.path.exists("/dev/full"):
        call([compiler(), "-std=c++20", "-O2", *HIDDEN, COMPILED,
              "-I", "include", f"{COMPILED_FOLDER}/lost.cpp", *link])
        text = call([program])
        assert text == "told of write", text


def compiled_plug_in(index, *flags):
    """A plug-in that contains the compiled library is closed: the handler of
    std::terminate that it set still works when the program ends."""
    def test(folder):
        chosen = configurations.plain()[index]
        if chosen.missing:
            raise Skip(chosen.missing)
        common = [chosen.compiler.path, "-std=c++20", "-O2", "-Wall", "-Wextra",
                  "-Werror", "-I", "include", *flags]
        plug_in = os.path.join(folder, "plug_in.so")
        program = os.path.join(folder, "host")
        ends = f"{COMPILED_FOLDER}/ends.cpp"
        call([*common, "-fPIC", "-shared", COMPILED,
              "-DRILL_TEST_PLUG_IN", ends, "src/rill.cpp", "-o", plug_in])
        call([*common, "-DRILL_TEST_HOST", ends, "-ldl", "-o", program])
        done = subprocess.run([program, plug_in], timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert (done.returncode, done.stdout) == (-signal.SIGABRT, b"kept"), \
            done
    return test


def link_error(units, folder):
    done = subprocess.run([compiler(), *units, "-o",
                           os.path.join(folder, "program")], cwd=ROOT,
                          env=machine.ENVIRONMENT, timeout=300,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode != 0, "it links"
    return done.stdout.decode(errors="replace")


def compiled_forgotten(folder):
    """Links without the library, and with one built with other flags: the
    linker's error names rill_compiled."""
    library, *units = compiled_units(compiler(), folder,
                                     of_library=("-DRILL_BUFFER_SIZE=4096",))
    for given in (units, [library, *units]):
        text = link_error(given, folder)
        assert "rill0_rill_compiled" in text, text


def compiled_cmake(folder):
    used = cmake(folder, os.path.join(PACKAGE, "add_subdirectory"),
                 f"-DRILL_ROOT={ROOT}", "-DRILL_COMPILED=ON")
    call([cmake_program(), "--build", used])
    check_compiled(os.path.join(used, "compiled"))
    hidden = cmake(os.path.join(folder, "hidden"),
                   os.path.join(PACKAGE, "add_subdirectory"),
                   f"-DRILL_ROOT={ROOT}", "-DRILL_COMPILED=ON",
                   "-DBUILD_SHARED_LIBS=ON",
                   "-DCMAKE_CXX_VISIBILITY_PRESET=hidden",
                   "-DCMAKE_VISIBILITY_INLINES_HIDDEN=ON")
    call([cmake_program(), "--build", hidden])
    check_compiled(os.path.join(hidden, "compiled"))


# Functions that a compiler calls by itself, and the allocation of buffers
# (docs/freestanding.md); and the program's own device.
BROUGHT = re.compile(r"memcpy|memmove|memset|memcmp|_Zn[wa][mj]|_Zd[la]Pv[mj]?|"
                     r"_ZN7machine5write\w+")
# Functions of libgcc: division and remainder of 128 bits, and arithmetic of a
# long double that the processor lacks.
RUNTIME = re.compile(r"__u?(div|mod)ti3|__u?divmodti4|__\w+tf[23]?")
# Headers of the C library and of POSIX. <wchar.h> is allowed: libstdc++'s
# <string_view> includes it.
HOSTED = re.compile(r"/(stdio|stdlib|string|errno|pthread|unistd|fcntl|poll|"
                    r"time|signal|math|sys/\w*(stat|uio|mman|types))\.h$")


def freestanding(index, *flags):
    """A program without libraries runs, needs exactly the functions that it has
    to define, and includes no header of a C library."""
    def test(folder):
        chosen = configurations.plain()[index]
        if chosen.missing:
            raise Skip(chosen.missing)
        compiled = freestanding_objects(folder, chosen.compiler.path, flags)
        nm = shutil.which("nm")
        for name in call([nm, "-u", "-P", compiled[0]]).splitlines() if nm \
                else ():
            symbol = name.split()[0]
            assert BROUGHT.fullmatch(symbol) or RUNTIME.fullmatch(symbol), \
                f"the program needs {symbol}"
        if (platform.system() != "Linux" or
                platform.machine() not in ("x86_64", "aarch64")):
            raise Skip("program.cpp has no start for this machine")
        program = os.path.join(folder, "program")
        call([chosen.compiler.path, "-nostdlib", "-static", *compiled,
              "-lgcc", "-o", program])
        text = call([program])
        assert text.endswith("through a callable: 1 2.5"), text
    return test


def general_registers(folder):
    if platform.machine() not in ("x86_64", "aarch64"):
        raise Skip("no -mgeneral-regs-only for this processor")
    call([compiler(), "-std=c++20", "-O2", "-ffreestanding",
          "-mgeneral-regs-only", "-fno-exceptions", "-fno-rtti", "-Wall",
          "-Wextra", "-Werror", "-I", "include", "-c",
          "test/package/freestanding/integers.cpp", "-o",
          os.path.join(folder, "integers.o")])


def freestanding_objects(folder, compiler_path, flags):
    common = [compiler_path, "-std=c++20", "-ffreestanding",
              "-fno-exceptions", "-fno-rtti", "-Wall", "-Wextra", "-Werror",
              "-I", "include"]
    if platform.machine() == "aarch64":
        common.append("-mno-outline-atomics")  # they call the C library
    compiled = []
    for name, more in (("program", flags), ("machine", ("-O0",))):
        output = os.path.join(folder, name + ".o")
        call([*common, *more, "-MD", "-MF", output + ".d", "-c",
              f"test/package/freestanding/{name}.cpp", "-o", output])
        with open(output + ".d", encoding="utf-8") as file:
            hosted = [path for path in file.read().split()
                      if HOSTED.search(path) and "include/rill/" not in path]
        assert not hosted, f"{name}.cpp includes {hosted}"
        compiled.append(output)
    return compiled


def single_header(folder):
    call([sys.executable, os.path.join("tools", "single_header.py"), "-o",
          os.path.join(folder, "rill_single.h")])
    program = os.path.join(folder, "program")
    flags = ["-std=c++20", "-Wall", "-Wextra", "-Werror", "-I", folder]
    call([compiler(), *flags, "-I", "include",
          "test/package/single/hello.cpp", "test/package/single/beside.cpp",
          "-o", program])
    assert call([program]) == "Hello, 42 1.5"
    os.mkdir(os.path.join(folder, "rill"))
    os.rename(os.path.join(folder, "rill_single.h"),
              os.path.join(folder, "rill", "rill.h"))
    call([compiler(), *flags, "-ffreestanding", "-fno-exceptions", "-fno-rtti",
          "-fsyntax-only", "test/package/freestanding/program.cpp"])


def header_sets(folder):
    """CMake's own check knows the headers, and compiles the public ones alone.
    The tests `header/` compile all."""
    if not cmake_program():
        raise Skip("cmake: not installed")
    version = call([cmake_program(), "--version"])
    if tuple(map(int, version.split()[2].split(".")[:2])) < (3, 24):
        raise Skip("header sets need CMake 3.24")
    if not shutil.which("ninja"):
        raise Skip("ninja: not installed")
    build = cmake(folder, ROOT)
    name = "rill_headers_verify_interface_header_sets"
    known = building.names_below(os.path.join(build, name), (".cxx",))
    public = [f"rill/{header}.cxx" for header in sorted(os.listdir(
        os.path.join(building.INCLUDE, "rill"))) if header.endswith(".h")]
    absent = set(public) - set(known)
    assert not absent and len(known) > 5 * len(public), (absent, len(known))
    call([cmake_program(), "--build", build, "--target", *(
        f"CMakeFiles/{name}.dir/{name}/{source}.o" for source in public)])


TESTS = {
    "package/find_package: after an install": find_package,
    "package/add_subdirectory: as a part of a project": add_subdirectory,
    "package/fetch_content: as a part that is fetched": fetch_content,
    "package/cmake: the oldest version": oldest_cmake,
    "package/bare: one compiler line": bare_line,
    "package/quiet: no exceptions and no RTTI": quiet_line,
    "package/mixed: -march=native in one unit": mixed("-march=native"),
    "package/mixed: -fno-exceptions in one unit": mixed("-fno-exceptions"),
    "package/mixed: another buffer size in one unit":
        mixed("-DRILL_BUFFER_SIZE=4096"),
    "package/mixed: -ffreestanding in one unit": mixed("-ffreestanding"),
    "package/compiled: g++": compiled(0),
    "package/compiled: clang++ with libc++": compiled(1, "-stdlib=libc++"),
    "package/compiled: beside a unit that has its own":
        compiled(0, of_other=("-DRILL_COMPILED=0",)),
    "package/compiled: as a shared library": compiled_shared,
    "package/compiled: in a library that is closed, g++":
        compiled_plug_in(0, "-fno-gnu-unique"),
    "package/compiled: in a library that is closed, clang++":
        compiled_plug_in(1),
    "package/compiled: forgotten, or with other flags": compiled_forgotten,
    "package/compiled: a target of CMake": compiled_cmake,
    "package/freestanding: no library, g++ -O2": freestanding(0, "-O2"),
    "package/freestanding: no library, g++ -O0": freestanding(0, "-O0"),
    "package/freestanding: no library, clang++ -O2": freestanding(1, "-O2"),
    "package/freestanding: no floating-point registers": general_registers,
    "package/single: the library as one header": single_header,
    "package/headers: CMake verifies the header set": header_sets,
}


def run(context):
    chosen = [n for n in TESTS if context.selection.has(n)]
    if context.list_only:
        for name in chosen:
            print(name)
        return
    with context.report.group("packages", len(chosen)) as group:
        group.each(context.pool, lambda name: run_one(context, name), chosen)


def inputs():
    """A hash of everything that the outcome depends on."""
    parts = [building.hashes.of_tree(building.INCLUDE),
             building.hashes.of_tree(PACKAGE, (".h", ".cpp", ".txt")),
             building.hashes.of_tree(os.path.join(ROOT, "cmake"),
                                     (".in", ".cmake")),
             building.hashes.of(os.path.join(ROOT, "CMakeLists.txt")),
             building.hashes.of(os.path.join(ROOT, "src", "rill.cpp")),
             building.hashes.of(os.path.join(ROOT, "README.md")),
             str(cmake_program()),
             building.hashes.of(os.path.join(ROOT, "tools",
                                             "single_header.py")),
             building.hashes.of(os.path.abspath(__file__)),
             str(configurations.plain()[0])]
    return building.digest(*parts)


def run_one(context, name):
    stamp = os.path.join(building.BUILD, "package",
                         building.digest(name) + ".passed")
    if os.path.exists(stamp):
        with open(stamp) as file:
            if file.read() == inputs():
                context.report.passed(name)
                return
    with tempfile.TemporaryDirectory(prefix="rill-package-") as folder:
        try:
            TESTS[name](folder)
        except Skip as reason:
            context.report.skipped(name, str(reason))
        except (AssertionError, OSError,
                subprocess.TimeoutExpired) as error:
            context.report.failed(name, str(error))
        else:
            context.report.passed(name)
            building.write_if_changed(stamp, inputs())
