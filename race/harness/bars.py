"""A heat as a bar chart in SVG."""

from html import escape

from .report_terminal import times
from .results import human_time

WIDTH, LEFT, RIGHT = 920, 250, 150
ROW, BAR, TOP, BOTTOM = 22, 14, 6, 24
# A bar longer than this many times the fastest row is cut and marked: otherwise
# one slow row makes all others look alike.
LONGEST = 12


def nice_step(longest):
    """A step of 1, 2 or 5 times a power of ten that gives four to eight
    ticks."""
    step = 1e-9
    while True:
        for factor in (1, 2, 5):
            if longest / (step * factor) <= 7:
                return step * factor
        step *= 10


def bars(heat):
    rows = [row for row in heat["rows"] if row["state"] == "ok"]
    if not rows:
        return "<p class=dim>No contender could run.</p>"
    fastest = min(row["summary"]["median"] for row in rows
                  if row["peer"] != "limit" or len(rows) == 1)
    longest = max(row["summary"]["median"] for row in rows)
    scale_end = min(longest, fastest * LONGEST) * 1.04
    height = TOP + ROW * len(rows) + BOTTOM
    parts = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img" '
             f'aria-label="{escape(heat["key"])}: time of each contender">']

    def x(seconds):
        return LEFT + (WIDTH - LEFT - RIGHT) * seconds / scale_end

    bottom = TOP + ROW * len(rows)
    step = nice_step(scale_end)
    for i in range(int(scale_end / step) + 1):
        at = x(i * step)
        parts.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" '
                     f'y1="{TOP}" y2="{bottom}"/><text class="tick" '
                     f'x="{at:.1f}" y="{bottom + 15}" text-anchor="middle">'
                     f'{tick(i * step)}</text>')
    limit = [row for row in rows if row["peer"] == "limit"]
    if limit:
        at = x(limit[0]["summary"]["median"])
        parts.append(f'<line class="edge" x1="{at:.1f}" x2="{at:.1f}" '
                     f'y1="{TOP}" y2="{bottom}"/>')
    for i, row in enumerate(rows):
        parts.append(one_bar(row, TOP + i * ROW, x, scale_end))
    return "".join(parts) + "</svg>"


def one_bar(row, y, x, scale_end):
    s = row["summary"]
    middle = y + ROW / 2
    kind = row["peer"] if row["peer"] in ("rill", "limit") else "peer"
    own = ' class="own"' if row["named"] else ""
    name = f"{row['peer_label']}: {row['name']}"
    cut = s["median"] > scale_end
    end = x(min(s["median"], scale_end))
    parts = [
        f"<g><title>{escape(row['label'])}</title>"
        f'<text{own} x="{LEFT - 8}" y="{middle + 4}" text-anchor="end">'
        f"{escape(shorten(name, 40))}</text>"
        f'<rect class="{kind}" x="{LEFT}" y="{middle - BAR / 2}" '
        f'width="{max(end - LEFT, 1):.1f}" height="{BAR}" rx="1.5"/>']
    if cut:
        at = end - 22
        parts.append(f'<path class="cut" d="M{at:.1f} {middle + 9} l6 -18 '
                     f'm5 0 l-6 18"/>')
        reach = end
    else:
        low, high = x(s["min"]), x(min(s["max"], scale_end * 1.02))
        parts.append(
            f'<path class="whisker" fill="none" d="M{low:.1f} {middle} '
            f'H{high:.1f} M{low:.1f} {middle - 3} v6 M{high:.1f} '
            f'{middle - 3} v6"/>')
        reach = max(end, high)
    ratio = times(row["ratio"]) if row["ratio"] else ""
    note = "" if row["named"] or not ratio else f"  {ratio}"
    parts.append(f'<text{own} x="{reach + 7:.1f}" y="{middle + 4}">'
                 f"{human_time(s['median'])}<tspan class=\"axis\">"
                 f"{escape(note)}</tspan></text></g>")
    return "".join(parts)


def tick(seconds):
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size * 0.999:
            return f"{seconds / size:.4g} {unit}"
    return "0"


def shorten(text, size):
    return text if len(text) <= size else text[:size - 1] + "…"
