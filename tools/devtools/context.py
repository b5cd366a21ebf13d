"""The selection on the command line, and the context of each kind of tests:
selection, configurations, report, pool of compilers."""

import threading

from . import building, configurations, machine, platforms, windows
from .report import Report


class Selection:
    """The names on the command line. NAME selects names that contain it, ^NAME
    names that begin with it."""

    def __init__(self, names):
        self.names = names
        self.everything = not names

    def has(self, name):
        return self.everything or any(
            name.startswith(n[1:]) if n.startswith("^") else n in name
            for n in self.names)


class Context:
    def __init__(self, options):
        # `./dev test windows` chooses a configuration; `windows` is not a name.
        self.for_windows = windows.WORD in options.names
        self.selection = Selection(
            [name for name in options.names if name != windows.WORD])
        self.all = options.all
        self.list_only = options.list
        self.wanted = [windows.WORD] if self.for_windows else options.config
        self.report = Report()
        self.pool = building.Pool(options.jobs or machine.core_count())
        building.SLOTS = threading.BoundedSemaphore(self.pool.jobs)

    def configurations(self):
        """The configurations of the unit tests."""
        is_whole = bool(self.all or self.wanted)
        found = [*configurations.full(is_whole)]
        if is_whole:
            found += [*configurations.thorough(), *configurations.smoke(),
                      *platforms.every()]
        if self.wanted:
            found = [c for c in found if c.name in self.wanted]
        return found
