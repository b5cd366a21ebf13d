"""Compiles, runs and compares the code in README.md and docs/**/*.md, and
compiles the examples in public comments. CONTRIBUTING.md has the rules for
these blocks."""

import os
import re
from dataclasses import dataclass, field

from . import (building, configurations, libraries, machine, precompiled,
               programs)
from .building import INCLUDE, ROOT

FENCE = re.compile(r"^(```+|~~~+)\s*(\w*)\s*$")
MARKS = ("fragment", "no-run", "no-compile", "input", "file", "status",
         "needs", "errors")
# What a block shows is the same with the compiled library, and is built in
# two thirds of the time: nothing of it in a header alone.
RELAXED = ("-O0", "-Wno-unused", "-Wno-unused-parameter", "-Wno-shadow",
           building.COMPILED)
PRELUDE = ("algorithm array cstdint cstdio deque filesystem iostream list map "
           "optional set span string string_view tuple utility vector").split()


@dataclass
class Block:
    name: str
    code: str
    marks: dict = field(default_factory=dict)
    output: str = None


def parse_mark(text):
    """`<!-- name -->` or `<!-- name: value -->` as (name, value)."""
    name, _, value = text.strip().partition(":")
    name = name.strip()
    if name not in MARKS:
        return None
    return name, value[1:] if value.startswith((" ", "\n")) else value


