"""The results of a heat, and the verdicts on its goals."""

from dataclasses import dataclass

from . import statistics
from .definitions import GOALS


@dataclass
class Result:
    heat: object
    flavour: str
    count: int
    rounds: int
    size: int            # bytes that the work writes or reads
    entries: list

    def ranked(self):
        """The valid rows, fastest first, the limit before them."""
        usable = [e for e in self.entries if e.usable]
        return sorted(usable, key=lambda e: (e.peer != "limit",
                                             e.summary["median"]))

    def unusable(self):
        return [e for e in self.entries if not e.usable]

    def select(self, selector):
        """The fastest row that a selector of definitions.Goal names, or
        None."""
        who, _, names = selector.partition(":")
        if who == "peers":
            found = [e for e in self.entries
                     if e.peer not in ("rill", "limit")]
        elif who == "peer":
            words = names.split(",")
            found = [e for e in self.entries if e.peer in words or
                     f"{e.peer}:{e.name}" in words]
        else:
            rows = names.split(",") if names else None
            found = [e for e in self.entries if e.peer == who and
                     (rows is None or e.name in rows)]
        found = [e for e in found if e.usable]
        return min(found, key=lambda e: e.summary["median"], default=None)

    def rill(self):
        """The row of rill's figure, or None."""
        return self.select(f"rill:{self.heat.named}" if self.heat.named
                           else "rill")

    def ratio(self, entry, base):
        """The time of a row in times of that of `base`."""
        if entry is None or base is None:
            return None
        return statistics.ratio(entry.times, base.times)


LEVEL = 0.03  # a smaller difference of medians counts as level


def standing(ratio):
    """fastest, level or slower, by the ratio of the fastest peer's time to
    rill's: its median, and its interval or None. Every sentence, table and
    picture takes the verdict from here. Level: the medians differ by less than
    LEVEL, or the interval includes 1."""
    includes_one = ratio["low"] is not None and (
        ratio["low"] <= 1 <= ratio["high"])
    if includes_one or abs(1 / ratio["median"] - 1) < LEVEL:
        return "level"
    return "fastest" if ratio["median"] > 1 else "slower"


def outcome(results):
    """The heats in which rill's named row was faster than every peer, level
    with the fastest, or slower. Of each: its name, the time of rill in times of
    the peer's, the peer's row."""
    found = {"fastest": [], "level": [], "slower": []}
    for result in results:
        peer = result.select("peers")
        ratio = result.ratio(peer, result.rill())
        if ratio is None:
            continue
        found[standing(ratio)].append((
            result.heat.key + suffix(result), 1 / ratio["median"],
            f"{peer.stem}: {peer.name}"))
    return found


def suffix(result):
    return "" if result.flavour == "-O2" else f" {result.flavour}"


def judge(results):
    """A line per goal and flavour: (text, ratio or None, verdict), at the place
    of the goal's heat; a goal of many heats is at the first of them."""
    lines, seen = [], set()
    for result in results:
        for goal in GOALS:
            if not goal_is_of(goal, result.heat) or (
                    goal, result.flavour) in seen:
                continue
            seen.add((goal, result.flavour))
            alike = [other for other in results
                     if other.flavour == result.flavour]
            base = next((other for other in alike
                         if other.heat.key == goal.base), None)
            lines.append(worst_of(goal, [
                other for other in alike if goal_is_of(goal, other.heat)],
                base))
    return lines


def goal_is_of(goal, heat):
    if goal.heat.endswith("*"):
        return heat.key.startswith(goal.heat[:-1])
    return goal.heat == heat.key


def worst_of(goal, results, base=None):
    """The line of a goal, for the heat that misses it most; `base` is the
    result of the heat in goal.base."""
    lines = [line_of(goal, result, base) for result in results]
    judged = [line for line in lines if line["ratio"]]
    if not judged:
        return lines[0]
    choose = max if goal.at_least is None else min
    worst = choose(judged, key=lambda line: line["ratio"]["median"])
    if goal.heat.endswith("*"):
        name = worst["heat"][len(goal.heat) - 1:]
        met = sum(line["verdict"] == "met" for line in judged)
        worst["goal"] += f" (worst: {name}; {met} of {len(judged)} met)"
    return worst


def line_of(goal, result, base=None):
    slow = result.select(goal.slow)
    if goal.base:
        fast = base.select(goal.fast) if base else None
    else:
        fast = result.select(goal.fast)
    ratio = ratio_of(goal, result, slow, fast)
    verdict, sure = verdict_of(ratio, goal)
    return {"race": result.heat.race, "heat": result.heat.key,
            "flavour": result.flavour, "goal": goal.text, "ratio": ratio,
            "verdict": verdict, "sure": sure,
            "rows": [f"{e.stem}: {e.name}" if e else None
                     for e in (slow, fast)]}


def ratio_of(goal, result, slow, fast):
    """The ratio of a goal, or None if a row is missing."""
    more = result.select(goal.more) if goal.more else None
    if slow is None or fast is None or (goal.more and more is None):
        return None
    times = fast.times
    if more:
        times = [a + b for a, b in zip(fast.times, more.times)]
    return statistics.ratio(slow.times, times)


def verdict_of(ratio, goal):
    """(verdict by the median, whether there is an interval, which agrees)."""
    if ratio is None:
        return "not judged", True
    side = {key: value >= goal.at_least if goal.at_least is not None
            else value <= goal.at_most
            for key, value in ratio.items() if value is not None}
    return ("met" if side["median"] else "missed",
            side.get("low") == side.get("high") == side["median"])


def human_time(seconds):
    if seconds >= 1:
        return f"{seconds:.2f} s"
    if seconds >= 1e-3:
        digits = 3 - len(str(int(seconds * 1e3)))
        return f"{seconds * 1e3:.{max(digits, 0)}f} ms"
    return f"{seconds * 1e6:.0f} µs"


def human_size(size):
    for unit, step in (("GB", 1e9), ("MB", 1e6), ("KB", 1e3)):
        if size >= step:
            return f"{size / step:.3g} {unit}"
    return f"{size} bytes"


def amount(count, unit, size, each):
    """The work of one run of a row, as text."""
    words = f"{count:,} {unit}"
    if size:
        words += f", {human_size(size)}"
    return words + (", the time of one" if each else "")


def per_call(entry):
    """The measured bytes of one read(2) or write(2)."""
    if not entry.calls:
        return "–"
    size = entry.call_bytes / entry.calls
    if size >= 1024 * 1024 * 16:
        return "whole"
    return (f"{size / 1024:.0f} KiB" if size >= 1024 * 0.95
            else f"{size:.0f} B")
