"""Windows: tests that apply to it, built by Debian's mingw-w64 and run by Wine.
`./dev test windows` runs these alone, `./dev test --all` runs them too.

A test file for some systems only has a line of its own:

    // platforms: posix       or    // platforms: windows

A file that no processor emulator can run has `// platforms: posix native`."""

import fcntl
import functools
import os
import re
import shutil
import subprocess

from . import building, machine, wheels
from .configurations import (FALSE_ALARMS, TEST_MACROS, Configuration, absent)

WORD = "windows"  # the word to type, and the configuration's name
COMPILERS = ("x86_64-w64-mingw32-g++-posix", "x86_64-w64-mingw32-g++")
EMULATORS = ("wine64", "wine", "wine64-stable", "wine-stable")
PLATFORMS = re.compile(r"^// platforms: (.+)$", re.M)


@functools.lru_cache(maxsize=None)
def configuration(modules):
    chosen = mingw_compiler()
    if not chosen:
        return absent(WORD, COMPILERS[0], modules)
    if not runner():
        return absent(WORD, "wine", modules)
    doctest = doctest_folder()
    if not doctest:
        return absent(WORD, "doctest", modules)
    # Links the libraries of mingw-w64 statically, so that Wine need not find
    # them. Uses mingw-w64's own printf, which many tests compare with: the
    # printf of Windows' C library writes 1e+006.
    flags = ("-std=c++20", "-O1", "-static", "-Wa,-mbig-obj",
             "-D__USE_MINGW_ANSI_STDIO=1", *FALSE_ALARMS, *TEST_MACROS,
             "-isystem", doctest)
    with prepared():
        runs = machine.accepts(chosen, *flags, runner=runner())
    if not runs:
        return Configuration(WORD, None, modules=modules, missing="windows: "
                             "programs that are built for it do not run")
    return Configuration(WORD, chosen, flags, modules=modules, runner=runner(),
                         platform="windows", is_foreign=True)


def mingw_compiler():
    return next(filter(None, map(machine.compiler, COMPILERS)), None)


def runner():
    """The words before a program for Windows; empty without Wine."""
    emulator = next(filter(None, map(shutil.which, EMULATORS)), None)
    return (*environment(), emulator) if emulator else ()


def doctest_folder():
    """A folder with doctest alone. Cross compilers do not search /usr/include,
    whose other headers are for this system."""
    found = next(filter(os.path.isdir, ("/usr/include/doctest",
                                        "/usr/local/include/doctest")), None)
    if not found:
        return None
    folder = os.path.join("build", "windows")
    os.makedirs(os.path.join(building.ROOT, folder), exist_ok=True)
    link = os.path.join(building.ROOT, folder, "doctest")
    if not os.path.isdir(link):
        try:
            os.symlink(found, link)
        except FileExistsError:
            pass  # another ./dev was first
    return folder


def home():
    """A Wine folder of its own, so that a user's settings stay unchanged. It has
    700 MB, and making it takes half a minute: all clones share it."""
    return os.path.join(wheels.cache(), "wine")


def environment():
    """The environment that sets up Wine: no desktop, no questions, no
    diagnostics."""
    return ("env", "-u", "DISPLAY", f"WINEPREFIX={home()}", "WINEARCH=win64",
            "WINEDEBUG=-all", "WINEDLLOVERRIDES=mscoree,mshtml=")


# Wine's graphics driver "null" makes invisible windows.
DRIVERS = r"HKEY_CURRENT_USER\Software\Wine\Drivers"


def run_quietly(*words):
    subprocess.run([*environment(), *words], stdin=subprocess.DEVNULL,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   timeout=300, check=False)


class prepared:
    """Wine's folder, made by the first of several ./dev processes."""

    def __enter__(self):
        os.makedirs(home(), exist_ok=True)
        self.lock = open(os.path.join(home(), "lock"), "w")
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        boot = shutil.which("wineboot") or shutil.which("wineboot-stable")
        if boot and not os.path.exists(os.path.join(home(), "system.reg")):
            run_quietly(boot, "-i")
        emulator = next(filter(None, map(shutil.which, EMULATORS)), None)
        done = os.path.join(home(), "windows-without-a-display")
        if emulator and not os.path.exists(done):
            run_quietly(emulator, "reg", "add", DRIVERS, "/v", "Graphics",
                        "/d", "null", "/f")
            with open(done, "w", encoding="utf-8"):
                pass

    def __exit__(self, *_):
        self.lock.close()


def fits(configuration, path):
    """Whether a file's tests are for the system of a configuration."""
    wanted = platforms_of(path)
    return not wanted or configuration.platform in wanted


def platforms_of(path):
    """The systems on which the tests of a file run; empty: all."""
    with open(path, encoding="utf-8") as file:
        found = PLATFORMS.search(file.read(4000))
    return found.group(1).split() if found else []
