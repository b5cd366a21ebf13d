"""Locales made by the test: rill prints and reads numbers as the C library
does."""

import os
import shutil
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.dirname(__file__))

SOURCE = "test/system/programs/locale.cpp"
# Name: (definition, encoding) for localedef.
LOCALES = {
    "de_DE.UTF-8": ("de_DE", "UTF-8"),            # a point and a comma
    "fr_FR.UTF-8": ("fr_FR", "UTF-8"),            # U+202F
    "de_CH.UTF-8": ("de_CH", "UTF-8"),            # U+2019
    "en_IN.UTF-8": ("en_IN", "UTF-8"),            # 12,34,567
    "ps_AF.UTF-8": ("ps_AF", "UTF-8"),            # U+066B, U+066C
    "pt_PT.UTF-8": ("pt_PT", "UTF-8"),            # a comma, no groups
    "de_DE.ISO-8859-1": ("de_DE", "ISO-8859-1"),
    "fr_FR.ISO-8859-1": ("fr_FR", "ISO-8859-1"),  # U+00A0, one byte there
}
# The last line of output: println(localized(-1234567.5, locale)).
LOOKS = {
    "C": "-1234567.5",
    "POSIX": "-1234567.5",
    "de_DE.UTF-8": "-1.234.567,5",
    "de_DE.ISO-8859-1": "-1.234.567,5",
    "en_IN.UTF-8": "-12,34,567.5",
    "pt_PT.UTF-8": "-1234567,5",
}
MAKING = threading.Lock()


def locale_folder(tools):
    """A folder for LOCPATH with the locales. localedef makes it once, from the
    sources in Debian's package `locales`."""
    made = os.path.join(tools.root, "build", "locales")
    localedef = tools.need("localedef")
    if not os.path.isdir("/usr/share/i18n/locales"):
        tools.skip("the sources of locales: not installed")
    os.makedirs(made, exist_ok=True)
    with MAKING:
        for name, (source, encoding) in LOCALES.items():
            if os.path.isdir(os.path.join(made, name)):
                continue
            with tempfile.TemporaryDirectory(dir=made) as folder:
                part = os.path.join(folder, name)
                # localedef returns 1 after warnings about the source.
                done = subprocess.run(
                    [localedef, "--no-archive", "-i", source, "-f", encoding,
                     part], capture_output=True, check=False)
                if not os.path.isdir(part):
                    tools.skip("localedef: " + done.stderr.decode().strip())
                if not os.path.isdir(os.path.join(made, name)):
                    shutil.move(part, os.path.join(made, name))
    return made


def compare(tools, name, environment):
    seen = tools.run([tools.compile(SOURCE), name], environment=environment)
    assert seen.status == 0, (name, seen)
    last = seen.out.decode().split(" ", 2)
    return last[0], last[2].rstrip("\n")


def test_the_c_library_agrees(tools):
    folder = locale_folder(tools)
    for name in ("C", "POSIX", *LOCALES):
        found, look = compare(tools, name, {"LOCPATH": folder})
        assert found == name
        assert look == LOOKS.get(name, look), (name, look)


def test_the_c_locale_agrees(tools):
    """Needs no other locale."""
    for name in ("C", "POSIX"):
        assert compare(tools, name, {}) == (name, "-1234567.5")


def test_the_environment_says_which(tools):
    program = tools.compile("""
#include <rill/locale.h>
#include <rill/print.h>
int main() {
  auto const found = rill::c_locale::try_find();
  if (!found) return rill::println(found.error()), 1;
  rill::println((*found).name(), ' ', rill::localized(1234.5, *found));
}
""", name="environment")
    folder = locale_folder(tools)
    none = {name: "" for name in ("LC_ALL", "LC_NUMERIC", "LANG")}
    for said, want in (
            ({}, b"C 1234.5\n"),
            ({"LANG": "de_DE.UTF-8"}, b"de_DE.UTF-8 1.234,5\n"),
            ({"LANG": "de_DE.UTF-8", "LC_NUMERIC": "C"}, b"C 1234.5\n"),
            ({"LC_ALL": "pt_PT.UTF-8", "LC_NUMERIC": "C"},
             b"pt_PT.UTF-8 1234,5\n")):
        seen = tools.run([program],
                         environment={**none, **said, "LOCPATH": folder})
        assert (seen.status, seen.out) == (0, want), (said, seen)
    seen = tools.run([program],
                     environment={**none, "LANG": "xx_YY", "LOCPATH": folder})
    assert seen.status == 1
    assert seen.out.startswith(b"find the locale xx_YY: no locale of that"), \
        seen
