"""report.json: every single time. The other reports are made from it."""

import json

from . import summary
from .peers import LABELS
from .results import per_call


def row(result, entry, rill, limit):
    return {
        "peer": entry.peer, "peer_label": LABELS.get(entry.peer, entry.peer),
        "file": entry.stem, "name": entry.name, "label": entry.label,
        "state": entry.state, "why": entry.why,
        "named": entry is rill,
        "summary": entry.summary if entry.times else None,
        "ratio": result.ratio(entry, rill) if entry.usable else None,
        "limit_ratio": result.ratio(entry, limit) if entry.usable else None,
        "per_call": per_call(entry), "calls": entry.calls,
        "call_bytes": entry.call_bytes, "peak_memory": entry.memory,
        "seconds": entry.times, "process_seconds": entry.walls,
        "processor_seconds": entry.processor,
    }


def heat(result):
    rill, limit = result.rill(), result.select("limit")
    peer, best = result.select("peers"), result.select("rill")
    return {
        "race": result.heat.race, "key": result.heat.key,
        "title": result.heat.title, "unit": result.heat.unit,
        "flavour": result.flavour, "count": result.count, "each": result.heat.each,
        "size": result.size, "rounds": result.rounds,
        "peer_ratio": result.ratio(peer, rill),
        "limit_ratio": result.ratio(rill, limit),
        "best_ratio": result.ratio(best, rill),
        "best": {name: f"{e.stem}: {e.name}" if e else None
                 for name, e in (("named", rill), ("rill", best),
                                 ("peer", peer), ("limit", limit))},
        "rows": [row(result, e, rill, limit)
                 for e in result.ranked() + result.unusable()],
    }


def collect(facts, results, tables, goals, absent=()):
    return {"facts": facts, "first": summary.first(results),
            "absent": list(absent), "outcome": summary.sentence(results),
            "races": summary.races(results),
            "best": summary.best_of_each_kind(results),
            "heats": [heat(r) for r in results], "tables": tables,
            "goals": goals}


def write(path, data):
    with open(path, "w", encoding="utf-8") as f:
        json.dump(data, f, indent=1, ensure_ascii=False)
        f.write("\n")
