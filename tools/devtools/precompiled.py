"""Precompiled headers for sources that begin with the same includes."""

import json
import os
from dataclasses import dataclass

from . import building


CODE = ("-fpch-codegen", "-fpch-instantiate-templates")


@dataclass(frozen=True)
class Start:
    flags: tuple  # flags that a compile begins with
    identity: str  # a hash of all files that it is made of
    object: str  # the file with its code, to be linked; empty: none
    path: str
    compile: object  # a function that compiles it

    def make(self):
        """Compiles it again after remove()."""
        if not os.path.exists(self.path):
            self.compile()


def remove(starts):
    """Takes precompiled headers from the disk until a compile needs them: those
    of g++ have up to 100 MB each."""
    for one in starts:
        if one and os.path.exists(one.path):
            os.remove(one.path)


def start(configuration, flags, name, text, only_kept=False, with_code=False):
    """Precompiles `text`, lines of #include, for sources that are compiled with
    `flags`. Returns a Start, or None where that fails: a source that includes
    these headers then reports the error itself. With `only_kept`, also None
    where no earlier call has made one. With `with_code`, clang++ compiles the
    inline functions of the headers into one object file, Start.object, which
    the program must be linked with, and no longer into the object of each
    source; g++ cannot, and the Start has no object."""
    path = os.path.join(building.BUILD, "precompiled", building.digest(
        configuration.name, configuration.compiler.path, *flags), name + ".h")
    building.write_if_changed(path, text)
    is_gcc = configuration.compiler.family == "gcc"
    output = path + (".gch" if is_gcc else ".pch")
    if only_kept and not os.path.exists(output):
        return None
    has_code = with_code and not is_gcc

    def compile_it(may_be_gone=False):
        return building.compile_once(
            configuration.compiler, [*flags, *(CODE if has_code else ()), "-x",
                                     "c++-header"], path, output,
            everything=True, may_be_gone=may_be_gone)

    if compile_it(may_be_gone=not has_code).status != 0:
        return None
    code = output + ".o" if has_code else ""
    if has_code and building.compile_once(
            configuration.compiler,
            [*flags, "-Wno-unused-command-line-argument", "-c"], output,
            code).status != 0:
        return None
    words = (("-Winvalid-pch", "-include", path) if is_gcc
             else ("-include-pch", output))
    try:
        with open(output + ".stamp", encoding="utf-8") as file:
            files = json.load(file)["files"]
    except OSError:  # a header has just been edited
        return None
    identity = building.digest(json.dumps(
        {name.removeprefix(building.ROOT): value
         for name, value in files.items()}, sort_keys=True))
    building.write_if_changed(output + ".sum", identity)  # for ccache
    return Start(words, identity, code, output, compile_it)
