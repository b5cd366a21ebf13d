// peer: rill
// row: of | digest-short+ digest-long+ checksum-short+ checksum-long+ memory+ |
//   sha256::of(bytes) and its siblings
// row: one_by_one | batch | sha256::of of each message
// row: hash_each | batch+ | hash_each<sha256>(messages, digests)
// row: base64 | base64 | write_base64, decode_base64_into
// row: hash_file | file+ | hash_file<sha256>(path), in the program
#include <rill/base64.h>
#include <rill/hash.h>
#include <rill/hash_each.h>
#include <rill/hash_file.h>

#include <vector>

#include "hash.h"

namespace {

struct bytes {
  unsigned char const* start;
  size_t count;
  unsigned char const* data() const { return start; }
  size_t size() const { return count; }
};

template <class Hash>
uint64_t hash_of(unsigned char const* data, size_t size) {
  auto const made = Hash::of(bytes{data, size});
  if constexpr (requires { made.bytes; })
    return race::number_of(made.bytes);
  else
    return made;
}

template <class Hash>
uint64_t run(race::job const& j) {
  if (race::is_of(j, "sha256") && j.is("sha256-memory"))
    return race::hash_once(j, hash_of<Hash>);
  return race::hash_again(j, hash_of<Hash>);
}

uint64_t of_row(race::job const& j) {
  return race::is_of(j, "md5")      ? run<rill::md5>(j)
         : race::is_of(j, "sha1")   ? run<rill::sha1>(j)
         : race::is_of(j, "sha256") ? run<rill::sha256>(j)
         : race::is_of(j, "sha512") ? run<rill::sha512>(j)
         : race::is_of(j, "crc32")  ? run<rill::crc32>(j)
         : race::is_of(j, "crc32c") ? run<rill::crc32c>(j)
                                    : run<rill::adler32>(j);
}

uint64_t one_row(race::job const& j) {
  return race::hash_messages(j, hash_of<rill::sha256>);
}

uint64_t each_row(race::job const& j) {
  auto const all = race::load<unsigned char>(j.input);
  std::vector<bytes> messages;
  for (size_t at = 0; at != all.size; at += race::message_size)
    messages.push_back({all.data + at, race::message_size});
  std::vector<rill::digest<32>> digests(messages.size());
  uint64_t made = 0;
  race::start_clock();
  for (size_t i = 0; i != j.count; ++i) {
    rill::hash_each<rill::sha256>(messages, digests);
    made = 0;
    for (auto const& one : digests) made ^= race::number_of(one.bytes);
  }
  race::stop_clock();
  return made;
}

uint64_t base64_row(race::job const& j) {
  auto const all = race::load<unsigned char>(j.input);
  bytes const from{all.data, all.size};
  auto const text = race::allocate<char>(rill::base64_size(all.size));
  rill::write_base64(text.data, from);
  bool const is_back = j.is("base64-decode");
  auto const back = race::allocate<unsigned char>(all.size + 3);
  race::start_clock();
  for (size_t i = 0; i != j.count; ++i) {
    asm volatile("" : : "r"(all.data), "r"(text.data) : "memory");
    if (!is_back)
      rill::write_base64(text.data, from);
    else if (!rill::decode_base64_into(back.data, {text.data, text.size}))
      race::fail("decode_base64_into");
  }
  race::stop_clock();
  return is_back ? hash_of<rill::sha256>(back.data, all.size)
                 : hash_of<rill::sha256>(
                       reinterpret_cast<unsigned char const*>(text.data),
                       text.size);
}

uint64_t file_row(race::job const& j) {
  return race::number_of(rill::hash_file<rill::sha256>(j.input).bytes);
}

}  // namespace

int main(int argc, char** argv) {
  race::row const rows[] = {{"of", of_row},
                            {"one_by_one", one_row},
                            {"hash_each", each_row},
                            {"base64", base64_row},
                            {"hash_file", file_row}};
  return race::main(argc, argv, rows);
}
