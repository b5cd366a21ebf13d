# peer: python
# row: Popen | start start-more start-large* |
#   subprocess.Popen([program]).wait()
# row: run | capture+ capture-more pipes |
#   subprocess.run(…, capture_output=True)
"""Python's subprocess; contenders/contender.h has the protocol."""

import mmap
import os
import subprocess
import sys
import time

_, ROW, HEAT, COUNT, INPUT, _ = sys.argv
CLOCK = (time.CLOCK_PROCESS_CPUTIME_ID if "RACE_PROCESSOR" in os.environ
         else time.CLOCK_MONOTONIC)
WARM_TIME, MOST_TIME = 20_000_000, 100_000_000  # nanoseconds; process.h


def child_path(name):
    return os.path.join(os.environ["RACE_TOOLS"], "child_" + name)


def hold_memory():
    """The same as race::hold_memory."""
    number = HEAT.rpartition("-")[2]
    size = int(number[:-3]) << (30 if number.endswith("gib") else 20)
    memory = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    memory.madvise(mmap.MADV_NOHUGEPAGE)
    for at in range(0, size, 4096):
        memory[at] = 1
    return memory


def again(work):
    """The same as race::run_again. Returns nanoseconds and how many were
    right."""
    count, right, times = int(COUNT), 0, []
    begin = time.clock_gettime_ns(CLOCK)
    while True:
        if not work():
            sys.exit("contender: the child has failed")
        if time.clock_gettime_ns(CLOCK) - begin >= WARM_TIME:
            break
    begin = last = time.clock_gettime_ns(CLOCK)
    while len(times) != count and last - begin <= MOST_TIME:
        right += work()
        end = time.clock_gettime_ns(CLOCK)
        times.append(end - last)
        last = end
    return (sorted(times)[len(times) // 2] * count,
            count if right == len(times) else right)


def start():
    program = child_path("true") if HEAT.startswith("true-") else "/bin/true"
    held = hold_memory()
    made = again(lambda: subprocess.Popen([program]).wait() == 0)
    held.close()
    return made


def capture():
    program = "/bin/echo" if HEAT == "echo" else child_path("hello")
    return again(lambda: subprocess.run(
        [program, "hello"], stdin=subprocess.DEVNULL,
        capture_output=True).stdout == b"hello\n")


def pipes():
    with open(INPUT, "rb") as file:
        data = file.read()
    for _ in range(2):  # the first round is before the clock runs
        made = None
        begin = time.clock_gettime_ns(CLOCK)
        made = subprocess.run([child_path("relay")], input=data, check=True,
                              capture_output=True)
        end = time.clock_gettime_ns(CLOCK)
        if made.stdout != data or made.stderr != data:
            sys.exit("contender: an output differs")
    return end - begin, len(data)


def main():
    work = (start if ROW == "Popen" else pipes if HEAT == "pipes" else capture)
    nanoseconds, number = work()
    os.write(int(os.environ["RACE_FD"]),
             f"{nanoseconds} {number} 0 0 0 0\n".encode())


main()
