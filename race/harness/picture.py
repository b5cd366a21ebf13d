"""The picture of the whole race, drawn as SVG: for each race two bars, rill's
named row and the fastest peer relative to it. It is drawn twice, for wide
pages and for narrow ones, where the names stand above the bars."""

from dataclasses import dataclass
from html import escape

from .report_terminal import times
from .results import standing

BAR, TOP, BOTTOM = 11, 6, 26
# A peer's bar ends here, in times of rill's, and is cut when it is longer:
# otherwise one slow peer makes all the others look alike.
LONGEST = 4.0


@dataclass(frozen=True)
class Layout:
    kind: str    # a class of the style sheet, which shows one of the two
    width: int
    left: int    # of the bars
    right: int   # what is left beside them
    gap: int     # between two races, with the text that stands there

    @property
    def group(self):
        return 2 * BAR + self.gap


WIDE = Layout("at-wide", 920, 130, 210, 13)
NARROW = Layout("at-narrow", 360, 4, 14, 30)


def picture(races):
    """The picture; empty if no race has both rill and a peer."""
    if not races:
        return ""
    return drawn(races, WIDE) + drawn(races, NARROW)


def drawn(races, layout):
    reach = max([1.5] + [min(heat["ratio"]["median"], LONGEST)
                         for race in races for heat in race["heats"]])

    def x(ratio):
        return layout.left + (layout.width - layout.left - layout.right) * (
            min(ratio, reach) / reach)

    bottom = TOP + layout.group * len(races)
    height = bottom + BOTTOM
    parts = [f'<svg class="{layout.kind}" viewBox="0 0 {layout.width} '
             f'{height}" role="img" aria-label="the time of the fastest peer '
             'relative to rill">']
    ticks = [i / 2 for i in range(int(reach * 2) + 1)]
    for ratio in ticks:
        kind = "unit" if ratio == 1 else "grid"
        parts.append(f'<line class="{kind}" x1="{x(ratio):.1f}" '
                     f'x2="{x(ratio):.1f}" y1="{TOP}" y2="{bottom}"/>')
        if layout is WIDE or ratio == int(ratio):
            anchor = "start" if layout is NARROW and not ratio else "middle"
            parts.append(f'<text class="tick" x="{x(ratio):.1f}" '
                         f'y="{bottom + 16}" text-anchor="{anchor}">'
                         f"{ratio:g} ×</text>")
    for i, race in enumerate(races):
        above = layout.gap - 4 if layout is NARROW else layout.gap / 2
        parts.append(group(race, TOP + i * layout.group + above, x, reach,
                           layout))
    return "".join(parts) + "</svg>"


DOTS = {"fastest": "heat", "level": "heat unsure", "slower": "heat lost"}
FIGURES = {"fastest": "own", "level": "axis", "slower": "bad"}


def group(race, y, x, reach, layout):
    """The two bars of a race, a dot for each heat, and the figures."""
    ratio, heats = race["ratio"]["median"], race["heats"]
    below, left = y + BAR, layout.left
    slower = sum(standing(heat["ratio"]) == "slower" for heat in heats)
    note = f"{len(heats)} heats" if len(heats) > 1 else "1 heat"
    if slower:
        note += f", slower in {slower}"
    kind = FIGURES[standing(race["ratio"])]
    figures = (f'<tspan class="{kind}">{times(race["ratio"])}</tspan>'
               f'<tspan class="axis">  {note}</tspan></text>')
    if layout is NARROW:
        parts = [f'<text class="own" x="{left}" y="{y - 5}">'
                 f'{escape(race["race"])}</text>'
                 f'<text x="{layout.width - 4}" y="{y - 5}" '
                 f'text-anchor="end">{figures}']
    else:
        parts = [f'<text class="own" x="{left - 8}" y="{below + 4}" '
                 f'text-anchor="end">{escape(race["race"])}</text>'
                 f'<text x="{layout.width - layout.right + 14}" '
                 f'y="{below + 4}">{figures}']
    parts.append(
        f'<rect class="rill" x="{left}" y="{y}" width="{x(1) - left:.1f}" '
        f'height="{BAR}"/><rect class="peer" x="{left}" y="{below}" '
        f'width="{x(ratio) - left:.1f}" height="{BAR}"/>')
    if ratio > reach:
        parts.append(f'<path class="cut" d="M{x(reach) - 14:.1f} '
                     f'{below + BAR + 2} l6 -15 m5 0 l-6 15"/>')
    for heat in heats:
        middle = heat["ratio"]["median"]
        if len(heats) == 1 or middle > reach:
            continue
        parts.append(f'<circle class="{DOTS[standing(heat["ratio"])]}" '
                     f'cx="{x(middle):.1f}" cy="{below + BAR / 2}" '
                     f'r="3"><title>{escape(heat["heat"])}: '
                     f'{middle:.2f} ×</title></circle>')
    return "".join(parts)
