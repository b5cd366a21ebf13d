"""Installs missing packages by the system's package manager, and says so.

As root it installs them directly; otherwise with sudo, after a question at a
terminal, or unasked where CI=true. Without permission it prints the line to
type, and the command continues. A package that the system does not have is left
out; tests that need it are skipped with its name. The output of the package
manager goes to a file."""

import os
import re
import shutil
import subprocess
import sys
import time

from . import machine, patience

# Packages by package manager and purpose. The oldest compilers and the second
# standard library are optional: without them some configurations are skipped.
# `platforms` is for ./dev test --all. g++-multilib is not among them: it
# conflicts with the cross compilers.
PACKAGES = {
    "apt-get": {
        "test": "g++ g++-11 clang-19 clang-16 libc++-19-dev libc++abi-19-dev "
                "libclang-rt-19-dev doctest-dev cmake ninja-build "
                "clang-format-19 strace locales xxd libfmt-dev "
                "zlib1g-dev libzstd-dev liblz4-dev libdeflate-dev zstd lz4 "
                "qt6-base-dev pkg-config libssl-dev",
        "platforms": "g++-12-multilib g++-aarch64-linux-gnu "
                     "g++-riscv64-linux-gnu g++-s390x-linux-gnu "
                     "qemu-user-static",
        "windows": "g++-mingw-w64-x86-64-posix wine wine64",
        "check": "clang-format-19 clang-tidy-19 clang-19 g++",
        "format": "clang-format-19",
        "bench": "g++ clang-19",
        "counts": "g++ valgrind",
        "race": "g++ clang-19 lld-19 git ca-certificates libfmt-dev "
                "libboost-iostreams-dev libfast-float-dev locales "
                "libssl-dev zlib1g-dev libdeflate-dev libzstd-dev "
                "liblz4-dev gzip pigz zstd lz4 qt6-base-dev pkg-config "
                "libcereal-dev libboost-serialization-dev "
                "libmsgpack-cxx-dev libprotobuf-dev protobuf-compiler",
    },
    "dnf": {
        "windows": "mingw64-gcc-c++ mingw64-winpthreads-static wine",
        "test": "gcc-c++ clang libcxx-devel libasan libubsan doctest-devel "
                "cmake ninja-build clang-tools-extra strace xxd "
                "glibc-locale-source zlib-devel libzstd-devel lz4-devel "
                "libdeflate-devel zstd lz4 qt6-qtbase-devel pkgconf "
                "openssl-devel",
        "check": "clang-tools-extra clang gcc-c++",
        "format": "clang-tools-extra",
        "bench": "gcc-c++ clang",
        "counts": "gcc-c++ valgrind",
        "race": "gcc-c++ clang lld git fmt-devel boost-devel "
                "fast_float-devel glibc-locale-source openssl-devel zlib-devel "
                "libdeflate-devel libzstd-devel lz4-devel gzip pigz zstd lz4 "
                "qt6-qtbase-devel pkgconf-pkg-config cereal-devel "
                "msgpack-devel protobuf-devel protobuf-compiler",
    },
    "pacman": {
        "windows": "mingw-w64-gcc wine",
        "test": "gcc clang libc++ doctest cmake ninja strace fmt "
                "zlib zstd lz4 libdeflate qt6-base pkgconf openssl",
        "check": "clang gcc", "format": "clang", "bench": "gcc clang",
        "counts": "gcc valgrind",
        "race": "gcc clang lld git fmt boost fast_float openssl zlib "
                "libdeflate zstd lz4 gzip pigz qt6-base pkgconf cereal "
                "msgpack-cxx protobuf",
    },
    "apk": {
        "test": "g++ clang libc++-dev doctest-dev cmake ninja strace xxd "
                "fmt-dev zlib-dev zstd-dev lz4-dev libdeflate-dev zstd lz4 "
                "qt6-qtbase-dev pkgconf openssl-dev",
        "check": "clang-extra-tools clang g++",
        "format": "clang-extra-tools", "bench": "g++ clang",
        "counts": "g++ valgrind",
        "race": "g++ clang lld git fmt-dev boost-dev openssl-dev zlib-dev "
                "libdeflate-dev zstd-dev lz4-dev gzip pigz zstd lz4 "
                "qt6-qtbase-dev pkgconf cereal protobuf-dev protoc",
    },
}
QUERY = {
    "apt-get": ["dpkg-query", "-W", "-f", "${db:Status-Status}"],
    "dnf": ["rpm", "-q"], "pacman": ["pacman", "-Q"],
    "apk": ["apk", "info", "-e"],
}
EXISTS = {
    "apt-get": ["apt-cache", "show"], "dnf": ["dnf", "-q", "info"],
    "pacman": ["pacman", "-Si"], "apk": ["apk", "search", "-e"],
}
INSTALL = {
    "apt-get": ["apt-get", "install", "-y", "-qq", "--no-remove",
                "--no-install-recommends"],
    "dnf": ["dnf", "install", "-y", "-q"],
    "pacman": ["pacman", "-S", "--noconfirm", "--needed"],
    "apk": ["apk", "add", "-q"],
}
REFRESH = {
    "apt-get": ["apt-get", "update", "-qq"],
    "pacman": ["pacman", "-Sy"], "apk": ["apk", "update", "-q"],
}
UNAVAILABLE = os.path.join("build", "unavailable-packages")
LOG = os.path.join("build", "packages.log")


def say(text):
    print(f"dev: {text}", file=sys.stderr, flush=True)


