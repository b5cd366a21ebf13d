"""Installs zig, the C++ compiler for other systems, as a wheel of PyPI: few
distributions have it as a package. pip puts it into a folder of the user's
cache: an installed Python stays unchanged, also one that the distribution
manages. All clones share the folder, because zig keeps the libraries that it
has compiled for a system for one path of its own."""

import importlib.util
import os
import shutil
import sys

from . import packages

# One version, so that a new compiler does not fail an old commit.
NAME, VERSION = "ziglang", "0.17.1"
SIZE = "101 MB to fetch, 413 MB on the disk"
PIP = {"apt-get": "python3-pip", "dnf": "python3-pip", "pacman": "python-pip",
       "apk": "py3-pip"}


def cache():
    """A folder of the user for what all clones share."""
    found = (os.environ.get("XDG_CACHE_HOME") or
             os.path.join(os.path.expanduser("~"), ".cache"))
    return os.path.join(found, "rill")


def folder():
    return os.path.join(cache(), f"{NAME}-{VERSION}")


def zig():
    """The program zig: the one that `ensure` installs, or else one on the path
    or an installed wheel's; None without one."""
    own = os.path.join(folder(), NAME, "zig")
    if os.access(own, os.X_OK):
        return own
    if shutil.which("zig"):
        return shutil.which("zig")
    found = importlib.util.find_spec(NAME)
    path = os.path.join(os.path.dirname(found.origin), "zig") if found else ""
    return path if os.access(path, os.X_OK) else None


def pip():
    """The words of a working pip, or None."""
    for python in dict.fromkeys((sys.executable, "/usr/bin/python3")):
        words = [python, "-m", "pip"]
        if os.access(python, os.X_OK) and packages.quiet(
                [*words, "--version"])[0] == 0:
            return words
    return None


def ensure(again=False):
    """Installs zig where there is none. Returns whether there is one. A failure
    is remembered for a day, as those of packages are."""
    if zig():
        return True
    if not again and NAME in packages.unavailable():
        return False
    system = packages.manager()
    if not pip() and system:
        packages.install(system, [PIP[system]])
    words = pip()
    if not words:
        packages.say(f"pip is missing, so {NAME} is not installed")
        return False
    packages.say(f"installing {NAME} {VERSION} into {folder()}, {SIZE}; "
                 f"what pip prints is in {packages.LOG}")
    # Another ./dev may do the same: install under a name of this process, then
    # rename.
    own = f"{folder()}.{os.getpid()}"
    status = packages.run(
        [*words, "install", "--quiet", "--disable-pip-version-check",
         "--no-deps", "--only-binary", ":all:", "--target", own,
         f"{NAME}=={VERSION}"], dict(os.environ))
    if status == 0 and not os.path.exists(folder()):
        os.rename(own, folder())
    shutil.rmtree(own, ignore_errors=True)
    if not zig():
        packages.say(f"could not install: {NAME} (see {packages.LOG})")
        packages.remember([NAME])
    return zig() is not None
