"""How others use the library: find_package after an install,
add_subdirectory, one bare compiler line, units with different flags in one
program, no exceptions and no RTTI, no libraries at all, a single header, and
CMake's own check of the headers. RILL_CMAKE in the environment names another
cmake than the first on the path."""

import glob
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile

from . import building, configurations, machine
from .building import ROOT
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
    # CMake before 3.23 passes over a file set, and with it its folder.
    targets = glob.glob(f"{prefix}/**/rill-targets.cmake", recursive=True)
    with open(targets[0], encoding="utf-8") as file:
        text = file.read()
    assert "INTERFACE_INCLUDE_DIRECTORIES" in text, text
    assert "FILE_SET" not in text, text


def oldest_cmake(folder):
    """What the files ask for is the version that README.md promises."""
    del folder
    wanted = set()
    for where in (ROOT, *(os.path.join(PACKAGE, name) for name in
                          ("find_package", "add_subdirectory"))):
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
    """Two units in one program, the second one with `flags`; linked in both
    orders, because the linker keeps the first of two equal functions."""
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
    """Weak symbols of the library that stand in both object files."""
    nm = shutil.which("nm")
    if not nm:
        return []

    def weak(path):
        lines = call([nm, "-C", path]).splitlines()
        return {line[19:] for line in lines
                if line[17:18] in "WV" and line[19:].startswith("rill::")}
    return sorted(weak(first) & weak(second))


# What a compiler calls by itself, and where buffers come from
# (docs/freestanding.md); and the program's own device.
BROUGHT = re.compile(r"memcpy|memmove|memset|memcmp|_Zn[wa][mj]|_Zd[la]Pv[mj]?|"
                     r"_ZN7machine5write\w+")
# In libgcc: division of 128 bits, by itself and with the remainder;
# arithmetic of a long double that is none of the processor's.
RUNTIME = re.compile(r"__u?(div|mod)ti3|__u?divmodti4|__\w+tf[23]?")
# Those of the C library and of POSIX. <wchar.h> is none of rill's: the
# <string_view> of libstdc++ includes it.
HOSTED = re.compile(r"/(stdio|stdlib|string|errno|pthread|unistd|fcntl|poll|"
                    r"time|signal|math|sys/\w*(stat|uio|mman|types))\.h$")


def freestanding(index, *flags):
    """A program without libraries: what it needs is exactly what it is told
    to bring, no header of a C library is included, and it runs."""
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
        common.append("-mno-outline-atomics")  # they ask the C library
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
    """CMake compiles every header of the file set alone."""
    if not cmake_program():
        raise Skip("cmake: not installed")
    version = call([cmake_program(), "--version"])
    if tuple(map(int, version.split()[2].split(".")[:2])) < (3, 24):
        raise Skip("header sets need CMake 3.24")
    build = cmake(folder, ROOT)
    call([cmake_program(), "--build", build, "--target",
          "all_verify_interface_header_sets"])


TESTS = {
    "package/find_package: after an install": find_package,
    "package/add_subdirectory: as a part of a project": add_subdirectory,
    "package/cmake: the oldest version": oldest_cmake,
    "package/bare: one compiler line": bare_line,
    "package/quiet: no exceptions and no RTTI": quiet_line,
    "package/mixed: -march=native in one unit": mixed("-march=native"),
    "package/mixed: -fno-exceptions in one unit": mixed("-fno-exceptions"),
    "package/mixed: another buffer size in one unit":
        mixed("-DRILL_BUFFER_SIZE=4096"),
    "package/mixed: -ffreestanding in one unit": mixed("-ffreestanding"),
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
    with context.report.group("packages"):
        context.pool.each(lambda name: run_one(context, name), chosen)


def inputs():
    """What the outcome depends on, as one hash."""
    parts = [building.hashes.of_tree(building.INCLUDE),
             building.hashes.of_tree(PACKAGE, (".h", ".cpp", ".txt")),
             building.hashes.of_tree(os.path.join(ROOT, "cmake"),
                                     (".in", ".cmake")),
             building.hashes.of(os.path.join(ROOT, "CMakeLists.txt")),
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
