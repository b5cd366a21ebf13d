"""Long chains of hashes, messages of more than 4 GiB, and keys, compared with
Python's hashlib, hmac and zlib."""

import hashlib
import hmac
import zlib

SOURCE = r"""
#include <rill/hash.h>
#include <rill/print.h>

#include <string>
#include <string_view>

std::string bytes_of(unsigned size) {
  std::string made;
  for (unsigned i = 0; i != size; ++i)
    made += static_cast<char>(i * 7 + i / 256);
  return made;
}

template <class Hash>
void chain() {
  std::string const text = bytes_of(Hash::size);
  rill::digest<Hash::size> seed;
  for (std::size_t i = 0; i != Hash::size; ++i)
    seed.bytes[i] = static_cast<unsigned char>(text[i]);
  for (int j = 0; j != 3; ++j) {
    auto a = seed, b = seed, c = seed;
    for (int i = 0; i != 1000; ++i) {
      auto const next = Hash::of(a, b, c);
      a = b;
      b = c;
      c = next;
    }
    seed = c;
    rill::println(seed);
  }
}

template <class Hash>
void run_long(unsigned pieces, unsigned size) {
  std::string const piece = bytes_of(size);
  Hash h;
  for (unsigned i = 0; i != pieces; ++i) h.update(piece);
  rill::println(h.finish());
}

template <std::size_t Size>
rill::digest<Size> shown(rill::secret<Size> const& key) {
  rill::digest<Size> made;
  for (std::size_t i = 0; i != Size; ++i) made.bytes[i] = key.data()[i];
  return made;
}

void keys() {
  for (unsigned n = 0; n != 200; ++n) {
    std::string const key = bytes_of(n), salt = bytes_of(n / 2),
                      info = bytes_of(n / 3);
    rill::println(rill::hmac<rill::md5>::of(key, info), ' ',
                  rill::hmac<rill::sha384>::of(key, info), ' ',
                  rill::hmac<rill::sha512_256>::of(key, info), ' ',
                  shown(rill::hkdf<rill::sha256>::derive<100>(key, salt,
                                                              info)), ' ',
                  shown(rill::hkdf<rill::sha1>::derive<41>(key, salt, info)));
  }
}

int main(int argc, char** argv) {
  std::string_view const what = argc > 1 ? argv[1] : "";
  if (what == "chains") {
    chain<rill::md5>();
    chain<rill::sha1>();
    chain<rill::sha224>();
    chain<rill::sha256>();
    chain<rill::sha384>();
    chain<rill::sha512>();
    chain<rill::sha512_256>();
  } else if (what == "keys") {
    keys();
  } else {
    // 4,294,967,296 is 65,537 times 65,535 and 1.
    run_long<rill::sha1>(65'600, 65'537);
    run_long<rill::sha256>(65'600, 65'537);
    run_long<rill::sha512>(65'600, 65'537);
    run_long<rill::crc32>(65'600, 65'537);
    run_long<rill::adler32>(65'600, 65'537);
  }
}
"""


def bytes_of(size):
    return bytes((i * 7 + i // 256) & 255 for i in range(size))


def lines_of(tools, what):
    program = tools.compile(SOURCE, flags=("-O1",))
    done = tools.run([program, what])
    assert done.status == 0, done
    text = done.out.decode() if isinstance(done.out, bytes) else done.out
    return text.splitlines()


def test_chains(tools):
    """The Monte Carlo test of NIST's SHAVS (6.4): three times a thousand
    hashes."""
    wanted = []
    for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512",
                 "sha512_256"):
        seed = bytes_of(hashlib.new(name).digest_size)
        for _ in range(3):
            kept = [seed, seed, seed]
            for _ in range(1000):
                kept = [*kept[1:], hashlib.new(name, b"".join(kept)).digest()]
            seed = kept[2]
            wanted.append(seed.hex())
    assert lines_of(tools, "chains") == wanted


def hkdf(name, key, salt, info, size):
    """HKDF by RFC 5869."""
    secret = hmac.digest(salt, key, name)
    made = last = b""
    for count in range(1, 256):
        if len(made) >= size:
            break
        last = hmac.digest(secret, last + info + bytes([count]), name)
        made += last
    return made[:size].hex()


def test_keys(tools):
    wanted = []
    for n in range(200):
        key, salt, info = (bytes_of(n // k) for k in (1, 2, 3))
        wanted.append(" ".join((
            *(hmac.digest(key, info, name).hex()
              for name in ("md5", "sha384", "sha512_256")),
            hkdf("sha256", key, salt, info, 100),
            hkdf("sha1", key, salt, info, 41))))
    assert lines_of(tools, "keys") == wanted


def test_more_than_4_gib(tools):
    piece = bytes_of(65537)
    digests = [hashlib.new(name) for name in ("sha1", "sha256", "sha512")]
    crc, adler = 0, 1
    for _ in range(65600):
        for digest in digests:
            digest.update(piece)
        crc, adler = zlib.crc32(piece, crc), zlib.adler32(piece, adler)
    assert lines_of(tools, "long") == [
        *(digest.hexdigest() for digest in digests), str(crc), str(adler)]


test_more_than_4_gib.slow = True