def quiet(command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.returncode, done.stdout.decode(errors="replace")


def manager():
    return next((m for m in PACKAGES if shutil.which(m)), None)


def is_installed(system, package):
    status, text = quiet([*QUERY[system], package])
    return status == 0 and (system != "apt-get" or text == "installed")


def may_use_sudo():
    """Whether sudo can work: at a terminal it can ask for a password."""
    return bool(shutil.which("sudo")) and (
        is_at_a_terminal() or quiet(["sudo", "-n", "true"])[0] == 0)


def is_at_a_terminal():
    return sys.stdin.isatty() and sys.stderr.isatty()


def agrees(question):
    """Whether the user types yes at the terminal."""
    print(f"dev: {question} [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def prefix(question):
    """The words before an install command; None when it may not be run."""
    if os.geteuid() == 0:
        return []
    if not may_use_sudo():
        return None
    if os.environ.get("CI") == "true":
        return ["sudo"]
    return ["sudo"] if is_at_a_terminal() and agrees(question) else None


def unavailable():
    """Packages that could not be installed. They are tried again after a
    day."""
    try:
        if time.time() - os.path.getmtime(UNAVAILABLE) > 24 * 3600:
            return set()
        with open(UNAVAILABLE) as file:
            return set(file.read().split())
    except OSError:
        return set()


def ensure(purpose, again=False):
    """Installs what a command needs. With `again`, packages that were not
    available the last time are tried again."""
    system = manager()
    if not system:
        if again:
            say("no known package manager here: install a C++20 compiler, "
                "doctest and cmake by hand")
        return True
    known_absent = set() if again else unavailable()
    purposes = PACKAGES[system] if purpose == "setup" else [purpose]
    wanted = dict.fromkeys(" ".join(
        PACKAGES[system].get(p, "") for p in purposes).split())
    with patience.over("dev: looking for packages", patience.SHORT_SILENCE):
        missing = [p for p in wanted
                   if p not in known_absent and not is_installed(system, p)]
    return install(system, missing) if missing else True


def known_to(system, missing):
    """The packages that the system's package lists contain."""
    found = []
    with patience.over("dev: looking for packages", patience.SHORT_SILENCE):
        for package in missing:
            status, text = quiet([*EXISTS[system], package])
            if status == 0 and text.strip():
                found.append(package)
    return found


def line_to_type(system, missing):
    """The commands that install packages, for a root shell. Without package
    lists the commands contain all names."""
    there = known_to(system, missing) or missing
    commands = [*([REFRESH[system]] if system in REFRESH else []),
                [*INSTALL[system], *there]]
    return " && ".join(map(" ".join, commands))


def install(system, missing):
    say(f"not installed: {' '.join(missing)}")
    words = prefix(f"install {counted(missing)} with sudo?")
    if words is None:
        say("to install them, type as root: "
            f"{line_to_type(system, missing)}")
        return False
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    if system in REFRESH:
        run([*words, *REFRESH[system]], environment)
    there = known_to(system, missing)
    absent = [p for p in missing if p not in there]
    if absent:
        say(f"not available on this system: {' '.join(absent)}")
        remember(absent)
    if not there:
        return not absent
    say(f"installing {counted(there)}{size_of(system, there)}; "
        f"what {system} prints is in {LOG}")
    if run([*words, *INSTALL[system], *there], environment) == 0:
        return True
    # Install one by one, so that one failure does not prevent the others.
    failed = [p for p in there
              if run([*words, *INSTALL[system], p], environment) != 0]
    if failed:
        say(f"could not install: {' '.join(failed)} (see {LOG})")
        remember(failed)
    return not failed


def counted(packages):
    return "1 package" if len(packages) == 1 else f"{len(packages)} packages"


def size_of(system, packages):
    """`, 89.1 MB to fetch, 412 MB on the disk`, where apt-get tells."""
    if system != "apt-get":
        return ""
    command = [w for w in INSTALL[system] if w not in ("-y", "-qq")]
    text = machine.ask([*command, "--assume-no", *packages])[1]
    fetched = re.search(r"^Need to get ([\d.,]+ \wB)", text, re.M)
    kept = re.search(r"operation, ([\d.,]+ \wB) of additional", text)
    return "".join(f", {found.group(1)} {what}" for found, what in
                   ((fetched, "to fetch"), (kept, "on the disk")) if found)


def run(command, environment):
    """Runs a package manager and appends its output to LOG."""
    os.makedirs(os.path.dirname(LOG), exist_ok=True)
    with open(LOG, "ab") as log:
        log.write(f"$ {' '.join(command)}\n".encode())
        log.flush()
        with patience.over(lambda: f"dev: {command[0]}: {last_line(LOG)}",
                           patience.SHORT_SILENCE):
            return subprocess.run(command, stdin=subprocess.DEVNULL,
                                  env=environment, stdout=log,
                                  stderr=subprocess.STDOUT).returncode


def last_line(path):
    """The end of a file, in words that fit a line: what the package manager
    does, such as `Unpacking zstd`."""
    with open(path, "rb") as file:
        file.seek(max(os.path.getsize(path) - 2000, 0))
        lines = re.split(r"[\r\n]+", file.read().decode(errors="replace"))
    return next((line.strip()[:60] for line in reversed(lines)
                 if line.strip()), "")


def remember(packages):
    names = sorted(unavailable() | set(packages))
    os.makedirs(os.path.dirname(UNAVAILABLE), exist_ok=True)
    with open(UNAVAILABLE, "w") as file:
        file.write("\n".join(names) + "\n")
