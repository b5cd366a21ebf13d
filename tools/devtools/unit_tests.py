"""The doctest programs: test/**/*_test.cpp and test/main.cpp, one program per
configuration; unit_runs.py runs them."""

import os
import re

from . import (building, includes, kept, libraries, machine, precompiled,
               programs, unit_runs, windows)

MAIN = os.path.join(building.ROOT, "test", "main.cpp")
FEW = 4  # files; for so few, precompiling costs more than it saves
CASE = re.compile(r'\b(?:TEST_CASE|TEST_CASE_FIXTURE|TEST_CASE_TEMPLATE|'
                  r'TEST_CASE_TEMPLATE_DEFINE)\s*\(\s*(?:[\w:]+\s*,\s*)?'
                  r'((?:"(?:[^"\\]|\\.)*"\s*)+)')


def names_in(path):
    """The names of the test cases of a file, adjacent literals joined."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = []
    for match in CASE.finditer(text):
        pieces = re.findall(r'"((?:[^"\\]|\\.)*)"', match.group(1))
        found.append(re.sub(r"\\(.)", r"\1", "".join(pieces)))
    return found


def sources(selection):
    """The test files with at least one selected test."""
    files = building.find("test", "_test.cpp")
    if selection.everything:
        return files
    return [f for f in files if any(map(selection.has, names_in(f)))]


def run(context):
    files = sources(context.selection)
    if context.list_only:
        for path in files:
            for name in filter(context.selection.has, names_in(path)):
                print(name)
        return
    if not files:
        return
    jobs = jobs_of(context, files)
    able = list(dict.fromkeys(own for own, _ in jobs))
    with context.report.group("headers to precompile", len(able)) as group:
        starts = dict(zip(able, group.each(
            context.pool, lambda c: start_of(c, files_of(jobs, c)), able)))
    objects = compile_all(context, jobs, starts)
    with context.report.group("unit tests to link", len(able)) as group:
        made = group.each(
            context.pool,
            lambda c: link(context, c, objects.get(c.name, []), starts[c],
                           [name for path in files_of(jobs, c)
                            for name in libraries.named_in(path)]), able)
    count = sum(len(names_in(path)) for _, path in jobs
                if context.selection.everything)
    with context.report.group("unit tests to run", count) as group:
        runs = [run for item in filter(None, made) for run in unit_runs.runs_of(
            context, *item, keys_of(context, jobs, item[0]), group)]
        # The program with the most parts last: they keep all cores busy until
        # the end.
        context.pool.each(
            lambda one: unit_runs.run_program(context, one, group),
            sorted(runs, key=lambda one: len(one.keys)))


def files_of(jobs, configuration):
    return [path for own, path in jobs if own is configuration]


def jobs_of(context, files):
    """(configuration, file) of each compile. What cannot be compiled here
    counts as skipped."""
    jobs = []
    for configuration in filter(None, context.configurations()):
        lacking = configuration.missing or missing_framework(configuration)
        if lacking:
            for path in filter(configuration.covers, files):
                for name in filter(context.selection.has, names_in(path)):
                    context.report.skipped(name, lacking)
            continue
        covered = [path for path in files if configuration.covers(path)]
        covered = runnable(context, configuration, covered)
        covered = linkable(context, configuration, covered)
        if not covered:
            continue
        for note in configuration.notes:
            context.report.skipped(configuration.name, note)
        shared = set().union(*map(includes.sources, covered))
        jobs += [(configuration, path) for path in [MAIN, *shared, *covered]]
    # test/main.cpp, with doctest itself, what tests share and the largest files
    # first, so that no core waits for a long compile at the end.
    return sorted(jobs, key=lambda job: (is_test(job[1]),
                                         -os.path.getsize(job[1])))


def is_test(path):
    return path.endswith("_test.cpp")


def compile_all(context, jobs, starts):
    """The objects of each configuration, by its name."""
    objects = {}

    def compile_one(job):
        configuration, path = job
        outcome, output = compile_object(configuration, path,
                                         starts[configuration])
        if outcome.status == 0:
            objects.setdefault(configuration.name, []).append(output)
        else:
            context.report.failed(f"{building.relative(path)} "
                                  f"[{configuration.name}]", outcome.text)

    with context.report.group("unit tests to compile", len(jobs)) as group:
        group.each(context.pool, compile_one, jobs)
    return objects


def missing_framework(configuration):
    """Why the unit tests cannot be compiled, or an empty text."""
    return "" if machine.finds(
        configuration.compiler, "doctest/doctest.h",
        *configuration.flags) else "doctest: not installed"


def runnable(context, configuration, files):
    """The files that the configuration's system can run. On Windows and under
    an emulator the others count as skipped; elsewhere files for Windows are
    left to its own configuration."""
    found = []
    for path in files:
        wanted = windows.platforms_of(path)
        is_barred = "native" in wanted and bool(configuration.runner)
        if windows.fits(configuration, path) and not is_barred:
            found.append(path)
        elif is_barred or configuration.platform == windows.WORD:
            for name in filter(context.selection.has, names_in(path)):
                context.report.skipped(f"{name} [{configuration.name}]",
                                       f"for {', '.join(wanted)} alone")
    return found


def linkable(context, configuration, files):
    """The files whose libraries are installed; the others count as skipped."""
    found = []
    for path in files:
        reason = libraries.lacking(configuration, libraries.named_in(path))
        if not reason:
            found.append(path)
            continue
        for name in filter(context.selection.has, names_in(path)):
            context.report.skipped(f"{name} [{configuration.name}]", reason)
    return found


def start_of(configuration, paths):
    """The precompiled header of a configuration for these files, or None. For
    few files one is used only if there is one already."""
    users = [path for path in paths if uses_start(path)]
    if not configuration.start or not users:
        return None
    text = "".join(f"#include <{name}>\n" for name in configuration.start)
    # Some inline functions of libstdc++ call functions that its library does
    # not export: an object with the code of all of them cannot be linked.
    return precompiled.start(
        configuration, object_flags(configuration), "tests", text,
        only_kept=len(users) <= FEW,
        with_code="-stdlib=libc++" in configuration.flags)


def uses_start(path):
    """main.cpp includes doctest with other macros, and the headers of some
    libraries need other flags."""
    return path != MAIN and not libraries.compile_flags(
        libraries.named_in(path))


def keys_of(context, jobs, configuration):
    """A hash of what the tests of each file are made of. Of the compiled
    library they can call what they include."""
    def hash_of(path):
        return building.hashes.of(object_of(configuration, path))

    common = [kept.machine(), configuration.compiler.version,
              *configuration.flags, hash_of(MAIN),
              str(unit_runs.runs_slow(context, configuration))]
    is_compiled = programs.is_compiled(configuration.flags)
    return {path: building.digest(
        *common, hash_of(path), *map(hash_of, sorted(includes.sources(path))),
        includes.digest(path) if is_compiled else "")
        for path in filter(is_test, files_of(jobs, configuration))}


def object_flags(configuration):
    return [*configuration.flags, *configuration.warnings, "-I", "include",
            "-I", "test", "-DDOCTEST_CONFIG_SUPER_FAST_ASSERTS",
            "-fdiagnostics-color=never"]


def object_of(configuration, path):
    return os.path.join(building.BUILD, configuration.name, "object",
                        building.relative(path).replace("/", "+") + ".o")


def compile_object(configuration, path, start=None):
    output = object_of(configuration, path)
    more = libraries.compile_flags(libraries.named_in(path))
    return building.compile_once(
        configuration.compiler, [*object_flags(configuration), *more, "-c"],
        building.relative(path), output,
        start=start if uses_start(path) else None), output


def link(context, configuration, objects, start, named=()):
    """Links a program with the code of its precompiled header and with the
    libraries that its files name. Returns (configuration, program) or None."""
    if not objects:
        return None
    objects = sorted(objects)
    if start and start.object:
        objects.append(start.object)
    if programs.is_compiled(configuration.flags):
        outcome, library = programs.build_library(
            configuration,
            os.path.join(building.BUILD, configuration.name, "object"),
            object_flags(configuration))
        if outcome.status != 0:
            context.report.failed(f"src/rill.cpp [{configuration.name}]",
                                  outcome.text)
            return None
        objects.append(library)
    needed = libraries.flags(dict.fromkeys(named))
    key = building.digest(*configuration.flags, *needed,
                          *(o + building.hashes.of(o) for o in objects))
    program = os.path.join(building.BUILD, configuration.name, "tests-" + key)
    if os.path.exists(program):
        os.utime(program)
        return configuration, program
    own = f"{program}.{os.getpid()}"
    outcome = building.run_compiler(
        [configuration.compiler.path, *configuration.link_flags,
         *linker_of(configuration), *objects, *needed, "-pthread", "-o", own])
    if outcome.status != 0:
        context.report.failed(f"link [{configuration.name}]", outcome.text)
        return None
    building.remove_old(os.path.dirname(program), "tests-")
    os.replace(own, program)
    return configuration, program


def linker_of(configuration):
    """The flag of a fast linker, on this platform."""
    return () if configuration.is_foreign or configuration.runner else (
        machine.fast_linker(configuration.compiler,
                            *configuration.link_flags))
