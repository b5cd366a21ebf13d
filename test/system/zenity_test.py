"""Windows of the real zenity on a virtual screen (Xvfb) whose pixels are in a
file: what is shown, and for how long."""

import contextlib
import os
import signal
import struct
import subprocess
import time

PROGRAM = r"""
#include <rill/box.h>
#include <rill/rill.h>

#include <chrono>
#include <string_view>

int main(int, char** words) {
  using namespace std::chrono_literals;
  std::string_view const what = words[1];
  if (what == "box") {
    auto const by = rill::box({.title = "rill", .timeout = 4s},
                              "<b>42</b> files & 3 ", rill::quoted("\xC3\xBC"),
                              "\n", std::string_view("NUL \0, \xFF", 8));
    rill::println(by == rill::shown_by::zenity ? "zenity" : "other");
  } else {
    rill::box_writer out(
        {.title = "lines", .at_end = rill::window_end::close});
    rill::println(out.where() == rill::shown_by::zenity ? "zenity" : "other");
    rill::flush();
    int lines = 0;
    while (rill::scan(lines)) {
      for (int i = 0; i != lines; ++i)
        rill::println(out, "line ", i, " of ", lines);
      rill::println("shown");
      rill::flush();
    }
  }
}
"""
LIMIT = 30  # seconds


def pixels(folder):
    """The pixels of the screen, without the header of the XWD file."""
    with open(os.path.join(folder, "Xvfb_screen0"), "rb") as file:
        data = file.read()
    header, *_ = struct.unpack(">I", data[:4])
    colours, = struct.unpack(">I", data[76:80])
    return data[header + 12 * colours:]


def comes(condition):
    """Waits until the condition is true. Returns False after the limit."""
    for _ in range(LIMIT * 10):
        if condition():
            return True
        time.sleep(0.1)
    return False


@contextlib.contextmanager
def screen(tools):
    """Yields (environment, folder of the pixels)."""
    server = tools.need("Xvfb")
    tools.need("zenity")
    reader, writer = os.pipe()
    with subprocess.Popen(
            [server, "-displayfd", str(writer), "-screen", "0", "800x600x24",
             "-fbdir", tools.folder, "-nolisten", "tcp"],
            pass_fds=[writer], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL) as started:
        os.close(writer)
        with open(reader) as file:
            number = file.readline().strip()
        try:
            if not number:
                tools.skip("Xvfb: does not start here")
            yield dict(os.environ, DISPLAY=f":{number}", NO_AT_BRIDGE="1",
                       GSETTINGS_BACKEND="memory"), tools.folder
        finally:
            started.send_signal(signal.SIGTERM)
            started.wait(LIMIT)


def keep(folder, name):
    """Saves a screenshot, if RILL_SCREENSHOTS names a folder."""
    wanted = os.environ.get("RILL_SCREENSHOTS")
    if wanted:
        with open(os.path.join(folder, "Xvfb_screen0"), "rb") as file, \
                open(os.path.join(wanted, name + ".xwd"), "wb") as copy:
            copy.write(file.read())


def changed(one, other):
    """The number of different pixels, of 4 bytes each."""
    return sum(a != b for a, b in zip(memoryview(one).cast("I"),
                                      memoryview(other).cast("I")))


def test_box(tools):
    built = tools.compile(PROGRAM, name="zenity")
    with screen(tools) as (environment, folder):
        empty = pixels(folder)
        with subprocess.Popen([built, "box"], env=environment,
                              stdout=subprocess.PIPE) as started:
            assert comes(lambda: changed(pixels(folder), empty) > 5000)
            time.sleep(1)
            keep(folder, "box")
            assert started.poll() is None  # still waits for the user, or 4 s
            assert started.communicate(timeout=LIMIT)[0] == b"zenity\n"
        assert started.returncode == 0
        assert comes(lambda: changed(pixels(folder), empty) == 0)


def test_box_writer(tools):
    """Each line appears while the program runs; the window closes with it."""
    built = tools.compile(PROGRAM, name="zenity")
    with screen(tools) as (environment, folder):
        empty = pixels(folder)
        with subprocess.Popen([built, "lines"], env=environment,
                              stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE) as started:
            assert started.stdout.readline() == b"zenity\n"
            assert comes(lambda: changed(pixels(folder), empty) > 50000)
            time.sleep(1)
            for lines in (1, 10):
                before = pixels(folder)
                started.stdin.write(b"%d\n" % lines)
                started.stdin.flush()
                assert started.stdout.readline() == b"shown\n"
                assert comes(
                    lambda: changed(pixels(folder), before) > 50 * lines)
                time.sleep(0.5)
            keep(folder, "lines")
            started.stdin.close()
            assert started.wait(LIMIT) == 0
        assert comes(lambda: changed(pixels(folder), empty) == 0)
