"""The heats and goals of the race `hash`: digests and checksums of bytes in
memory, of many messages and of files; bytes as base64."""

import base64
import hashlib
import zlib

DIGESTS = ("md5", "sha1", "sha256", "sha512")
CHECKSUMS = ("crc32", "crc32c", "adler32")
SHORT = 64          # bytes of a short message
LONG = 16_384       # bytes of one that fits the first-level cache
MESSAGES = 10_000   # of a batch
MESSAGE = 1_024     # bytes of each message of a batch
FILE = 4_096        # bytes of each of many files
CRC32C = 0x82f63b78  # the reversed polynomial


def heats(Heat):
    found = []
    for name in (*DIGESTS, *CHECKSUMS):
        kind = "digest" if name in DIGESTS else "checksum"
        found += [
            Heat("hash", f"{name}-short", f"{name} of {SHORT} bytes",
                 100_000, 300_000, 3_000_000, "times", input="bytes",
                 input_count=SHORT, checksum=f"{name} whole",
                 kind=f"{kind}-short", most_rounds=3),
            Heat("hash", f"{name}-long", f"{name} of 16 KiB, in the first "
                 "cache", 1_000, 3_000, 30_000, "times", input="bytes",
                 input_count=LONG, checksum=f"{name} whole",
                 kind=f"{kind}-long", most_rounds=3)]
    found += [
        Heat("hash", f"base64-{way}", f"16 KiB {what} base64", 1_000, 10_000,
             100_000, "times", input="bytes", input_count=LONG,
             checksum=f"{checksum} whole", kind="base64", most_rounds=3)
        for way, what, checksum in (("encode", "as", "base64"),
                                    ("decode", "back from", "sha256"))]
    size = 20_000_000, 100_000_000, 1_000_000_000
    return found + [
        Heat("hash", "sha256-memory", "SHA-256 of bytes in memory", *size,
             "bytes", input="bytes", checksum="sha256 whole",
             kind="memory", most_rounds=3),
        Heat("hash", "sha256-file", "SHA-256 of a file in the cache", *size,
             "bytes", input="bytes", checksum="sha256 whole", kind="file",
             most_rounds=3),
        Heat("hash", "sha256-batch", f"SHA-256 of each of {MESSAGES:,} "
             "messages of 1 KiB", 5, 10, 100, "times", input="bytes",
             input_count=MESSAGES * MESSAGE, checksum=f"sha256 {MESSAGE} all",
             kind="batch", most_rounds=5),
        Heat("hash", "sha256-files", "SHA-256 of each of so many files of "
             "4 KiB, by one program", 1_000, 10_000, 10_000, "files",
             input="bytes", input_count=10_000 * FILE,
             checksum=f"sha256 {FILE} count", kind="files", most_rounds=3)]


def crc32c(data):
    """CRC-32C by a table of 256 sums, a byte at a time."""
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (CRC32C if byte & 1 else 0)
        table.append(byte)
    total = 0xffffffff
    for byte in data:
        total = total >> 8 ^ table[(total ^ byte) & 0xff]
    return total ^ 0xffffffff


def number(name, data):
    """The number that a row reports: a checksum, or the first eight bytes of a
    digest. For "base64" the digest is that of the text."""
    if name == "base64":
        return number("sha256", base64.b64encode(data))
    if name in DIGESTS:
        return int.from_bytes(hashlib.new(name, data).digest()[:8], "big")
    return {"crc32": zlib.crc32, "crc32c": crc32c,
            "adler32": zlib.adler32}[name](data)


def wanted(words, path, count):
    """The number that a row must report. "sha256 whole": of the file. "sha256
    4096 all": the numbers of its parts of 4096 bytes, xored. "sha256 4096
    count": of the first `count` parts only."""
    name, size, *which = words.split()
    with open(path, "rb") as file:
        data = file.read()
    if size == "whole":
        return number(name, data)
    step = int(size)
    end = len(data) if which == ["all"] else count * step
    made = 0
    for at in range(0, end, step):
        made ^= number(name, data[at:at + step])
    return made


def goals(Goal):
    found = []
    for name in DIGESTS:
        label = name.upper()
        most = 1.0 / 0.95 if name == "sha512" else 1.03
        found += [
            Goal(f"hash/{name}-long", f"{label}, 16 KiB: within "
                 f"{'5' if name == 'sha512' else '3'} % of OpenSSL",
                 "rill:of", "peer:openssl:evp", at_most=most),
            Goal(f"hash/{name}-short", f"{label}, 64 bytes: ≥ 2.5 × as fast "
                 "as EVP_Digest", "peer:openssl:evp", "rill:of",
                 at_least=2.5)]
    found += [Goal(f"hash/{name}-long", f"{name}, 16 KiB: no slower than "
                   "libdeflate", "rill:of", "peer:libdeflate", at_most=1.0)
              for name in ("crc32", "adler32")]
    found += [Goal(f"hash/base64-{way}", f"base64, {way}: ≥ 0.95 of simdutf's "
                   "speed", "rill:base64", "peer:rust:simdutf_base64",
                   at_most=1 / 0.95) for way in ("encode", "decode")]
    return found + [
        Goal("hash/sha256-memory", "SHA-256 of much: within 3 % of OpenSSL",
             "rill:of", "peer:openssl:evp", at_most=1.03),
        Goal("hash/sha256-batch", "messages of 1 KiB: ≥ 2.5 × one by one",
             "rill:one_by_one", "rill:hash_each", at_least=2.5),
        Goal("hash/sha256-files", "10,000 files: ≤ 0.6 of sha256sum's time",
             "rill:rill_sum", "peer:coreutils:sha256sum", at_most=0.6),
        Goal("hash/sha256-file", "a long file: no slower than sha256sum",
             "rill:rill_sum", "peer:coreutils:sha256sum", at_most=1.0)]
