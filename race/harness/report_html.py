"""report.html: one self-contained page, light and dark."""

from html import escape

from .bars import bars
from .picture import picture
from .report_style import STYLE
from .report_terminal import interval, times
from .results import amount, human_size, human_time, standing

# A race with more heats than this is folded.
MANY = 8

METHOD = """
<p>Each contender is a program of its own, run in a fresh process, interleaved
with all the others (A&nbsp;B&nbsp;C, A&nbsp;B&nbsp;C, …), the inputs in the
cache. A time is taken inside the process, from the start of the work to its
end: opening, converting, flushing and closing. A figure is the median of the
rounds. rill’s figure is that of its named row, the way that its documents
show for the work; rill’s best row stands beside it. “× rill” is the time of a
row divided by the time of rill’s named row of the same table, round by round:
the median of these ratios, and a 95&nbsp;% interval of that median
(bootstrap), which takes three rounds: “few rounds” stands where there were
fewer. It can differ from the ratio of the two medians that stand beside
it, because a round in which the machine is slow changes both rows alike. “×
limit” and “rill ÷ limit” are left out where the limit takes more than twice
as long: it then does work that the row does without. A goal is judged by its median; a
question mark says that the interval reaches over the goal, or that there is none. Whiskers reach from the shortest
to the longest time. What a contender writes is compared with the expected file
byte for byte (shortest texts of doubles line by line: same bits, no digit too
many), what it reads with the known checksum, in every round; a row that is
wrong is named so and has no time. A row that takes more than half a second
runs three rounds. The limit moves the same bytes
through bare system calls (or a copy in memory) and converts nothing. “A call”
is how many bytes one read or write of the system moved, as the kernel counted
them.</p>
"""


def cell(text, kind=""):
    return f'<td{" class=" + kind if kind else ""}>{text}</td>'


def chip(goal):
    kind = {"met": "good", "missed": "bad"}.get(goal["verdict"], "dim")
    unsure = "" if goal.get("sure", True) else " <span class=dim>?</span>"
    return f'<span class="chip {kind}">{goal["verdict"]}</span>{unsure}'


def kind_of(ratio):
    """The class of a cell with the fastest peer's time over rill's."""
    if not ratio:
        return "n"
    return {"level": '"n dim"', "fastest": '"n good"',
            "slower": '"n bad"'}[standing(ratio)]


def of_limit(ratio):
    """rill ÷ limit; nothing where the limit takes more than twice as long:
    it then does work that rill does without, such as to read what is mapped,
    and is no limit."""
    return times(ratio) if ratio and ratio["median"] >= 0.5 else ""


def by_race(heats):
    """[(race, its heats)] in the order of the report."""
    found = {}
    for heat in heats:
        found.setdefault(heat["race"], []).append(heat)
    return list(found.items())


def counts(heats):
    """"16 heats: fastest in 14, level in 1, slower in 1"."""
    found = {"fastest": 0, "level": 0, "slower": 0}
    for heat in heats:
        if heat["peer_ratio"]:
            found[standing(heat["peer_ratio"])] += 1
    words = f"{len(heats)} heats" if len(heats) > 1 else "1 heat"
    told = [f"{kind} in {count}" for kind, count in found.items() if count]
    return words + (": " + ", ".join(told) if told else "")


def overview(heats):
    """The best rows: one line per heat, who is how fast. Races of many heats
    are folded."""
    if not heats:
        return ""
    few = [heat for race, of_race in by_race(heats)
           if len(of_race) <= MANY for heat in of_race]
    parts = ["<h2>The best rows</h2><p class=dim>“peer ÷ rill” is the median "
             "of the ratios of the single rounds, with its 95&nbsp;% interval; "
             "it can differ from the ratio of the two medians beside it. Grey: "
             "level, by less than 3&nbsp;% or as the interval includes 1.</p>",
             overview_table(few) if few else ""]
    for race, of_race in by_race(heats):
        if len(of_race) > MANY:
            parts.append(f"<details><summary>{escape(race)}, "
                         f"{counts(of_race)}</summary>" +
                         overview_table(of_race) + "</details>")
    return "".join(parts)


