"""Runs the contenders of a heat interleaved, each in a fresh process."""

import os
import subprocess
import threading
import time
from dataclasses import dataclass, field

from . import compressions, inputs, statistics

TIME_LIMIT = 300  # seconds, for one run of one contender

# (seconds, rounds): a row whose process takes longer runs fewer rounds, unless
# --full or --reps asks for more. The race has ten minutes, and ratios of slow
# rows are large. The limits are lower in the heats of transcode.
SLOW = ((0.1, 3), (0.25, 2))


@dataclass
class Entry:
    """One row of a heat and its measurements."""
    peer: str
    stem: str
    name: str
    label: str
    program: object
    judged: str = "exact"                         # or "loose": any digits
    times: list = field(default_factory=list)     # seconds, inside
    walls: list = field(default_factory=list)     # seconds, whole process
    processor: list = field(default_factory=list)  # user + system seconds
    memory: int = 0                               # peak resident, bytes
    calls: int = 0
    call_bytes: int = 0
    state: str = "ok"                             # ok, wrong, failed, absent
    why: str = ""

    @property
    def usable(self):
        return self.state == "ok" and bool(self.times)

    @property
    def summary(self):
        return statistics.summary(self.times)


def entries_of(heat, programs, mode):
    """The rows that take part in a heat, the absent ones included."""
    found = []
    for program in programs:
        for row in program.rows:
            judged = row.takes_part(heat, mode)
            if judged:
                entry = Entry(program.peer, program.stem, row.name, row.label,
                              program, judged)
                if program.absent:
                    entry.state, entry.why = "absent", program.absent
                found.append(entry)
    return found


