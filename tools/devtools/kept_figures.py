"""Compares figures with those that a file in the project keeps for each
compiler. tools/instruction_counts.py and tools/call_costs.py share it."""

import json
from dataclasses import dataclass
from typing import Optional

# A figure that exceeds the kept one by a larger share is a loss; one that is
# lower by it is a gain and should be kept. A different layout of equal code
# changes less than 1 %.
ALLOWED = 0.05


class Failed(Exception):
    """A program did not compile or did not run."""


@dataclass
class Line:
    """One figure: its present value, the kept one, and the verdict."""
    name: str
    count: Optional[float]
    kept: Optional[float]
    slack: float = 0  # differences up to this are ignored

    @property
    def change(self):
        if self.count is None or not self.kept:
            return None
        return self.count / self.kept - 1

    @property
    def verdict(self):
        if self.count is None:
            return "gone"
        if self.kept is None:
            return "new"
        # 1e-9: the rounding of the kept figure must not decide.
        allowed = max(self.slack, (ALLOWED + 1e-9) * self.kept)
        if abs(self.count - self.kept) <= allowed:
            return "same"
        return "loss" if self.count > self.kept else "gain"


def compare(counts, kept, names=(), slack=lambda name: 0):
    """A Line for every figure that was counted or kept. With names, a kept
    figure that was not counted appears only if a name selects it."""
    wanted = [name for name in dict.fromkeys([*counts, *kept])
              if name in counts or chosen(name, names)]
    return [Line(name, counts.get(name), kept.get(name), slack(name))
            for name in wanted]


def chosen(name, words):
    return not words or any(word in name for word in words)


def merged(before, key, counts, names=()):
    """The figures to keep: the new ones of this compiler. Figures that the
    names do not select, and those of other compilers, stay."""
    rest = {name: count for name, count in before.get(key, {}).items()
            if not chosen(name, names)}
    return {**before, key: dict(sorted({**rest, **counts}.items()))}


def table(lines):
    width = max([len(line.name) for line in lines], default=0)
    yield f"{'':{width}}  {'now':>8}  {'kept':>8}"
    for line in lines:
        now, kept = (f"{x:8.1f}" if x is not None else f"{'–':>8}"
                     for x in (line.count, line.kept))
        change = "" if line.change is None else f"  {line.change:+7.1%}"
        mark = "" if line.verdict == "same" else "  " + line.verdict
        yield f"{line.name:{width}}  {now}  {kept}{change:9}{mark}"


def load(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return {}


def save(path, figures):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(figures, file, indent=1, sort_keys=True)
        file.write("\n")