def blocks(path):
    """The C++ blocks of a document, with their marks and wanted output."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    found, marks, last, quiet = [], {}, None, False
    number = 0
    while number < len(lines):
        line = lines[number]
        fence = FENCE.match(line.strip())
        if fence:
            end = number + 1
            while end < len(lines) and lines[end].strip() != fence.group(1):
                end += 1
            text = "\n".join(lines[number + 1:end]) + "\n"
            language = fence.group(2)
            if language in ("cpp", "c++"):
                last = Block(f"{os.path.relpath(path, ROOT)}:{number + 1}",
                             text, marks)
                found.append(last)
            elif last and (language == "output" or
                           (language == "text" and quiet)):
                last.output = text
                last = None
            marks, quiet = {}, True
            number = end + 1
            continue
        if line.strip().startswith("<!--"):
            end = number
            while "-->" not in lines[end] and end + 1 < len(lines):
                end += 1
            text = "\n".join(lines[number:end + 1]).strip()
            mark = parse_mark(text[len("<!--"):text.rindex("-->")])
            if mark:
                marks = {**marks, mark[0]: mark[1]}
            number = end + 1
            continue
        if line.strip():
            marks, quiet = {}, False
        number += 1
    return found


HOISTED = re.compile(r"^(#|struct\b|class\b|enum\b|union\b|template\b|"
                     r"namespace\b|inline\b|using\s+namespace\b|static_assert|"
                     r"extern\b)")
STATEMENT = re.compile(r"^(if|for|while|switch|do|try|return|else)\b")
FUNCTION = re.compile(r"^[\w:<>,&*\s\[\]]+\s[\w:~]+\([^;=]*\)[\w\s]*\{", re.S)


def chunks(code):
    """The top-level pieces of a block. A piece ends with `;`, with the brace
    that closes a definition, or with the end of a preprocessor line."""
    bare = blanked(code)
    start = depth = 0
    for at, character in enumerate(bare):
        depth += character in "({["
        depth -= character in ")}]"
        if depth:
            continue
        piece = code[start:at + 1]
        rest = bare[at + 1:].lstrip()
        directive = bare[start:at + 1].lstrip().startswith("#")
        if (character == "\n" and directive) or (
                not directive and (character == ";" or (
                    character == "}" and not rest.startswith(
                        (";", ",", ")", "else", "catch", "while", "."))
                    and not re.search(r"=\s*\{|\w\{[^}]*\}$",
                                      bare[start:at + 1])))):
            yield piece
            start = at + 1
    if code[start:].strip():
        yield code[start:]


def blanked(code):
    """The code with comments and literals made blank."""
    return re.sub(r'//[^\n]*|/\*.*?\*/|R"\(.*?\)"|"(?:\\.|[^"\\\n])*"|'
                  r"'(?:\\.|[^'\\\n])'",
                  lambda m: re.sub(r"[^\n]", " ", m.group(0)), code,
                  flags=re.S)


def split(code):
    """Splits a block: (what stands before main, what stands inside it)."""
    outside, inside = [], []
    for piece in chunks(code):
        bare = blanked(piece).strip()
        hoisted = HOISTED.match(bare) or (
            FUNCTION.match(bare) and not STATEMENT.match(bare))
        (outside if hoisted else inside).append(piece)
    return "".join(outside), "".join(inside)


def everything():
    """The line that includes the whole library."""
    if os.path.exists(os.path.join(INCLUDE, "rill", "rill.h")):
        return "#include <rill/rill.h>\n"
    headers = sorted(n for n in os.listdir(os.path.join(INCLUDE, "rill"))
                     if n.endswith(".h"))
    return "".join(f"#include <rill/{n}>\n" for n in headers)


def program(block):
    """The block as a whole program."""
    if re.search(r"\bmain\s*\(", blanked(block.code)):
        return block.code
    outside, inside = split(block.code)
    start = ""
    if "#include <rill/" not in outside:
        start += everything()
    if "#include" not in outside or "fragment" in block.marks:
        start += prelude()
    return f"{start}{outside}\nint main() {{\n{inside}\n}}\n"


def prelude():
    return "".join(f"#include <{name}>\n" for name in PRELUDE)


def run(context):
    documents = [os.path.join(ROOT, "README.md")]
    documents += building.find("docs", ".md")
    found = [b for path in documents if os.path.exists(path)
             for b in blocks(path)
             if "no-compile" not in b.marks and context.selection.has(b.name)]
    headers = [e for path in building.find("include", ".h")
               for e in [examples(path)] if e]
    headers = [e for e in headers if context.selection.has(e.name)]
    if context.list_only:
        for item in [*found, *headers]:
            print(item.name)
        return
    configuration = configurations.plain()[0]
    starts = (starts_of(configuration, context.pool)
              if len(found) + len(headers) > 1 else [])
    with context.report.group("code in documents", len(found)) as group:
        group.each(context.pool,
                   lambda b: check(context, configuration, b, starts), found)
    with context.report.group("examples in headers", len(headers)) as group:
        group.each(context.pool,
                   lambda b: compile_only(context, configuration, b, starts),
                   headers)
    if context.selection.everything:
        precompiled.remove(start for _, start in starts)


def starts_of(configuration, pool):
    """(text, precompiled header or None) of the two beginnings that most blocks
    have."""
    if configuration.missing:
        return []
    flags = programs.compiler_flags(configuration, RELAXED)
    texts = [everything() + prelude(), everything()]
    compiled = pool.each(lambda text: precompiled.start(
        configuration, flags, f"documents-{len(text)}", text), texts)
    return list(zip(texts, compiled))


def start_for(text, starts):
    """The longest precompiled beginning of a source, or None."""
    return next((compiled for beginning, compiled in starts
                 if text.startswith(beginning)), None)


def source_of(block, text):
    stem = re.sub(r"\W+", "+", block.name)
    path = os.path.join(building.BUILD, "document", stem + ".cpp")
    building.write_if_changed(path, text)
    return path


def with_header(header, usual):
    """The first configuration whose compiler finds a header, or None."""
    return next((c for c in (usual, *configurations.plain(),
                             configurations.clang_libcxx())
                 if not c.missing and machine.accepts(
                     c.compiler, *c.flags, "-include", header)), None)


def check(context, configuration, block, starts):
    if configuration.missing:
        context.report.skipped(block.name, configuration.missing)
        return
    text = program(block)
    needed = libraries.of_code(text)
    reason = libraries.lacking(configuration, needed)
    if reason:
        context.report.skipped(block.name, reason)
        return
    if "needs" in block.marks:
        header = block.marks["needs"].strip()
        configuration = with_header(header, configuration)
        if not configuration:
            context.report.skipped(block.name, f"<{header}>: not here")
            return
        starts = []
    if libraries.compile_flags(needed):
        starts = []
    if "no-run" in block.marks:
        compile_only(context, configuration, Block(block.name, text), starts)
        return
    outcome, built = programs.build(
        configuration, source_of(block, text),
        RELAXED + libraries.flags(needed),
        start=start_for(text, starts))
    if outcome.status != 0:
        context.report.failed(block.name, outcome.text)
        return
    got = run_block(block, built)
    faults = []
    if got.status != int(block.marks.get("status", 0)):
        faults.append(f"status {got.status}")
        faults.append(got.err.decode(errors="replace"))
    if block.output is not None:
        text = programs.difference(block.output.rstrip().encode(),
                                   shown_output(block, got, built).rstrip())
        if text:
            faults.append(text)
    if faults:
        context.report.failed(block.name, "\n".join(faults))
    else:
        context.report.passed(block.name)


def run_block(block, built):
    stdin = block.marks.get("input", "")
    if "\n" not in stdin:
        stdin = stdin.strip().replace("\\n", "\n")
        stdin += "" if stdin.endswith("\n") or not stdin else "\n"
    folder = building.BUILD + "/document/" + re.sub(r"\W+", "+", block.name)
    os.makedirs(folder, exist_ok=True)
    for name in os.listdir(folder):
        if os.path.isfile(os.path.join(folder, name)):
            os.remove(os.path.join(folder, name))
    if "file" in block.marks:
        name, _, text = block.marks["file"].partition("\n")
        with open(os.path.join(folder, name.strip()), "w") as file:
            file.write(text)
    return programs.run([built], stdin.encode(), folder=folder,
                        environment=without_display(os.environ))


def shown_output(block, got, built):
    """What a document shows of a run: standard output, or with the mark
    `errors` standard error, where the program's name is `program`."""
    if "errors" not in block.marks:
        return got.out
    name = re.escape(os.path.basename(built).encode())
    return re.sub(rb"^" + name + rb"(?=: )", b"program", got.err, flags=re.M)


