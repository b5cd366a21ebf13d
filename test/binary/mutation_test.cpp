// test/binary/mutation_test.cpp: valid data, cut at each byte or changed at
// random, in the fuzz target of reading. The result is an error or a value, and
// the allocated memory stays within a bound.
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#define LLVMFuzzerTestOneInput rill_fuzz_read_binary
#include "../fuzz/read_binary.cpp"
#include "../support/failing_memory.h"

namespace {

using namespace fuzzed;

template <class T>
void add(std::vector<std::string>& all, unsigned number, T const& value) {
  all.push_back(static_cast<char>(number) + rill::to_bytes(value));
  all.push_back(static_cast<char>(number + 128) +
                rill::to_bytes(value, rill::binary_tagged));
}

entry an_entry(std::string name) {
  return {
      static_cast<std::string&&>(name), {{1, 2}, {3, 4}}, color::blue, true};
}

std::vector<std::string> samples() {
  std::vector<std::string> all;
  add(all, 0, texts{"abc", u"d\u20ac", L"e", {"f", "", "gh"}, "i/j"});
  add(all, 1,
      lists{{1, 2},
            {true, false},
            {3},
            {4, 5},
            {'a', 'b'},
            {1.5f},
            {{L'a'}, {}}});
  add(all, 2,
      keyed{{{"a", {{1, 2}}}, {"b", {}}},
            {1, 2},
            {'x'},
            {{'a', {"b", "c"}}, {'a', {}}}});
  add(all, 3,
      choices{{},
              5,
              std::optional<std::string>("a"),
              std::vector<entry>{an_entry("b")}});
  add(all, 4,
      others{0x401, {1, 2}, {}, std::chrono::seconds(5), 1.5L, {"a", "b"}});
  tree one{rights::read, {}, std::make_unique<tree>()};
  one.children.resize(2);
  add(all, 5, one);
  all.push_back(
      std::string("\6\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xff\x3f"
                  "\1a\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
                  41));
  add(all, 7,
      std::vector<entry>{an_entry("long enough for a heap, or so"),
                         an_entry("")});
  header const head{1, color::green, "abc", {}, -300, true, {}};
  all.push_back("\x08" + rill::to_bytes(head, rill::binary_fixed));
  add(all, 9, head);
  return all;
}

// Runs the target, whose limit of memory is 64 KiB a read. It allocates up to
// 3 MB: lists and maps add nodes, vectors grow, and the target reads three
// times and writes twice.
void run(std::string const& bytes) {
  auto const before = rill_test::requested_bytes;
  rill_fuzz_read_binary(reinterpret_cast<unsigned char const*>(bytes.data()),
                        bytes.size());
  auto const asked = rill_test::requested_bytes - before;
  if (asked > 3'000'000) FAIL("bytes of memory: ", asked);
}

// Makes one to four changes: flips a bit, replaces a byte, removes or repeats a
// piece, cuts the end off, or inserts a huge count.
std::string changed(std::string bytes, std::mt19937_64& engine) {
  auto const below = [&](std::size_t end) { return engine() % end; };
  for (auto left = 1 + below(4); left != 0; --left) {
    if (bytes.size() < 2) break;
    std::size_t const at = 1 + below(bytes.size() - 1);
    std::size_t const size = below(bytes.size() - at) % 8 + 1;
    switch (below(8)) {
      case 0:
        bytes[at] = static_cast<char>(engine());
        break;
      case 1:
        bytes.erase(at, size);
        break;
      case 2:
        bytes.insert(at, bytes, at, size);
        break;
      case 3:
        bytes.replace(at, 1, "\xff\xff\xff\xff\x0f");
        break;
      case 4:
        bytes.resize(at);
        break;
      default:
        bytes[at] = static_cast<char>(bytes[at] ^ 1 << below(8));
    }
  }
  return bytes;
}

void run_changes(int count, std::uint64_t seed) {
  auto const all = samples();
  std::mt19937_64 engine(seed);
  for (int i = 0; i != count; ++i)
    run(changed(all[static_cast<std::size_t>(i) % all.size()], engine));
}

}  // namespace

TEST_CASE("binary/mutation: samples are good, and every part of them is not") {
  for (std::string const& sample : samples()) {
    CAPTURE(int{sample[0]});
    auto const size = sample.size();
    for (std::size_t i = 1; i <= size; ++i) run(sample.substr(0, i));
    for (std::size_t i = 1; i != size; ++i)
      for (int bit = 0; bit != 8; ++bit) {
        std::string other = sample;
        other[i] = static_cast<char>(other[i] ^ 1 << bit);
        run(other);
      }
  }
}

TEST_CASE("binary/mutation: random changes") { run_changes(100'000, 23); }

TEST_CASE("binary/mutation: a million random changes [slow]") {
  for (std::uint64_t seed = 0; seed != 10; ++seed) run_changes(100'000, seed);
}
