"""docs/benchmarks.svg and docs/benchmarks-dark.svg: for six kinds of work two
bars, rill and the fastest peer relative to it. Drawn 400 units wide, so that
the text is legible where a page is shown 390 pixels wide."""

from html import escape

from .benchmarks_page import PICTURE, heat_of
from .published import fastest_peer, ratio_of
from .results import standing

WIDTH, LEFT, RIGHT = 400, 8, 8
TOP, GROUP, BAR, GAP, BOTTOM = 28, 54, 13, 2, 60
# A bar ends here at the latest, so that one slow peer does not make the others
# look alike, and leaves room for its label.
LONGEST, LABEL = 4.0, 118

COLORS = {
    "light": {"page": "#ffffff", "text": "#1c2226", "dim": "#57636b",
              "line": "#d5dbdf", "rill": "#1769aa", "peer": "#a9b4bb",
              "bad": "#a8352b"},
    "dark": {"page": "#0d1117", "text": "#dfe5e8", "dim": "#9aa7af",
             "line": "#39434a", "rill": "#5aaae6", "peer": "#5d6a73",
             "bad": "#ec8177"},
}


def rows_of(kept):
    """(title, peer, ratio, whether it counts as level) of each bar."""
    found = []
    for title, key in PICTURE:
        heat = heat_of(kept, key)
        ratio = ratio_of(heat)
        found.append((title, fastest_peer(heat), ratio["median"],
                      standing(ratio) == "level"))
    return found


def text(x, y, words, kind="", anchor="start"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" '
            f'text-anchor="{anchor}">{escape(words)}</text>')


def bar(y, length, kind):
    return (f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{BAR}" '
            f'class="{kind}" rx="1.5"/>')


def source_lines(kept):
    """The runs of the races of the picture, in words that fit a line."""
    runs = {}
    for _, key in PICTURE:
        runs.setdefault(kept["races"][key.partition("/")[0]]["run"])
    lines = []
    for name in runs:
        run = kept["runs"][name]
        compiler = run["compiler"].split()
        lines.append(f"rill {run['rill']}, {run['date']}, {compiler[0]} "
                     f"{compiler[-1]}, {run['processor']}")
    return lines


def picture(kept, theme):
    rows = rows_of(kept)
    sources = source_lines(kept)
    reach = max([1.5] + [min(ratio, LONGEST) for _, _, ratio, _ in rows])
    scale = (WIDTH - LEFT - RIGHT - LABEL) / reach
    bottom = TOP + GROUP * len(rows)
    height = bottom + BOTTOM + 15 * (len(sources) - 1)
    colors = COLORS[theme]
    summary = "; ".join(f"{title}: {peer} {ratio:.2f}"
                        for title, peer, ratio, _ in rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
        f'height="{height}" viewBox="0 0 {WIDTH} {height}" role="img">',
        "<title>The time of the fastest peer relative to rill</title>",
        f"<desc>{escape(summary)}</desc>",
        "<style>text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,"
        "'DejaVu Sans',sans-serif;fill:%(text)s}.dim{fill:%(dim)s}"
        ".small{font-size:11.5px;fill:%(dim)s}.own{font-weight:600}"
        ".bad{fill:%(bad)s;font-weight:600}rect.rill{fill:%(rill)s}"
        "rect.peer{fill:%(peer)s}rect.page{fill:%(page)s}"
        "line{stroke:%(rill)s;stroke-width:1.5}</style>" % colors,
        f'<rect class="page" width="{WIDTH}" height="{height}"/>',
        text(LEFT, 20, "Time relative to rill; shorter is faster",
             "own")]
    for i, row in enumerate(rows):
        parts += group(row, TOP + i * GROUP, scale, reach)
    parts.append(text(LEFT, bottom + 18, "The peer is the fastest of all; a "
                      "grey number means level.", "small"))
    for i, line in enumerate(sources):
        parts.append(text(LEFT, bottom + 34 + 15 * i, line, "small"))
    parts.append(text(LEFT, height - 9, "All heats, with those that rill "
                      "loses: docs/benchmarks.md", "small"))
    return "\n".join(parts + ["</svg>"]) + "\n"


def group(row, y, scale, reach):
    """A title, the bar of rill, the bar of the peer with its number."""
    title, peer, ratio, level = row
    below = y + 17 + BAR + GAP
    length = scale * min(ratio, reach)
    kind = "dim" if level else "bad" if ratio < 1 else "own"
    at = LEFT + scale - 0.75
    cut = " (bar cut)" if ratio > reach else ""
    return [text(LEFT, y + 13, title),
            bar(y + 17, scale, "rill"),
            text(LEFT + scale + 6, y + 17 + BAR - 2, "rill 1"),
            bar(below, length, "peer"),
            f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{below}" '
            f'y2="{below + BAR}"/>',
            f'<text x="{LEFT + max(length, scale * (ratio < 1)) + 6:.1f}" '
            f'y="{below + BAR - 2}">{escape(peer)} '
            f'<tspan class="{kind}">{ratio:.2f}</tspan>{cut}</text>']