def without_display(variables):
    """An environment in which a block opens no window: Qt draws into memory,
    and box() starts no helper."""
    kept = {name: value for name, value in variables.items()
            if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return {**kept, "QT_QPA_PLATFORM": "offscreen"}


def compile_only(context, configuration, block, starts):
    if configuration.missing:
        context.report.skipped(block.name, configuration.missing)
        return
    needed = libraries.of_code(block.code)
    reason = libraries.lacking(configuration, needed)
    if reason:
        context.report.skipped(block.name, reason)
        return
    more = libraries.compile_flags(needed)
    source = source_of(block, block.code)
    outcome = building.compile_once(
        configuration.compiler,
        [*programs.compiler_flags(configuration, RELAXED + more),
         "-fsyntax-only"],
        source, source + ".checked",
        start=start_for(block.code, [] if more else starts))
    if outcome.status == 0:
        context.report.passed(block.name)
    else:
        context.report.failed(block.name, outcome.text)


def examples(path):
    """The examples of a header as one source, each in its own namespace:
    the lines `///     code` that follow a line `/// Example:`."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    found, number = [], 0
    while number < len(lines):
        if not re.match(r"^\s*/// Examples?:\s*$", lines[number]):
            number += 1
            continue
        first = number = number + 1
        code = []
        while number < len(lines) and re.match(r"^\s*///(\s{4,}\S|\s*$)",
                                               lines[number]):
            code.append(lines[number].strip()[len("///"):])
            number += 1
        found.append((first + 1, "\n".join(code) + "\n"))
    if not found:
        return None
    name = os.path.relpath(path, INCLUDE)
    text = everything() + f"#include <{name}>\n"
    text += prelude()
    for line, code in found:
        outside, inside = split(code)
        hoisted = "".join(piece for piece in outside.splitlines(True)
                          if piece.lstrip().startswith("#include"))
        outside = outside.replace(hoisted, "") if hoisted else outside
        text += (f"{hoisted}namespace example_{line} {{\n{outside}\n"
                 f"inline void run() {{\n#line {line} \"include/{name}\"\n"
                 f"{inside}}}\n}}\n")
    return Block(f"examples/{name}", text)
