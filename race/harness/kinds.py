"""One row a race: in how many of its heats rill is the fastest, and by how much
in the mean. The reports and the published pages count in the same way."""

from dataclasses import dataclass
from statistics import geometric_mean

from .results import standing


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


def kinds_of(heats):
    """The kinds of a list of (race, name, ratio), in its order."""
    found = {}
    for race, name, ratio in heats:
        found.setdefault(race, []).append((name, ratio))
    return [Kind(race, of_race) for race, of_race in found.items()]
