"""What passed in a run that was interrupted, so that the same run goes on where
it was. A run that comes to its end leaves nothing: the next one runs every test
again."""

import json
import os
import threading

from . import building

PATH = os.path.join(building.BUILD, "unfinished.jsonl")
# What tests read and what runs them.
FOLDERS = ("include", "src", "test", "tools", "bench", "race", "examples",
           "docs", "cmake", "fuzz")
FILES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "CMakeLists.txt",
         "dev")


def identity(words):
    """A hash of the project's files and of the command's words."""
    names = [*FILES, *(os.path.join(folder, name) for folder in FOLDERS
                       for name in building.names_below(
                           os.path.join(building.ROOT, folder), "")
                       if "__pycache__" not in name)]
    return building.digest(*words, *(
        name + building.hashes.of(os.path.join(building.ROOT, name))
        for name in names))


class Unfinished:
    """The parts of a run that have passed, each with what it reported."""

    def __init__(self, words, path=PATH):
        self.path = path
        self.lock = threading.Lock()
        now = identity(words)
        self.kept = read(path, now)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        # Written anew: the old file may end within a line.
        with open(path, "w", encoding="utf-8") as file:
            file.write(json.dumps(now) + "\n")
        for item in self.kept.items():
            self.add(*item)

    def of(self, part):
        """What a part reported, or None if it has not passed."""
        return self.kept.get(part)

    def add(self, part, events):
        with self.lock, open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps([part, events]) + "\n")

    def end(self):
        os.remove(self.path)


def read(path, wanted):
    """The parts of a file whose first line is `wanted`. The last line may have
    been cut."""
    kept = {}
    try:
        with open(path, encoding="utf-8") as file:
            if json.loads(file.readline()) != wanted:
                return {}
            for line in file:
                part, events = json.loads(line)
                kept[part] = events
    except (OSError, ValueError):
        pass
    return kept
