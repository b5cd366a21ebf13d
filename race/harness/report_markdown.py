"""report.md: the tables, for a commit message or an issue."""

from .report_terminal import interval, times
from .results import amount, human_size, human_time


def best_lines(data):
    """The best row of each kind."""
    best = data["best"]
    if not best["rows"]:
        return []
    return ["The time of rill’s named row, which "
            "the tables show in bold; the best row of each kind in times of "
            "it.", "", "| " + " | ".join(best["columns"]) + " |",
            "|---|" + "--:|" * (len(best["columns"]) - 1),
            *("| " + " | ".join(row) + " |" for row in best["rows"]), ""]


def first_lines(data):
    """The sentence, one row a race, who is absent, and the heats in which rill
    was slower."""
    first = data["first"]
    lines = [f"- {line}" for line in data["absent"]]
    lines += [""] * bool(lines)
    if not first["rows"]:
        return lines
    return [f"{first['sentence']}. {first['explained']}", "",
            "| " + " | ".join(first["columns"]) + " |",
            "|---|" + "--:|" * (len(first["columns"]) - 1),
            *("| " + " | ".join(row) + " |" for row in first["rows"]), "",
            *lines, data["outcome"] + ".", ""]


def heat_lines(heat):
    lines = [f"### {heat['key']}, {heat['flavour']}", "",
             f"{heat['title']}: " + amount(heat["count"], heat["unit"],
                                           heat["size"], heat["each"]) +
             f", {heat['rounds']} rounds.", "",
             "| contender | median | min–max | × rill | 95 % | a call | "
             "memory |", "|---|--:|--:|--:|--:|--:|--:|"]
    for row in heat["rows"]:
        name = f"{row['peer_label']}: {row['label']}".replace("|", "\\|")
        if row["state"] != "ok":
            lines.append(f"| {name} | {row['state']} | | | | | |")
            continue
        s = row["summary"]
        if row["named"]:
            name = f"**{name}**"
        lines.append(
            f"| {name} | {human_time(s['median'])} | {human_time(s['min'])}–"
            f"{human_time(s['max'])} | {times(row['ratio'])} | "
            f"{interval(row['ratio'])} | {row['per_call']} | "
            f"{human_size(row['peak_memory'])} |")
    return lines + [""]


def table_lines(table):
    lines = [f"### {table['title']}", ""]
    if table.get("note"):
        lines += [table["note"], ""]
    lines += ["| " + " | ".join(table["columns"]) + " |",
              "|---|" + "--:|" * (len(table["columns"]) - 1)]
    for row in table["rows"]:
        lines.append("| " + " | ".join(row["cells"]) + " |")
    return lines + [""]


def goal_lines(goals):
    lines = ["## For developers: rill’s own goals", "", "| race | goal | found | 95 % | |",
             "|---|---|--:|--:|---|"]
    for goal in goals:
        found = goal.get("found") or times(goal["ratio"])
        mark = "" if goal.get("sure", True) else " ?"
        lines.append(f"| {goal['race']} {goal['flavour']} | {goal['goal']} | "
                     f"{found} | {interval(goal['ratio'])} | "
                     f"{goal['verdict']}{mark} |")
    return lines + [""]


def fact_lines(facts):
    lines = ["## The run", ""]
    for name, value in facts.items():
        if name == "peers":
            for peer, found in value.items():
                state = "" if found["present"] else "absent: "
                lines.append(f"- {peer}: {state}{found['version']}")
        elif name == "memory":
            lines.append(f"- memory: {human_size(value)}")
        else:
            lines.append(f"- {name}: {value}")
    return lines + [""]


def write(path, data):
    lines = ["# The races", "", *first_lines(data), *best_lines(data)]
    for heat in data["heats"]:
        lines += heat_lines(heat)
    for table in data["tables"]:
        lines += table_lines(table)
    lines += fact_lines(data["facts"])
    if data["goals"]:
        lines += goal_lines(data["goals"])
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join(lines))
