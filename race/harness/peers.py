"""The libraries on this machine, and how to compile against them."""

import os
import platform
import shutil
import subprocess
from dataclasses import dataclass, field

from devtools import building


@dataclass
class Peer:
    name: str
    present: bool
    version: str
    flags: list = field(default_factory=list)
    libraries: list = field(default_factory=list)
    sources: list = field(default_factory=list)  # compiled once, linked


LABELS = {"rill": "rill", "limit": "limit", "stdio": "C and POSIX",
          "iostream": "iostream", "fmt": "{fmt}", "boost": "Boost",
          "fast_io": "fast_io", "rust": "Rust", "ring": "ring buffer",
          "buffered_io": "buffered_io", "charconv": "<charconv>",
          "zmij": "Żmij", "fast_float": "fast_float", "iconv": "iconv",
          "openssl": "OpenSSL", "zlib": "zlib", "libdeflate": "libdeflate",
          "coreutils": "coreutils", "zstd": "zstd", "lz4": "lz4",
          "gzip_command": "gzip", "pigz_command": "pigz",
          "zstd_command": "zstd command", "lz4_command": "lz4 command",
          "python": "Python",
          "boost_process": "Boost.Process", "qt": "Qt",
          "zpp_bits": "zpp_bits", "bitsery": "bitsery", "alpaca": "alpaca",
          "glaze": "glaze", "cereal": "cereal",
          "boost_serialization": "Boost.Serialization",
          "msgpack": "msgpack-c", "protobuf": "Protocol Buffers"}

# The libraries that --with takes, and where each is published.
GIVEN = {"fast_io": "https://github.com/cppfastio/fast_io",
         "fmt": "https://github.com/fmtlib/fmt",
         "fast_float": "https://github.com/fastfloat/fast_float",
         "zmij": "https://github.com/vitaut/zmij",
         "buffered_io": "https://github.com/sumitdhyani/buffered_io",
         "libdeflate": "https://github.com/ebiggers/libdeflate",
         "boost_process": "https://www.boost.org",
         "zpp_bits": "https://github.com/eyalz800/zpp_bits",
         "bitsery": "https://github.com/fraillt/bitsery",
         "alpaca": "https://github.com/p-ranav/alpaca",
         "glaze": "https://github.com/stephenberry/glaze"}
# One file of each, relative to its folder of headers.
PROBES = {"fast_io": "fast_io.h", "fmt": "fmt/format.h",
          "fast_float": "fast_float/fast_float.h", "zmij": "zmij.h",
          "buffered_io": "SmartBuffer.hpp", "libdeflate": "libdeflate.h",
          "boost_process": "boost/process/v2.hpp",
          "zpp_bits": "zpp_bits.h", "bitsery": "bitsery/bitsery.h",
          "alpaca": "alpaca/alpaca.h", "glaze": "glaze/glaze.hpp"}

# The packages of Debian and Ubuntu that have the others.
PACKAGED = {"boost": "libboost-iostreams-dev", "boost_process":
            "libboost1.81-dev", "boost_serialization":
            "libboost-serialization-dev", "cereal": "libcereal-dev",
            "fast_float": "libfast-float-dev", "fmt": "libfmt-dev",
            "gzip_command": "gzip", "iconv": "libc-bin",
            "coreutils": "coreutils", "libdeflate": "libdeflate-dev",
            "lz4": "liblz4-dev", "lz4_command": "lz4",
            "msgpack": "libmsgpack-cxx-dev", "openssl": "libssl-dev",
            "pigz_command": "pigz",
            "protobuf": "libprotobuf-dev protobuf-compiler",
            "qt": "qt6-base-dev pkg-config", "rust": "cargo",
            "zlib": "zlib1g-dev", "zstd": "libzstd-dev",
            "zstd_command": "zstd"}

NO_LIBRARY = ("rill", "limit", "stdio", "iostream", "charconv", "ring")


def headers_of(name, folder):
    """The folder of headers, for a library given by that folder or by the root
    of its checkout; None if neither has its header."""
    return next((found for found in (folder, os.path.join(folder, "include"))
                 if os.path.exists(os.path.join(found, PROBES[name]))), None)


