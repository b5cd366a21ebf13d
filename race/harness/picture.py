"""The picture of the whole race as SVG: for each race two bars, rill's named
row and the fastest peer in times of it."""

from html import escape

from .report_terminal import times
from .results import LEVEL

WIDTH, LEFT, RIGHT = 920, 130, 210
BAR, GAP, TOP, BOTTOM = 11, 13, 6, 26
GROUP = 2 * BAR + GAP
# A longer bar of a peer is cut here, in times of rill's, and marked: otherwise
# one slow peer makes all others look alike.
LONGEST = 4.0


def picture(races):
    """The picture; empty if no race has both rill and a peer."""
    if not races:
        return ""
    reach = max([1.5] + [min(heat["ratio"], LONGEST)
                         for race in races for heat in race["heats"]])

    def x(ratio):
        return LEFT + (WIDTH - LEFT - RIGHT) * min(ratio, reach) / reach

    bottom = TOP + GROUP * len(races)
    height = bottom + BOTTOM
    parts = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="'
             'the time of the fastest peer in times of rill’s">']
    ticks = [i / 2 for i in range(int(reach * 2) + 1)]
    for ratio in ticks:
        kind = "unit" if ratio == 1 else "grid"
        parts.append(f'<line class="{kind}" x1="{x(ratio):.1f}" '
                     f'x2="{x(ratio):.1f}" y1="{TOP}" y2="{bottom}"/>'
                     f'<text class="tick" x="{x(ratio):.1f}" '
                     f'y="{bottom + 16}" text-anchor="middle">{ratio:g} ×'
                     "</text>")
    for i, race in enumerate(races):
        parts.append(group(race, TOP + i * GROUP + GAP / 2, x, reach))
    return "".join(parts) + "</svg>"


def is_lost(heat):
    """Whether the peer is faster by more than the level margin."""
    return 1 / heat["ratio"] >= 1 + LEVEL


def group(race, y, x, reach):
    """The two bars of a race, a dot for each heat, and the figures."""
    ratio, heats = race["ratio"], race["heats"]
    below = y + BAR
    parts = [
        f'<text class="own" x="{LEFT - 8}" y="{below + 4}" '
        f'text-anchor="end">{escape(race["race"])}</text>'
        f'<rect class="rill" x="{LEFT}" y="{y}" width="{x(1) - LEFT:.1f}" '
        f'height="{BAR}"/><rect class="peer" x="{LEFT}" y="{below}" '
        f'width="{x(ratio) - LEFT:.1f}" height="{BAR}"/>']
    if ratio > reach:
        parts.append(f'<path class="cut" d="M{x(reach) - 14:.1f} '
                     f'{below + BAR + 2} l6 -15 m5 0 l-6 15"/>')
    for heat in heats:
        if len(heats) == 1 or heat["ratio"] > reach:
            continue
        lost = " lost" if is_lost(heat) else ""
        parts.append(f'<circle class="heat{lost}" cx="{x(heat["ratio"]):.1f}" '
                     f'cy="{below + BAR / 2}" r="3"><title>'
                     f'{escape(heat["heat"])}: {heat["ratio"]:.2f} ×</title>'
                     "</circle>")
    slower = sum(map(is_lost, heats))
    note = f"{len(heats)} heats" if len(heats) > 1 else "1 heat"
    if slower:
        note += f", slower in {slower}"
    kind = "bad" if is_lost(race) else "own"
    parts.append(f'<text x="{WIDTH - RIGHT + 14}" y="{below + 4}">'
                 f'<tspan class="{kind}">{times({"median": ratio})}</tspan>'
                 f'<tspan class="axis">  {note}</tspan></text>')
    return "".join(parts)
