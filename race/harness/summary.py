"""The summary of the race: one sentence, the best row of each kind of
contender, and a ratio for each race. rill's figure is its named row."""

from . import kinds
from .results import human_time, outcome, suffix

# The columns of the table: a title and its peers.
KINDS = [("fast_io", ("fast_io",)), ("{fmt}", ("fmt",)), ("C", ("stdio",)),
         ("iostream", ("iostream",)), ("Rust", ("rust",)),
         ("others", ("boost", "ring", "buffered_io", "charconv", "zmij",
                     "fast_float", "iconv", "openssl", "zlib", "libdeflate",
                     "zstd", "lz4", "coreutils", "gzip_command",
                     "pigz_command", "zstd_command", "lz4_command", "python",
                     "boost_process", "zpp_bits", "bitsery", "alpaca", "glaze",
                     "cereal", "boost_serialization", "msgpack", "protobuf"))]


def sentence(results):
    """In how many heats rill was the fastest, and the heats in which it was
    slower."""
    found = outcome(results)
    count = sum(map(len, found.values()))
    if not count:
        return ""
    lost = [f"{key} ({ratio:.2f} × {who})" for key, ratio, who in
            found["slower"]]
    return (f"rill was fastest in {len(found['fastest'])} of {count} "
            f"heats, level in {len(found['level'])}, slower in {len(lost)}"
            + (": " + ", ".join(lost) if lost else ""))


def best_of_each_kind(results):
    """A table: the time of rill's named row; in times of it, rill's best row
    and the best row of each kind of peer. A kind without rows has no column."""
    lines = []
    for result in results:
        rill = result.rill()
        if not rill:
            continue
        found = [("best row", result.ratio(result.select("rill"), rill))]
        for title, peers in KINDS:
            peer = result.select("peer:" + ",".join(peers))
            found.append((title, result.ratio(peer, rill)))
        lines.append((result.heat.key + suffix(result),
                      human_time(rill.summary["median"]), dict(found)))
    titles = [title for title in ("best row", *(t for t, _ in KINDS))
              if any(found[title] for _, _, found in lines)]
    return {"columns": ["", "rill", *titles],
            "rows": [[name, time, *(short(found[title]) for title in titles)]
                     for name, time, found in lines]}


def short(ratio):
    if not ratio:
        return "–"
    middle = ratio["median"]
    return f"{middle:.{2 if middle < 100 else 0}f}"


def races(results):
    """For each race, the time of the fastest peer in times of rill's named row:
    in each heat, and their mean."""
    return [{"race": kind.race, "ratio": kind.ratio,
             "standing": kind.standing, "heats": [
                 {"heat": name, "ratio": ratio} for name, ratio in kind.heats]}
            for kind in kinds_of(results)]


def first(results):
    """What the first screen of a report has: a sentence on all kinds of work,
    and a row for each of them."""
    found = kinds_of(results)
    return {"sentence": kinds.sentence(found), "explained": kinds.HEAT,
            "columns": kinds.COLUMNS, "rows": kinds.rows(found)}


def kinds_of(results):
    ratios = [(result, result.ratio(result.select("peers"), result.rill()))
              for result in results]
    return kinds.kinds_of([(result.heat.race + suffix(result),
                            result.heat.key, ratio)
                           for result, ratio in ratios if ratio])