def overview_table(heats):
    limits = any(of_limit(heat["limit_ratio"]) for heat in heats)
    lines = ["<div class=wide><table><thead><tr><th>heat"
             "<th>rill’s row<th class=n>time<th class=n>rill’s best"
             "<th class=n>fastest peer<th>which<th class=n>peer ÷ rill"
             "<th class=n>95 %" +
             ("<th class=n>rill ÷ limit" if limits else "") +
             "</tr></thead><tbody>"]
    for heat in heats:
        rows = {}
        for row in heat["rows"]:
            if row["state"] == "ok":
                rows[f"{row['file']}: {row['name']}"] = row
        rill = rows.get(heat["best"]["named"])
        best = rows.get(heat["best"]["rill"])
        peer = rows.get(heat["best"]["peer"])
        flavour = "" if heat["flavour"] == "-O2" else " " + heat["flavour"]
        link = f'<a href="#{anchor(heat)}">{escape(heat["key"] + flavour)}</a>'
        ratio = heat["peer_ratio"]
        lines.append(
            "<tr>" + cell(link) +
            cell(escape(rill["name"]) if rill else "") +
            cell(median(rill), "n") + cell(median(best), "n") +
            cell(median(peer), "n") +
            cell(escape(f"{peer['peer_label']}: {peer['name']}")
                 if peer else "") +
            cell(times(ratio), kind_of(ratio)) + cell(interval(ratio), "n") +
            (cell(of_limit(heat["limit_ratio"]), "n") if limits else "") +
            "</tr>")
    return "".join(lines) + "</tbody></table></div>"


def median(row):
    return human_time(row["summary"]["median"]) if row else "–"


def goals_table(goals):
    if not goals:
        return ""
    lines = ["<h2 id=goals>For developers: rill’s own goals</h2><div class=wide><table><thead><tr><th>race<th>goal"
             "<th class=n>found<th class=n>95 %<th></tr></thead><tbody>"]
    for goal in goals:
        found = goal.get("found") or times(goal["ratio"])
        race = goal["race"]
        if goal["flavour"] not in ("", "-O2"):
            race += " " + goal["flavour"]
        rows = " against ".join(row for row in goal["rows"] if row)
        lines.append(f'<tr title="{escape(rows)}">' + cell(escape(race)) +
                     cell(escape(goal["goal"])) + cell(escape(found), "n") +
                     cell(interval(goal["ratio"]), "n") +
                     cell(chip(goal)) + "</tr>")
    return "".join(lines) + "</tbody></table></div>"


def anchor(heat):
    return (heat["key"] + heat["flavour"]).replace("/", "-").replace(
        " ", "").replace("=", "-")