def absent(peers):
    """A line for each library that is absent: why, what to type, and where to
    get it."""
    for peer in peers.values():
        if peer.present:
            continue
        line = (f"{LABELS.get(peer.name, peer.name)} takes no part: "
                f"{peer.version}")
        if peer.name in GIVEN:
            if "--with" not in line:
                line += f" (--with {peer.name}=DIR)"
            line += f"; {GIVEN[peer.name]}"
        if peer.name in PACKAGED:
            line += f"; apt-get install {PACKAGED[peer.name]}"
        yield line


def macro(cxx, header, name, flags=()):
    """The text to which a header's macro expands, or None."""
    source = f"#include <{header}>\nrace_value {name}\n"
    done = subprocess.run([cxx, "-std=c++20", "-E", "-x", "c++", "-", *flags],
                          input=source, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, universal_newlines=True)
    if done.returncode != 0:
        return None
    # The expansion can be on a line of its own, after a line marker.
    text = done.stdout.rpartition("race_value")[2]
    words = [line for line in text.splitlines() if not line.startswith("#")]
    return " ".join(words).strip().strip('"') or None


def find_fmt(cxx, folder):
    """{fmt}, from --with fmt=DIR or from the distribution."""
    flags = ["-isystem", folder] if folder else []
    number = (macro(cxx, "fmt/base.h", "FMT_VERSION", flags)
              or macro(cxx, "fmt/core.h", "FMT_VERSION", flags))
    if not number or not number.isdigit():
        return Peer("fmt", False, "fmt/format.h was not found")
    n = int(number)
    version = f"{n // 10000}.{n // 100 % 100}.{n % 100}"
    if not folder:
        return Peer("fmt", True, version + ", distribution's package",
                    libraries=["-lfmt"])
    found = [os.path.join(folder, "..", "src", name)
             for name in ("format.cc", "os.cc")]
    if all(os.path.exists(path) for path in found):
        return Peer("fmt", True, f"{version}, {folder}, compiled", flags,
                    sources=found)
    return Peer("fmt", True, f"{version}, {folder}, header-only",
                flags + ["-DFMT_HEADER_ONLY"])


def find_fast_float(cxx, folder):
    """fast_float: headers from --with fast_float=DIR or from the
    distribution."""
    flags = ["-isystem", folder] if folder else []
    header = "fast_float/fast_float.h"
    parts = [macro(cxx, header, "FASTFLOAT_VERSION_" + part, flags)
             for part in ("MAJOR", "MINOR", "PATCH")]
    if all(part and part.isdigit() for part in parts):
        version = ".".join(parts)
    elif macro(cxx, header, "1", flags):
        version = "version not stated"
    else:
        return Peer("fast_float", False, header + " was not found")
    return Peer("fast_float", True, f"{version}, "
                f"{folder or 'distribution package'}", flags)


def find_zmij(folder):
    """Żmij: a source and a header, from --with zmij=DIR."""
    found = find_headers("zmij", folder, "zmij.h")
    if found.present:
        found.sources = [os.path.join(folder, "zmij.cc")]
    return found


def find_boost(cxx):
    version = macro(cxx, "boost/version.hpp", "BOOST_LIB_VERSION")
    probe = macro(cxx, "boost/iostreams/stream.hpp", "1")
    if not version or probe != "1":
        return Peer("boost", False, "boost/iostreams was not found")
    return Peer("boost", True, version.replace("_", "."),
                libraries=["-lboost_iostreams"])


def find_boost_process(cxx, folder):
    """Boost.Process v2, header-only, from --with boost_process=DIR or
    installed; compiled with the paths of the standard library."""
    flags = ["-isystem", folder] if folder else []
    version = macro(cxx, "boost/version.hpp", "BOOST_LIB_VERSION", flags)
    if not version or not has_header(cxx, PROBES["boost_process"], flags):
        return Peer("boost_process", False, "no boost/process/v2.hpp, of "
                    "Boost 1.80 or newer, was found")
    return Peer("boost_process", True, f"{version.replace('_', '.')}, "
                f"{folder or 'distribution package'}",
                flags + ["-DBOOST_PROCESS_USE_STD_FS"], ["-pthread"])


