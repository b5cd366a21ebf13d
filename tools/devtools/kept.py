"""What has passed, with a hash of all that it was made of: a run of the whole
suite takes it as passed until that changes. So a run after an interrupted one
goes on where it was, and one after a change runs what the change can reach."""

import json
import os
import platform
import threading
from dataclasses import dataclass, field

from . import building

PATH = os.path.join(building.BUILD, "kept.jsonl")
# What no test is made of.
LEFT_OUT = ("build", ".git")


def machine():
    """What the kernel and the C library say of themselves."""
    return platform.platform()


def project():
    """A hash of the project's files."""
    found = []
    for where, folders, files in os.walk(building.ROOT):
        folders[:] = [one for one in folders
                      if one not in (*LEFT_OUT, "__pycache__")]
        found += [os.path.join(where, one) for one in files]
    return building.digest(machine(), *(
        building.relative(path) + building.hashes.of(path)
        for path in sorted(found)))


@dataclass
class Entry:
    key: str  # a hash of what the part was made of
    events: list  # what it reported: names of Report's functions, and words
    made: list = field(default_factory=list)  # the programs that it built


class Kept:
    """The parts of the suite that have passed."""

    def __init__(self, words=(), path=PATH):
        """`words` tell apart runs that differ by more than the files."""
        self.path = path
        self.lock = threading.Lock()
        self.project = building.digest(project(), *words)
        self.entries = read(path)
        # Written anew: an earlier line about a part is void, and the last line
        # of an interrupted run may have been cut.
        building.write_if_changed(path, "".join(
            line_of(part, entry) for part, entry in self.entries.items()))

    def of(self, part):
        """An Entry, or None."""
        return self.entries.get(part)

    def add(self, part, entry):
        with self.lock, open(self.path, "a", encoding="utf-8") as file:
            self.entries[part] = entry
            file.write(line_of(part, entry))


def line_of(part, entry):
    return json.dumps([part, entry.key, entry.events, entry.made]) + "\n"


def read(path):
    found = {}
    try:
        with open(path, encoding="utf-8") as file:
            for line in file:
                part, *words = json.loads(line)
                found[part] = Entry(*words)
    except (OSError, ValueError, TypeError):
        pass
    return found