class Runner:
    def __init__(self, folder, store, tools, options):
        self.store, self.tools = store, tools
        self.all_rounds = bool(options.full or options.reps)
        self.accepted = set()  # outputs that have passed the check
        self.environment = dict(os.environ)
        self.environment["RACE_TOOLS"] = os.path.dirname(tools["feeder"])
        if options.processor:
            self.environment["RACE_PROCESSOR"] = "1"
        self.more = {}  # variables of the environment, for the present heat
        self.others = {}  # outputs of rows without heat.expect
        self.output = os.path.join(folder,
                                   f"contender-{os.getpid()}.output")

    def heat(self, heat, count, rounds, entries, progress):
        """Runs A B C A B C …, and fills the entries."""
        facts = (self.store.need(heat.input, heat.input_count or count)
                 if heat.input else None)
        expected = None
        if heat.expect and heat.expect not in inputs.NO_FILE:
            expected = self.store.need(heat.expect, heat.input_count or count)
        self.others = {row: self.store.need(kind, count)
                       for row, kind in heat.others}
        racing = [e for e in entries if e.state == "ok"]
        try:
            for number in range(rounds):
                for entry in racing:
                    if entry.state != "ok" or self.enough(number, entry,
                                                          heat):
                        continue
                    progress(number, entry)
                    self.once(heat, count, entry, facts,
                              self.others.get(entry.name, expected))
        finally:
            if os.path.exists(self.output):
                os.unlink(self.output)

    def enough(self, number, entry, heat):
        """Whether a slow row has run all its rounds."""
        if self.all_rounds or not entry.walls:
            return False
        return any(number >= rounds and min(entry.walls) > seconds
                   for seconds, rounds in heat.slow or SLOW)

    def once(self, heat, count, entry, facts, expected):
        """Runs one contender once, and checks its output."""
        if os.path.exists(self.output):
            os.unlink(self.output)
        try:
            report = self.spawn(heat, count, entry, facts, expected)
        except (OSError, subprocess.SubprocessError) as error:
            entry.state, entry.why = "failed", str(error)
            return
        nanoseconds, checksum, reads, writes, read, written = report
        why = self.check(heat, count, entry, checksum, facts, expected)
        if why:
            entry.state, entry.why = "wrong", why
            return
        entry.times.append(nanoseconds / 1e9 / (count if heat.each else 1))
        # The figure that judges the row: bytes in, or bytes out. The program's
        # own read of /proc/self/io counts as one read. Rows that count single
        # items have no bytes.
        if heat.each:
            return
        if heat.expect or heat.writes:
            entry.calls, entry.call_bytes = writes, written
        else:
            entry.calls, entry.call_bytes = max(reads - 1, 0), read

    def spawn(self, heat, count, entry, facts, expected):
        source = facts["path"] if facts else "-"
        command = [entry.program.path, *entry.program.arguments, entry.name,
                   heat.name, str(count), source, self.output]
        ours, theirs = os.pipe()
        os.set_inheritable(theirs, True)
        feeder = stdin = stdout = None
        try:
            stdout = (open(self.output, "wb") if heat.stdout
                      else subprocess.DEVNULL)
            start = time.monotonic()
            if heat.stdin == "file":
                stdin = open(source, "rb")
            elif heat.stdin == "pipe":
                feeder = subprocess.Popen([self.tools["feeder"], source],
                                          stdout=subprocess.PIPE)
                stdin = feeder.stdout
            child = subprocess.Popen(
                command, stdin=stdin or subprocess.DEVNULL, stdout=stdout,
                stderr=subprocess.PIPE, pass_fds=[theirs],
                env=dict(self.environment, **self.more,
                         RACE_FD=str(theirs),
                         RACE_EXPECTED=expected["path"] if expected else ""))
        finally:
            os.close(theirs)
            for file in (stdin, stdout):
                if file not in (None, subprocess.DEVNULL):
                    file.close()
        try:
            return self.wait(child, ours, entry, start)
        finally:
            os.close(ours)
            if feeder:
                feeder.kill()
                feeder.wait()

    def wait(self, child, ours, entry, start):
        with child.stderr:
            alarm = threading.Timer(TIME_LIMIT, child.kill)
            alarm.start()
            try:
                # wait4 gives the usage of this child alone.
                _, status, usage = os.wait4(child.pid, 0)
            except BaseException:  # after Ctrl-C it must not continue to write
                child.kill()
                child.wait()
                raise
            finally:
                alarm.cancel()
            wall = time.monotonic() - start
            child.returncode = status = os.waitstatus_to_exitcode(status)
            words = child.stderr.read(2000).decode("utf-8", "replace")
        text = os.read(ours, 4096).decode()
        if status != 0 or len(text.split()) != 6:
            raise subprocess.SubprocessError(
                words.strip() or f"ended with status {status}")
        entry.walls.append(wall)
        entry.processor.append(usage.ru_utime + usage.ru_stime)
        entry.memory = max(entry.memory, usage.ru_maxrss * 1024)
        return [int(word) for word in text.split()]

    def check(self, heat, count, entry, checksum, facts, expected):
        """What is wrong with the result, or None."""
        if heat.expect == "hello":
            if not inputs.is_hello(self.output, count):
                return "the output differs"
        elif heat.expect == "thread-lines":
            why = inputs.thread_lines(self.tools["check_lines"], self.output,
                                      count)
            if why:
                return why
        elif heat.values or heat.packed:
            check = self.check_doubles if heat.values else self.check_packed
            why = check(heat, count, entry, expected)
            if why:
                return why
        elif heat.expect:
            if not inputs.same_bytes(self.output, expected["path"]):
                return "the output differs"
        if heat.checksum:
            # The limit only moves bytes, and reports how many. Counted items
            # were checked when they were counted.
            fact = ("count" if heat.checksum == "count" else
                    "size" if entry.peer == "limit" else heat.checksum)
            right = (count if fact == "count" else
                     self.store.hashed(facts, fact, count)
                     if " " in fact else facts[fact])
            if checksum != right:
                return f"{fact} is {checksum}, not {right}"
        return None

    def check_packed(self, heat, count, _, expected):
        """Whether a compressed file decompresses to the expected bytes.
        Libraries make different files; a file already accepted is not
        decompressed again."""
        if not os.path.exists(self.output):
            return "no file was written"
        key = (heat.key, count, inputs.sha256(self.output))
        if key in self.accepted:
            return None
        usual = self.store.need(f"{compressions.PLAIN}-{heat.packed}", count)
        why = compressions.difference(heat.packed, self.output,
                                      expected["path"], usual["size"])
        if not why:
            self.accepted.add(key)
        return why

    def check_doubles(self, heat, count, entry, expected):
        """The same for texts that may differ in form: 1e+05, 100000.0, 1E5.
        Every line is judged; a text already accepted is recognised by its
        SHA-256."""
        digest = inputs.sha256(self.output)
        if digest == expected["sha256"]:
            return None
        key = (heat.values, count, entry.judged, digest)
        if key in self.accepted:
            return None
        why = inputs.texts_of_doubles(
            self.tools["check_doubles"],
            self.store.need(heat.values, count)["path"], expected["path"],
            self.output, entry.judged)
        if not why:
            self.accepted.add(key)
        return why