def has_header(cxx, header, flags):
    source = f"#if !__has_include(<{header}>)\n#error absent\n#endif\n"
    return subprocess.run([cxx, "-std=c++20", "-E", "-x", "c++", "-", *flags],
                          input=source, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL,
                          universal_newlines=True).returncode == 0


def find_headers(name, folder, probe):
    """A library given by --with name=DIR, recognised by one of its files."""
    if not folder:
        return Peer(name, False, f"not given (--with {name}=DIR)")
    if not os.path.exists(os.path.join(folder, probe)):
        return Peer(name, False, f"no {probe} in {folder}")
    return Peer(name, True, commit(folder) or folder, ["-isystem", folder])


def commit(folder):
    """The commit of a checkout, if the folder is one."""
    done = subprocess.run(["git", "-C", folder, "log", "-1",
                           "--format=%h of %cs"], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, universal_newlines=True)
    return f"commit {done.stdout.strip()}" if done.stdout.strip() else None


def find_iconv(cxx):
    """iconv(3) and the command, of the C library or of libiconv."""
    if macro(cxx, "iconv.h", "1") != "1" or not shutil.which("iconv"):
        return Peer("iconv", False, "iconv was not found")
    done = subprocess.run(["iconv", "--version"], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, universal_newlines=True)
    return Peer("iconv", True, done.stdout.split("\n")[0] or "iconv")


def find_openssl(cxx):
    version = macro(cxx, "openssl/opensslv.h", "OPENSSL_VERSION_STR")
    if not version:
        return Peer("openssl", False, "openssl/evp.h was not found")
    return Peer("openssl", True, version,
                libraries=["-lssl", "-lcrypto"])


def find_qt():
    """Qt 6 Core, by pkg-config. Its headers require position-independent
    code."""
    found = [pkg_config(word) for word in ("--modversion", "--cflags",
                                           "--libs")]
    if None in found or not found[0]:
        return Peer("qt", False, "pkg-config knows no Qt6Core")
    version, flags, libraries = found
    flags = [flag.replace("-I", "-isystem", 1) for flag in flags.split()]
    return Peer("qt", True, version, flags + ["-fPIC"], libraries.split())


def pkg_config(question):
    """The output of pkg-config for Qt6Core, or None."""
    try:
        done = subprocess.run(["pkg-config", question, "Qt6Core"],
                              stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL,
                              universal_newlines=True)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def find_zlib(cxx):
    version = macro(cxx, "zlib.h", "ZLIB_VERSION")
    if not version:
        return Peer("zlib", False, "zlib.h was not found")
    return Peer("zlib", True, version, libraries=["-lz"])


def find_libdeflate(cxx, folder):
    """libdeflate, from the distribution, or from --with libdeflate=DIR: a
    checkout with the built library in its folder build/."""
    flags = ["-isystem", folder] if folder else []
    version = macro(cxx, "libdeflate.h", "LIBDEFLATE_VERSION_STRING", flags)
    if not version:
        return Peer("libdeflate", False, "libdeflate.h was not found")
    if not folder:
        return Peer("libdeflate", True, version + ", distribution's package",
                    libraries=["-ldeflate"])
    library = os.path.join(folder, "build", "libdeflate.a")
    if not os.path.exists(library):
        return Peer("libdeflate", False, f"no build/libdeflate.a in {folder}")
    return Peer("libdeflate", True, f"{version}, {folder}", flags, [library])


def find_versioned(cxx, name, header, also, prefix):
    """A library whose header has its version in three macros."""
    words = macro(cxx, header, ".".join(
        prefix + part for part in ("MAJOR", "MINOR", "RELEASE")))
    if not words or macro(cxx, also, "1") != "1":
        return Peer(name, False, f"{also} was not found")
    return Peer(name, True, "".join(words.split()), libraries=[f"-l{name}"])


def find_cereal(cxx):
    parts = [macro(cxx, "cereal/version.hpp", "CEREAL_VERSION_" + part)
             for part in ("MAJOR", "MINOR", "PATCH")]
    if None in parts:
        return Peer("cereal", False, "cereal/version.hpp was not found")
    return Peer("cereal", True, ".".join(parts))


