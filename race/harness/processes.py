"""The heats and goals of the race `process`: children started and waited for,
with little and with much resident memory in the parent; a short captured
output; many bytes through three pipes at once."""

import os

# (seconds, rounds); touching memory takes most of the time.
SLOW = ((0.2, 3), (0.4, 2))
LITTLE, MUCH, MOST = 1 << 20, 1 << 30, 4 << 30
# Room for the page tables that fork copies, and for other programs.
SPARE = 256 << 20

# The programs that are started: name, and how each is linked. A program without
# start-up code ends as soon as it runs.
CHILDREN = {"child_true": ["-static", "-nostartfiles"],
            "child_hello": ["-static", "-nostartfiles"],
            "child_relay": ["-static"]}


def heats(Heat):
    def starts(name, title, memory, *counts, kind="start", **more):
        return Heat("process", name, f"{title}, {size_of(memory)} resident in "
                    "the parent", *counts, "starts", checksum="count",
                    kind=kind, memory=memory, each=True, slow=SLOW,
                    **more)

    def runs(name, title, *counts, **more):
        return Heat("process", name, title, *counts, "runs", checksum="count",
                    each=True, slow=SLOW, **more)

    own = "start and wait for a static program that does nothing"
    other = "start and wait for /bin/true"
    size = 20_000_000, 100_000_000, 100_000_000
    # Much memory comes last: a virtual machine is busy for seconds when it
    # returns that memory to its host.
    return [
        starts("true-1mib", own, LITTLE, 50, 100, 1_000),
        starts("bin-true-1mib", other, LITTLE, 1, 50, 1_000,
               kind="start-more", most_rounds=3),
        runs("capture", "output and errors of a static program that prints "
             "“hello”", 50, 100, 1_000),
        runs("echo", "output and errors of /bin/echo hello", 1, 50, 1_000,
             kind="capture-more", most_rounds=3),
        Heat("process", "pipes", "through the standard input, output and "
             "errors of a child at the same time", *size, "bytes",
             input="bytes", checksum="size", most_rounds=3, slow=SLOW),
        starts("true-1gib", own, MUCH, 20, 100, 1_000, most_rounds=2),
        starts("bin-true-1gib", other, MUCH, 1, 1, 1_000, kind="start-large"),
        starts("true-4gib", own, MOST, 1, 1, 1_000, kind="start-large")]


def goals(Goal):
    found = [Goal(f"process/true-{memory}", f"{memory}: ≤ 1.1 × posix_spawn",
                  "rill:spawn", "peer:stdio:posix_spawn", at_most=1.1)
             for memory in ("1mib", "1gib", "4gib")]
    return found + [
        Goal("process/true-1gib", "1 GiB resident: within 20 % of 1 MiB",
             "rill:spawn", "rill:spawn", at_most=1.2,
             base="process/true-1mib"),
        Goal("process/true-4gib", "4 GiB resident: within 20 % of 1 MiB",
             "rill:spawn", "rill:spawn", at_most=1.2,
             base="process/true-1mib"),
        Goal("process/true-1gib", "1 GiB resident: ≥ 10 × as fast as "
             "Boost.Process by default", "peer:boost_process:default_launcher",
             "rill:spawn", at_least=10),
        Goal("process/capture", "a run with capture: ≤ 1.5 × posix_spawn and "
             "waitpid", "rill:run", "limit", at_most=1.5),
        Goal("process/pipes", "three pipes: ≥ 0.9 of the speed of a loop of "
             "poll that keeps nothing", "rill:run", "limit:poll_loop",
             at_most=1 / 0.9),
        Goal("process/pipes", "three pipes: ≥ 0.9 of the speed of that loop "
             "into memory", "rill:run", "limit:poll_loop_kept",
             at_most=1 / 0.9)]


def size_of(memory):
    return (f"{memory >> 30} GiB" if memory >= 1 << 30
            else f"{memory >> 20} MiB")


def available_memory(path="/proc/meminfo"):
    """Bytes available to a program; None if the system does not tell."""
    try:
        with open(path, encoding="ascii") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) << 10
    except OSError:
        pass
    return None


def too_large(heat, available):
    """Why a heat is left out on this machine, or None."""
    if available is None or available >= heat.memory + SPARE:
        return None
    return (f"{heat.key}: left out, {size_of(available)} of memory are free "
            f"and {size_of(heat.memory)} have to be resident")


def build_children(builder, sources, folder):
    """Compiles the programs that are started. Returns an error, or None."""
    for name, flags in CHILDREN.items():
        target = os.path.join(folder, name)
        why = builder.compile(os.path.join(sources, name + ".cpp"),
                              target + ".o", ["-fno-stack-protector"])
        if why:
            return f"{name}.cpp does not compile: {why}"
        dynamic = [flag for flag in flags if flag != "-static"]
        why = (builder.link([target + ".o"], target, flags) and
               builder.link([target + ".o"], target, dynamic))
        if why:
            return f"{name}.cpp cannot be linked: {why}"
    return None
