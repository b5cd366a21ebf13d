# peer: python
# row: gzip | write-gzip read-gzip lines-gzip | gzip.open, pieces of 64 KiB;
#   for line in file
"""Python's gzip; contenders/contender.h has the protocol."""

import gzip
import os
import sys
import time
import zlib

_, ROW, HEAT, COUNT, INPUT, OUTPUT = sys.argv
CLOCK = (time.CLOCK_PROCESS_CPUTIME_ID if "RACE_PROCESSOR" in os.environ
         else time.CLOCK_MONOTONIC)
PIECE = 65536


def now():
    return time.clock_gettime_ns(CLOCK)


def write():
    with open(INPUT, "rb") as file:
        data = memoryview(file.read())
    begin = now()
    with gzip.open(OUTPUT, "wb", 1 if HEAT == "write-gzip-1" else 6) as out:
        for at in range(0, len(data), PIECE):
            out.write(data[at:at + PIECE])
    return now() - begin, 0


def read():
    """Stops the clock while the bytes are judged."""
    spent, total, begin = 0, 1, now()
    with gzip.open(INPUT, "rb") as file:
        while True:
            data = file.read(PIECE)
            spent += now() - begin
            if not data:
                return spent, total
            total = zlib.adler32(data, total)
            begin = now()


def lines():
    begin = now()
    count = size = 0
    with gzip.open(INPUT, "rb") as file:
        for line in file:
            count += 1
            size += len(line) - 1
    return now() - begin, (count << 32) + size


def main():
    work = {"write": write, "read": read, "lines": lines}
    nanoseconds, number = work[HEAT.partition("-")[0]]()
    os.write(int(os.environ["RACE_FD"]),
             f"{nanoseconds} {number} 0 0 0 0\n".encode())


main()
