"""The libraries that drivers of rill need. A unit test names them in a line `//
libraries: z zstd`. For a block of a document, a whole program and an example in
a header they follow from the drivers and the headers of Qt that it includes."""

import functools
import re

from . import machine

# The linker's name of each library, and one of its headers.
HEADERS = {"z": "zlib.h", "zstd": "zstd.h", "lz4": "lz4frame.h",
           "deflate": "libdeflate.h", "ssl": "openssl/ssl.h",
           "crypto": "openssl/bio.h"}
DRIVERS = {"zlib": ["z"], "gzip_index": ["z"], "zstd": ["zstd"],
           "lz4": ["lz4"], "libdeflate": ["deflate"],
           "openssl": ["ssl", "crypto"],
           "compression": ["z", "zstd", "lz4"]}
# Qt needs compiler flags, which pkg-config has. For each library: how the names
# of its headers begin. QT_USE links only with the standard library that Qt is
# built with.
QT = {"Qt6Widgets": "Label Application Widget", "Qt6Network": "Tcp",
      "Qt6Core": ""}
QT_USE = "QString().toStdString().empty()"
# Macros of OpenSSL contain C-style casts.
RELAXED = {"ssl": ("-Wno-old-style-cast",)}
QT_INCLUDED = re.compile(r"^\s*#include <Q([A-Z]\w*)>", re.M)
NAMED = re.compile(r"^// libraries: (.+)$", re.M)
INCLUDED = re.compile(r"^\s*#include <rill/driver/(\w+)\.h>", re.M)


def named_in(path):
    """The libraries that a file names in its `// libraries:` line."""
    with open(path, encoding="utf-8") as file:
        found = NAMED.search(file.read(2000))
    return found.group(1).split() if found else []


def of_code(text):
    """The libraries of the drivers and of Qt's headers that a program
    includes."""
    found = [library for driver in INCLUDED.findall(text)
             for library in DRIVERS.get(driver, [])]
    found += [module_of(header) for header in QT_INCLUDED.findall(text)]
    return list(dict.fromkeys(found))


def module_of(header):
    """The library of Qt that has a header; the name is without its Q."""
    return next(name for name, beginnings in QT.items()
                if not beginnings or header.startswith(
                    tuple(beginnings.split())))


@functools.lru_cache(maxsize=None)
def package(what, name):
    """The output of pkg-config with --cflags or --libs, as words."""
    status, text = machine.ask(["pkg-config", what, name])
    return tuple(text.split()) if status == 0 else ()


def compile_flags(names):
    """Further flags for compiling with these libraries. Their headers are
    included by -isystem, which silences warnings in them."""
    named = [flag for name in names if name in QT
             for flag in package("--cflags", name)]
    found = [flag.replace("-I", "-isystem", 1) for flag in named]
    if found:
        found.append("-fPIC")
    found += [flag for name in names for flag in RELAXED.get(name, ())]
    return tuple(dict.fromkeys(found))


def flags(names):
    """The flags of a program that is compiled and linked in one command."""
    linked = [flag for name in names
              for flag in (package("--libs", name) if name in QT
                           else (f"-l{name}",))]
    return (*compile_flags(names), *dict.fromkeys(linked))


def lacking(configuration, names):
    """Why a configuration cannot link with these libraries, or an empty
    text."""
    for name in names:
        if name in QT and not package("--libs", name):
            return f"{name}: not installed, or pkg-config is not"
        if not can_link(configuration, name):
            return f"lib{name}: not installed for {configuration.name}"
    return ""


def can_link(configuration, name):
    if name in QT:
        return machine.links(configuration.compiler, "QString",
                             package("--libs", name),
                             *configuration.link_flags,
                             *compile_flags([name]), use=QT_USE)
    return machine.links(configuration.compiler, HEADERS[name],
                         (f"-l{name}",), *configuration.link_flags)
