"""The libraries that drivers of rill need. A unit test names them in a line
`// libraries: z zstd`; a block of a document, a whole program of the tests and
an example in a header need those of the drivers that they include."""

import re

from . import machine

# As the linker calls them: a header of each.
HEADERS = {"z": "zlib.h", "zstd": "zstd.h", "lz4": "lz4frame.h",
           "deflate": "libdeflate.h"}
DRIVERS = {"zlib": ["z"], "gzip_index": ["z"], "zstd": ["zstd"],
           "lz4": ["lz4"], "libdeflate": ["deflate"],
           "compression": ["z", "zstd", "lz4"]}
NAMED = re.compile(r"^// libraries: (.+)$", re.M)
INCLUDED = re.compile(r"^\s*#include <rill/driver/(\w+)\.h>", re.M)


def named_in(path):
    """Those that a file's line names."""
    with open(path, encoding="utf-8") as file:
        found = NAMED.search(file.read(2000))
    return found.group(1).split() if found else []


def of_code(text):
    """Those of the drivers that a program includes."""
    found = [library for driver in INCLUDED.findall(text)
             for library in DRIVERS.get(driver, [])]
    return list(dict.fromkeys(found))


def flags(names):
    return tuple(f"-l{name}" for name in names)


def lacking(configuration, names):
    """Why a configuration cannot link these, or nothing."""
    for name in names:
        if not machine.links(configuration.compiler, HEADERS[name],
                             f"-l{name}", *configuration.link_flags):
            return f"lib{name}: not installed for {configuration.name}"
    return ""
