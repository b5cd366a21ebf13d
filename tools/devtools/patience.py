"""Prints a line after 25 seconds of silence, or after 8 in a race and while
packages are installed: what takes so long, and for how long."""

import contextlib
import sys
import threading
import time

# Seconds after the last output; more than report.BETWEEN_LINES, so that a count
# that goes on is not told twice.
SILENCE = 25
# And where no other count goes on.
SHORT_SILENCE = 8

_lock = threading.Lock()
_last = time.monotonic()  # of the last output
# Pairs, the innermost last: a function that returns what goes on, and the
# seconds of silence.
_subjects = []


class Heard:
    """A stream of text that notes when it was written to."""

    def __init__(self, out):
        self.out = out

    def write(self, text):
        global _last
        _last = time.monotonic()
        return self.out.write(text)

    def __getattr__(self, name):
        return getattr(self.out, name)


def begin():
    """Listens to the standard streams from here on."""
    sys.stdout, sys.stderr = Heard(sys.stdout), Heard(sys.stderr)
    threading.Thread(target=_watch, daemon=True).start()


@contextlib.contextmanager
def over(subject, silence=None):
    """What goes on inside: a text, or a function that returns one. It is said
    after that many seconds of silence, by default SILENCE."""
    started = time.monotonic()

    def told():
        text = subject() if callable(subject) else subject
        return f"{text}: {time.monotonic() - started:.0f} s so far"
    entry = (told, silence)
    with _lock:
        _subjects.append(entry)
    try:
        yield
    finally:
        with _lock:
            _subjects.remove(entry)


def line():
    """What would be said now, or an empty text."""
    with _lock:
        return _subjects[-1][0]() if _subjects else ""


def _allowed():
    """The seconds of silence at this moment."""
    with _lock:
        return (_subjects[-1][1] if _subjects else None) or SILENCE


def _watch():
    while True:
        time.sleep(1)
        if time.monotonic() - _last < _allowed():
            continue
        text = line()
        if text:
            # On a terminal a line of progress may stand there.
            clear = "\r\033[K" if sys.stdout.isatty() else ""
            try:
                sys.stdout.write(f"{clear}{text}\n")
                sys.stdout.flush()
            except OSError:  # as of `./dev test | head`: the main thread ends
                return
