"""docs/benchmarks.svg and docs/benchmarks-dark.svg: a bar for each kind of
work, to the right where rill is faster than the fastest peer and to the left
where it is slower, and a dot for each heat. Drawn 400 units wide, so that the
text is legible where a page is shown 390 pixels wide."""

import math
from html import escape

from . import benchmarks_kinds
from .results import standing

WIDTH, LEFT, RIGHT = 400, 124, 94  # the bars stand between
TOP, ROW, BAR, BOTTOM = 46, 22, 12, 78
# The scale is logarithmic: half the time and twice the time have bars of one
# length. What is beyond these ratios is drawn at the end.
LEAST, MOST = 0.5, 4.0
TICKS = (0.5, 1, 2, 4)

COLORS = {
    "light": {"page": "#ffffff", "text": "#1c2226", "dim": "#57636b",
              "line": "#d5dbdf", "rill": "#1769aa", "peer": "#87939b",
              "bad": "#a8352b"},
    "dark": {"page": "#0d1117", "text": "#dfe5e8", "dim": "#9aa7af",
             "line": "#39434a", "rill": "#5aaae6", "peer": "#5d6a73",
             "bad": "#ec8177"},
}

TEXT_CLASSES = {"fastest": "own", "level": "dim", "slower": "bad"}


def text(x, y, words, style="", anchor="start"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" class="{style}" '
            f'text-anchor="{anchor}">{escape(words)}</text>')


def place(ratio):
    """Where a ratio stands on the scale."""
    share = (math.log(min(max(ratio, LEAST), MOST) / LEAST) /
             math.log(MOST / LEAST))
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def source_line(kept):
    """The runs of the kinds of work, in words that fit a line."""
    runs = [kept["runs"][kept["races"][kind.race]["run"]]
            for kind in benchmarks_kinds.kinds_of(kept)]
    dates = sorted({run["date"] for run in runs})
    compilers = sorted({f"{run['compiler'].split()[0]} "
                        f"{run['compiler'].split()[-1]}" for run in runs})
    return ", ".join([" to ".join(dict.fromkeys([dates[0], dates[-1]])),
                      *compilers,
                      *sorted({run["processor"] for run in runs})])


def picture(kept, theme):
    found = benchmarks_kinds.kinds_of(kept)
    bottom = TOP + ROW * len(found)
    height = bottom + BOTTOM
    summary = "; ".join(
        f"{benchmarks_kinds.name_of(kind)}: {kind.ratio['median']:.2f}"
        for kind in found)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
        f'height="{height}" viewBox="0 0 {WIDTH} {height}" role="img">',
        "<title>The time of the fastest peer relative to rill</title>",
        f"<desc>{escape(summary)}</desc>",
        "<style>text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,"
        "'DejaVu Sans',sans-serif;fill:%(text)s}.dim{fill:%(dim)s}"
        ".small{font-size:11.5px;fill:%(dim)s}.own{font-weight:600}"
        ".bad{fill:%(bad)s;font-weight:600}rect.fastest{fill:%(rill)s}"
        "rect.level{fill:%(peer)s}rect.slower{fill:%(bad)s}"
        "rect.page{fill:%(page)s}circle{fill:%(page)s;stroke:%(text)s}"
        "circle.slower{fill:%(bad)s;stroke:%(page)s}"
        "circle.level{fill:%(peer)s}line{stroke:%(line)s}"
        "line.one{stroke:%(text)s}</style>" % COLORS[theme],
        f'<rect class="page" width="{WIDTH}" height="{height}"/>',
        text(8, 18, "The fastest peer's time over rill's", "own"),
        text(place(1) - 8, 34, "slower", "small", "end"),
        text(place(1) + 8, 34, "rill is faster", "small"),
        text(WIDTH - 8, 34, "fastest in", "small", "end")]
    parts += [f'<line class="{"one" if tick == 1 else "grid"}" '
              f'x1="{place(tick):.1f}" x2="{place(tick):.1f}" y1="{TOP - 4}" '
              f'y2="{bottom}"/>' for tick in TICKS]
    for number, kind in enumerate(found):
        parts += row(kind, TOP + ROW * number)
    bounds = {LEAST: "≤ ", MOST: "≥ "}
    parts += [text(place(tick), bottom + 14, f"{bounds.get(tick, '')}{tick:g}",
                   "small", "middle") for tick in TICKS]
    for number, words in enumerate((
            "Bar: geometric mean of a kind of work. Dot: one heat of it.",
            "Red: slower. Grey: level, below 3 % or not certain.",
            source_line(kept))):
        parts.append(text(8, bottom + 34 + 16 * number, words, "small"))
    return "\n".join(parts + ["</svg>"]) + "\n"


def row(kind, y):
    """A name, a bar with the heats as dots, the mean, and the heats won."""
    middle, ratio = y + ROW / 2, kind.ratio["median"]
    ends = sorted((place(1), place(ratio)))
    parts = [text(8, middle + 4.5, benchmarks_kinds.name_of(kind)),
             f'<rect class="{kind.standing}" x="{ends[0]:.1f}" '
             f'y="{middle - BAR / 2}" width="{ends[1] - ends[0]:.1f}" '
             f'height="{BAR}"/>']
    for name, one in kind.heats:
        parts.append(f'<circle class="{standing(one)}" '
                     f'cx="{place(one["median"]):.1f}" cy="{middle}" r="2">'
                     f'<title>{escape(name)}: {one["median"]:.2f}</title>'
                     "</circle>")
    at = WIDTH - 54
    return [*parts,
            text(at, middle + 4.5, f"{ratio:.2f}", TEXT_CLASSES[kind.standing], "end"),
            text(WIDTH - 8, middle + 4.5,
                 f"{kind.count('fastest')}/{len(kind.heats)}", "dim", "end")]
