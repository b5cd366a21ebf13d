"""One row a race: in how many of its heats rill is the fastest, and by how much
in the mean. The reports and the published pages count in the same way."""

from dataclasses import dataclass
from statistics import geometric_mean

from .results import standing

# What the words of the reports mean.
HEAT = ("A heat is one piece of work that rill and its peers all do, such as "
        "integers into a file. rill takes part with its named row, which is "
        "chosen beforehand: the way that the documents show for the work.")
COLUMNS = ["", "fastest in", "level in", "slower in", "peer ÷ rill, mean",
           "least"]
# How a verdict on a race is said; `fastest` is one on a heat.
WORDS = {"fastest": "faster", "level": "level", "slower": "slower"}


@dataclass
class Kind:
    """A kind of work: a race with its heats."""
    race: str
    heats: list  # (name, ratio of the fastest peer's time to rill's)

    @property
    def ratio(self):
        """The geometric mean of the heats' ratios, between the means of their
        lower and of their upper bounds: as if all heats were off to the same
        side. A heat without an interval counts as its median; a race without
        any has none."""
        def mean(key):
            return geometric_mean(
                ratio["median"] if ratio[key] is None else ratio[key]
                for _, ratio in self.heats)

        if all(ratio["low"] is None for _, ratio in self.heats):
            return {"median": mean("median"), "low": None, "high": None}
        return {key: mean(key) for key in ("median", "low", "high")}

    @property
    def standing(self):
        return standing(self.ratio)

    def count(self, verdict):
        return sum(standing(ratio) == verdict for _, ratio in self.heats)

    @property
    def least(self):
        """The name and the ratio of the heat in which rill fares worst."""
        return min(self.heats, key=lambda heat: heat[1]["median"])


def kinds_of(heats):
    """The kinds of a list of (race, name, ratio), in its order."""
    found = {}
    for race, name, ratio in heats:
        found.setdefault(race, []).append((name, ratio))
    return [Kind(race, of_race) for race, of_race in found.items()]


def rows(kinds):
    """A row for each kind, under COLUMNS."""
    found = []
    for kind in kinds:
        name, ratio = kind.least
        found.append([kind.race, f"{kind.count('fastest')} of "
                      f"{len(kind.heats)}",
                      *(str(kind.count(verdict) or "–")
                        for verdict in ("level", "slower")),
                      f"{kind.ratio['median']:.2f}",
                      f"{ratio['median']:.2f}: {name}"])
    return found


def sentence(kinds, title=lambda kind: kind.race):
    """How rill stands in each kind of work, in a sentence that can be read
    alone; empty without a kind."""
    if not kinds:
        return ""
    told = []
    for verdict, word in WORDS.items():
        chosen = [kind for kind in kinds if kind.standing == verdict]
        names = ", ".join(f"{title(kind)} {kind.ratio['median']:.2f}"
                          for kind in chosen)
        if chosen or verdict != "level":
            told.append(f"{word} in {len(chosen)}" + (
                f" ({names})" if names and verdict != "fastest" else ""))
    count = f"each of {len(kinds)} kinds" if len(kinds) > 1 else "one kind"
    return (f"Against the fastest peer in {count} of work, rill is "
            f"{', '.join(told[:-1])} and {told[-1]}: the peer's time over "
            "rill's, the geometric mean of the heats of a kind")