def find_boost_serialization(cxx):
    version = macro(cxx, "boost/version.hpp", "BOOST_LIB_VERSION")
    if not version or not has_header(cxx, "boost/archive/binary_oarchive.hpp",
                                     []):
        return Peer("boost_serialization", False,
                    "boost/archive was not found")
    return Peer("boost_serialization", True, version.replace("_", "."),
                libraries=["-lboost_serialization"])


def find_msgpack(cxx):
    """The C++ headers of msgpack, compiled without Boost."""
    flags = ["-DMSGPACK_NO_BOOST"]
    parts = [macro(cxx, "msgpack/version_master.hpp",
                   "MSGPACK_VERSION_" + part, flags)
             for part in ("MAJOR", "MINOR", "REVISION")]
    if None in parts or not has_header(cxx, "msgpack.hpp", flags):
        return Peer("msgpack", False, "msgpack.hpp was not found")
    return Peer("msgpack", True, ".".join(parts), flags)


def find_protobuf(cxx):
    """Protocol Buffers, and the code that protoc makes of monster.proto."""
    if not shutil.which("protoc") or not has_header(
            cxx, "google/protobuf/message.h", []):
        return Peer("protobuf", False, "protoc or google/protobuf was not "
                    "found")
    folder = os.path.join(building.ROOT, "build", "race", "protobuf")
    sources = os.path.join(building.ROOT, "race", "contenders", "binary")
    os.makedirs(folder, exist_ok=True)
    done = subprocess.run(["protoc", f"--proto_path={sources}",
                           f"--cpp_out={folder}", "monster.proto"],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          universal_newlines=True)
    if done.returncode != 0:
        return Peer("protobuf", False, "protoc: " + done.stderr.strip())
    version = subprocess.run(["protoc", "--version"], stdout=subprocess.PIPE,
                             universal_newlines=True).stdout.split()[-1]
    return Peer("protobuf", True, version, ["-isystem", folder],
                ["-lprotobuf", "-pthread"],
                [os.path.join(folder, "monster.pb.cc")])


def find_command(name, program):
    """A peer that is a command, with the version that it prints."""
    if not shutil.which(program):
        return Peer(name, False, f"{program} was not found")
    done = subprocess.run([program, "--version"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True)
    return Peer(name, True, done.stdout.strip().split("\n")[0])


def find_python():
    return Peer("python", True, platform.python_version())


def find_rust():
    if not shutil.which("cargo"):
        return Peer("rust", False, "cargo was not found")
    done = subprocess.run(["rustc", "--version"], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, universal_newlines=True)
    words = done.stdout.split()
    return Peer("rust", len(words) > 1, words[1] if len(words) > 1
                else "rustc does not run")


def find_all(cxx, given):
    """Every peer by name; `given` is {name: folder} from --with."""
    first_line = subprocess.run([cxx, "--version"], stdout=subprocess.PIPE,
                                universal_newlines=True).stdout.split("\n")[0]
    peers = [Peer(name, True, first_line) for name in NO_LIBRARY]
    peers += [find_fmt(cxx, given.get("fmt")), find_boost(cxx),
              find_headers("fast_io", given.get("fast_io"), "fast_io.h"),
              find_headers("buffered_io", given.get("buffered_io"),
                           "SmartBuffer.hpp"),
              find_fast_float(cxx, given.get("fast_float")),
              find_zmij(given.get("zmij")), find_iconv(cxx),
              find_openssl(cxx), find_zlib(cxx), find_qt(),
              find_versioned(cxx, "zstd", "zstd.h", "zstd.h", "ZSTD_VERSION_"),
              find_versioned(cxx, "lz4", "lz4.h", "lz4frame.h",
                             "LZ4_VERSION_"),
              find_command("coreutils", "sha256sum"),
              *(find_command(f"{word}_command", word)
                for word in ("gzip", "pigz", "zstd", "lz4")),
              find_libdeflate(cxx, given.get("libdeflate")),
              find_boost_process(cxx, given.get("boost_process")),
              *(find_headers(name, given.get(name), PROBES[name])
                for name in ("zpp_bits", "bitsery", "alpaca", "glaze")),
              find_cereal(cxx), find_boost_serialization(cxx),
              find_msgpack(cxx), find_protobuf(cxx),
              find_python(), find_rust()]
    return {peer.name: peer for peer in peers}
