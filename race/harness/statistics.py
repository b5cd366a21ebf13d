"""Medians, spreads, and ratios with their uncertainty."""

import random
import statistics


def summary(values):
    """The median, extremes and quartiles of a list of numbers."""
    ordered = sorted(values)
    if len(ordered) >= 3:
        low, _, high = statistics.quantiles(ordered, n=4, method="inclusive")
    else:
        low, high = ordered[0], ordered[-1]
    return {"median": statistics.median(ordered), "min": ordered[0],
            "max": ordered[-1], "q1": low, "q3": high, "n": len(ordered)}


# Two rounds say nothing of how far a third would be off.
LEAST_ROUNDS = 3


def ratio(numerator, denominator, samples=2000):
    """The median of numerator/denominator, taken round by round, with a 95 %
    interval by bootstrap of that median, or without one (None) after fewer than
    LEAST_ROUNDS. The seed is fixed: the same times give the same interval."""
    pairs = [a / b for a, b in zip(numerator, denominator) if b > 0]
    if not pairs:
        return None
    middle = statistics.median(pairs)
    if len(pairs) < LEAST_ROUNDS:
        return {"median": middle, "low": None, "high": None}
    source = random.Random(1)
    medians = sorted(statistics.median(source.choices(pairs, k=len(pairs)))
                     for _ in range(samples))
    return {"median": middle, "low": medians[int(0.025 * samples)],
            "high": medians[int(0.975 * samples) - 1]}
