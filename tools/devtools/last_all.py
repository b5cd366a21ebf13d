"""When each part of ./dev test --all ran: tools/last_all.json. What only --all
runs is red for weeks before anybody sees it, unless somebody is told that it has
not run."""

import json
import os
import time

from . import building, commits, configurations, platforms

PATH = os.path.join(building.ROOT, "tools", "last_all.json")
DAYS, COMMITS = 30, 200  # after so many, a part is old


def parts():
    """The parts that --all alone runs whole: configurations of the unit tests,
    and the further systems."""
    return ["gcc_o1", *(one.name for one in configurations.thorough()),
            *platforms.NAMES, "systems"]


def load(path=PATH):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except OSError:
        return {}


def keep(counts_of, path=PATH, now=None):
    """Notes the parts that have run: those with a test that was not skipped."""
    kept = load(path)
    for part in parts():
        passed, failed, skipped = counts_of.get(part, (0, 0, 0))
        if passed + failed:
            kept[part] = {"date": time.strftime("%Y-%m-%d",
                                                time.gmtime(now)),
                          "commit": commit(), "passed": passed,
                          "failed": failed, "skipped": skipped}
    text = json.dumps(kept, indent=2, sort_keys=True) + "\n"
    building.write_if_changed(path, text)


def git(*words):
    """What a command of git prints, or an empty text."""
    status, text = commits.git(building.ROOT, *words)
    return text.strip() if status == 0 else ""


def commit():
    """The commit that is checked out, with `+` if files differ from it; what
    other parts have written into PATH counts for nothing."""
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".",
                  ":(exclude)" + building.relative(PATH))
    return git("rev-parse", "--short=12", "HEAD") + ("+" if changed else "")


def commits_since(name):
    """How many commits came after one; None if git cannot tell."""
    text = git("rev-list", "--count", f"{name.rstrip('+')}..HEAD")
    return int(text) if text else None


def age(entry, now=None):
    """(days, commits or None) since a part ran."""
    then = time.strptime(entry["date"], "%Y-%m-%d")
    days = ((now or time.time()) - time.mktime(then)) / 86400
    return int(days), commits_since(entry["commit"])


def warnings(path=PATH, now=None):
    """A sentence for the parts that are old, one for those that never ran."""
    kept = load(path)
    never = [part for part in parts() if part not in kept]
    old = []
    for part in parts():
        if part not in kept:
            continue
        days, count = age(kept[part], now)
        if days > DAYS or (count or 0) > COMMITS:
            old.append(f"{part} ({days} days, "
                       f"{'?' if count is None else count} commits)")
    return [f"warning: ./dev test --all has not run {text}" for text in (
        f"lately: {', '.join(old)}" if old else "",
        f"at all: {', '.join(never)}" if never else "") if text]


def table(path=PATH):
    """The lines of a table of all parts."""
    kept = load(path)
    rows = [("part", "date", "commit", "passed", "failed", "skipped")]
    for part in parts():
        entry = kept.get(part, {"date": "never"})
        rows.append((part, *(str(entry.get(name, ""))
                             for name in rows[0][1:])))
    widths = [max(map(len, column)) for column in zip(*rows)]
    return ["  ".join(word.ljust(width) for word, width in zip(
        row, widths)).rstrip() for row in rows]


def run(context):
    """./dev check: shows when each part ran."""
    if context.selection.everything and not context.list_only:
        print("what only ./dev test --all runs:")
        for line in [*table(), *warnings()]:
            print(f"  {line}")