def heat_rows(heat):
    """The table below a plot."""
    limits = any(row["state"] == "ok" and of_limit(row["limit_ratio"])
                 for row in heat["rows"])
    lines = ["<details><summary>figures</summary><div class=wide><table>"
             "<thead><tr><th>contender<th>how<th class=n>median<th class=n>"
             "min–max<th class=n title='the median of the ratios of the "
             "rounds, not the ratio of the medians'>× rill<th class=n>95 %" +
             ("<th class=n>× limit" if limits else "") +
             "<th class=n>processor<th class=n>a call<th class=n>memory</tr>"
             "</thead><tbody>"]
    for row in heat["rows"]:
        name = cell(escape(f"{row['peer_label']}: {row['name']}"))
        if row["state"] != "ok":
            lines.append(f"<tr class=dim>{name}" + cell(escape(row["label"])) +
                         f'<td colspan={7 + limits}><b>{row["state"]}</b> '
                         f'{escape(row["why"])}</td></tr>')
            continue
        s = row["summary"]
        used = sorted(row["processor_seconds"])
        kind = " class=rill" if row["peer"] == "rill" else ""
        lines.append(
            f"<tr{kind}>" + name + cell(escape(row["label"])) + "".join(
                cell(escape(text), "n") for text in (
                    human_time(s["median"]),
                    f"{human_time(s['min'])}–{human_time(s['max'])}",
                    times(row["ratio"]), interval(row["ratio"]),
                    *([of_limit(row["limit_ratio"])] if limits else []),
                    human_time(used[len(used) // 2]), row["per_call"],
                    human_size(row["peak_memory"]))) + "</tr>")
    return "".join(lines) + "</tbody></table></div></details>"


def heat_section(heat):
    each = ""
    rill = [r for r in heat["rows"] if r["named"]]
    if rill and not heat["each"]:
        per_item = rill[0]["summary"]["median"] / heat["count"] * 1e9
        each = f", {per_item:.2f} ns each in rill’s named row"
    return (f'<h3 id="{anchor(heat)}">{escape(heat["key"])} '
            f'<span class=dim>{escape(heat["flavour"])}</span></h3>'
            f'<p>{escape(heat["title"])}. '
            + escape(amount(heat["count"], heat["unit"], heat["size"],
                            heat["each"])) +
            f', {heat["rounds"]} rounds{each}.</p><div class=plot>' +
            bars(heat) + "</div>" + heat_rows(heat))


def table_section(table):
    lines = [f"<h3>{escape(table['title'])}</h3>"]
    if table.get("note"):
        lines.append(f"<p>{escape(table['note'])}</p>")
    lines.append("<div class=wide><table><thead><tr>")
    for i, column in enumerate(table["columns"]):
        lines.append(f"<th{' class=n' if i else ''}>{escape(column)}")
    lines.append("</tr></thead><tbody>")
    for row in table["rows"]:
        lines.append("<tr class=rill>" if row.get("rill") else "<tr>")
        for i, text in enumerate(row["cells"]):
            lines.append(cell(escape(text), "n" if i else ""))
        lines.append("</tr>")
    return "".join(lines) + "</tbody></table></div>"


def processor_note(data):
    """A warning if other programs kept the machine busy."""
    if data["facts"]["load"] < data["facts"]["cores"]:
        return ""
    return (f"<p><b>The machine was busy</b> (load "
            f"{data['facts']['load']:.1f} at the end): expect noise.</p>")


def facts_table(facts):
    lines = ["<h2>The run</h2><div class=wide><table><tbody>"]
    for name, value in facts.items():
        if name == "peers":
            for peer, found in value.items():
                state = "" if found["present"] else "absent: "
                lines.append("<tr>" + cell(escape(peer)) +
                             cell(escape(state + found["version"])) + "</tr>")
            continue
        if name == "memory":
            value = human_size(value)
        lines.append("<tr>" + cell(escape(name)) + cell(escape(str(value))) +
                     "</tr>")
    return "".join(lines) + "</tbody></table></div>"


LEGEND = """
<ul class=legend>
<li><span class=key-rill>■</span> rill’s named row
<li><span class=key-peer>■</span> the fastest peer relative to it, the
geometric mean of a race’s heats
<li>○ a heat, <span class=key-lost>●</span> one that rill loses,
<span class=key-unsure>●</span> one that is level: the difference is below
3&nbsp;%, or the 95&nbsp;% interval includes 1
</ul>
"""


def first_screen(data):
    """The sentence, what its words mean, who is absent, the legend, and the
    picture of all races."""
    absent = "".join(f"<li>{escape(line)}" for line in data["absent"])
    absent = f"<ul class=dim>{absent}</ul>" if absent else ""
    if not data["races"]:
        return absent
    first = data["first"]
    return (f"<p>{escape(first['sentence'])}. "
            f"{escape(first['explained'])}</p>" + LEGEND +
            picture(data["races"]) + absent +
            f"<p class=dim>{escape(data['outcome'])}.</p>")


def race_sections(data):
    """Each race with its heats and tables; folded where they are many."""
    heats = dict(by_race(data["heats"]))
    tables = {}
    for table in data["tables"]:
        tables.setdefault(table["race"], []).append(table)
    parts = []
    for race in dict.fromkeys([*heats, *tables]):
        of_race = heats.get(race, [])
        content = [*map(heat_section, of_race),
                   *map(table_section, tables.get(race, []))]
        title = f"<h2>{escape(race)}</h2>"
        if len(of_race) > MANY:
            parts.append(f"<details class=race><summary>{title}"
                         f"<span class=dim>{counts(of_race)}</span>"
                         "</summary>")
            parts += [*content, "</details>"]
        else:
            parts += [title, *content]
    return parts


def write(path, data):
    facts = data["facts"]
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8>"
        "<meta name=viewport content='width=device-width, initial-scale=1'>"
        "<title>rill: the races</title>", f"<style>{STYLE}</style>",
        "<main><h1>rill: the races</h1>",
        f"<p class=dim>{escape(facts['processor'])}, {facts['cores']} cores · "
        f"{escape(facts['compiler'])} · {escape(facts['time'])} · "
        f"{facts['mode']} run, {facts['seconds']} s · "
        f"{escape(facts['clock'])}</p>",
        first_screen(data), processor_note(data), overview(data["heats"]),
        *race_sections(data), "<h2>How it is measured</h2>", METHOD,
        facts_table(facts), goals_table(data["goals"]), "</main></html>\n"]
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join(parts))
