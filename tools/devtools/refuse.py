"""test/refuse/*.cpp: programs that must not compile. The first lines say how:

    // expect: a sentence that must stand in the compiler's output
    // expect-gcc: (or expect-clang:) one that only this compiler prints
    // says: a whole message, which docs/errors.md shows
    // max-lines: 10
    // only: clang       the other compiler says nothing

A mark continues in the next line when that is indented:

    // expect: a sentence that must stand in
    //   the compiler's output

The error is what a user reads, so it has at most ten lines that are not the
quoted source: `max-lines` counts those that hold a message or a place."""

import collections
import os
import re

from . import building, configurations, precompiled, programs

MARK = re.compile(r"^//\s*(expect(?:-gcc|-clang)?|says|max-lines|flags|only):"
                  r"\s*(.+)$")
CONTINUED = re.compile(r"^//\s{2,}(\S.*)$")
# Lines of quoted source: "  12 |  code" and "     |   ^~~" of both compilers.
QUOTE = re.compile(r"^\s*\d*\s*\|")


def marks(path):
    """[(mark, text)] of a program."""
    return read_marks(path)[0]


def read_marks(path):
    """The marks, and the stray lines: those that follow a mark and neither
    continue it nor begin the heading `// test/refuse/NAME.cpp: …`. What they
    expect would not be compared."""
    found, stray, is_open = [], [], False
    with open(path, encoding="utf-8") as file:
        for line in map(str.rstrip, file):
            if not line.startswith("//"):
                break
            match, more = MARK.match(line), CONTINUED.match(line)
            if match:
                found.append(match.groups())
                is_open = True
            elif is_open and more:
                mark, text = found.pop()
                found.append((mark, f"{text} {more.group(1)}"))
            elif line == "//" or line.startswith("// test/refuse/"):
                is_open = False
            elif is_open:
                stray.append(line)
    return found, stray


def run(context):
    sources = building.find("test/refuse", ".cpp")
    chosen = configurations.plain()
    starts = {} if context.list_only else starts_of(
        context, [path for path in sources if any(
            context.selection.has(name_of(path, c)) for c in chosen)], chosen)
    programs.check_each(
        context, "programs that must not compile", sources, chosen,
        lambda *job: check_if_meant(*job, starts))
    if context.selection.everything:
        precompiled.remove(starts.values())


def check_if_meant(context, full, path, configuration, starts):
    family = configuration.compiler.family
    if any(mark == "only" and text != family for mark, text in marks(path)):
        context.report.skipped(full, "for the other compiler alone")
    else:
        check(context, full, path, configuration, starts)


def name_of(path, configuration):
    stem = os.path.splitext(os.path.basename(path))[0]
    return f"refuse/{stem} [{configuration.name}]"


def first_include(path):
    """The header that a program includes first; None if the program has flags
    of its own."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = re.search(r"^#.*", text, flags=re.M)
    if not found or re.search(r"^// flags:", text, flags=re.M):
        return None
    return found.group() if found.group().startswith("#include") else None


def starts_of(context, sources, chosen):
    """Precompiled headers that three or more programs include first, by
    (configuration's name, line)."""
    count = collections.Counter(map(first_include, sources))
    wanted = [(c, line) for c in chosen if not c.missing
              for line in count if line and count[line] >= 3]
    return dict(zip(
        [(c.name, line) for c, line in wanted],
        context.pool.each(lambda one: precompiled.start(
            one[0], flags_of(one[0]),
            "refuse-" + re.sub(r"\W+", "-", one[1]), one[1] + "\n"), wanted)))


def flags_of(configuration, more=()):
    return [*configuration.flags, "-Wall", "-Wextra", *more, "-I", "include",
            "-fdiagnostics-color=never"]


def check(context, full, path, configuration, starts):
    """With a precompiled header, clang++ names one file more. A failure is
    therefore judged again without it, as a user compiles."""
    start = starts.get((configuration.name, first_include(path)))
    faults, text = [], ""
    for used in [start, None] if start else [None]:
        faults, text = faults_of(path, configuration, used)
        if not faults:
            context.report.passed(full)
            return
    context.report.failed(full, "\n".join([*faults, text]))


def faults_of(path, configuration, start):
    """Returns the faults in the compiler's output, and the output."""
    found = marks(path)
    family = configuration.compiler.family
    wanted = [text for mark, text in found
              if mark in ("expect", f"expect-{family}")]
    whole = [text for mark, text in found if mark == "says"]
    limit = next((int(t) for mark, t in found if mark == "max-lines"), 10)
    # g++ 11 names more places, and clang++ 16 quotes source without a bar, so
    # that it cannot be told from messages. For them only the sentences are
    # checked.
    if configuration.compiler.major < {"gcc": 12, "clang": 17}[family]:
        limit = None
    more = [f for mark, t in found if mark == "flags" for f in t.split()]
    output = os.path.join(building.BUILD, "refuse", os.path.basename(path) +
                          f".{configuration.name}{'.start' * bool(start)}")
    outcome = building.compile_once(
        configuration.compiler,
        [*flags_of(configuration, more), "-fsyntax-only"],
        building.relative(path), output, start=start)
    return judge(outcome, wanted, limit, whole), outcome.text


def judge(outcome, wanted, limit, whole=()):
    if outcome.status == 0:
        return ["it compiles"]
    faults = [] if wanted or whole else ["no `// expect:` line"]
    # A long sentence may be broken by the compiler: compare without spaces.
    flat = re.sub(r"\s+", " ", outcome.text)
    for sentence in wanted:
        if re.sub(r"\s+", " ", sentence) not in flat:
            faults.append(f"does not say: {sentence}")
    # After the message: the quote of an #error, clang's name of a warning.
    faults += [f"does not say, as a whole message: {message}"
               for message in whole if not re.search(
                   re.escape(message) + r'"?( \[-[\w,-]+\])?$', outcome.text,
                   flags=re.M)]
    lines = [line for line in outcome.text.splitlines()
             if line.strip() and not QUOTE.match(line)]
    if limit is not None and len(lines) > limit:
        faults.append(f"{len(lines)} lines of error; {limit} are allowed")
    return faults
