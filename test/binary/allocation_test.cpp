// test/binary/allocation_test.cpp: each allocation of reading and of writing
// fails in turn. The result is an error or std::bad_alloc, without a leak.
// platforms: posix
#include <rill/types.h>

#include <deque>
#include <filesystem>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <tuple>
#include <valarray>
#include <variant>
#include <vector>

#include "../support/binary.h"
#include "../support/failing_memory.h"

using rill_test::scripted_reader;
using rill_test::sweep_memory;

namespace {

// Longer than the small-string buffer of every standard library.
std::string const word = "a-word-that-is-longer-than-any-small-string-is";

struct entry {
  std::string name;
  std::vector<std::string> tags;
  std::map<std::string, std::set<int>> sets;
  std::list<std::vector<bool>> flags;
  std::deque<std::u16string> wide;
  std::optional<std::string> note;
  std::unique_ptr<std::string> owned;
  std::variant<int, std::string> either;
  std::forward_list<std::string> forward;
  std::valarray<double> numbers;
  std::priority_queue<std::string> heap;
  std::filesystem::path path;
};

entry an_entry() {
  entry made;
  made.name = word;
  made.tags = {word, "", word};
  made.sets = {{word, {1, 2}}, {"", {}}};
  made.flags = {{true, false}, {}};
  made.wide = {std::u16string(word.begin(), word.end())};
  made.note = word;
  made.owned = std::make_unique<std::string>(word);
  made.either = word;
  made.forward = {word, word};
  made.numbers = {1, 2, 3};
  made.heap.push(word);
  made.path = word;
  return made;
}

struct from_memory {
  explicit from_memory(std::string const& bytes)
      : kept(bytes), in(kept.data(), kept.size()) {}
  std::string kept;
  rill::memory_reader in;
  std::string read;
};
struct from_device {
  explicit from_device(std::string const& bytes) : in(bytes, 1) {}
  scripted_reader in;
  std::string read;
};

// After a failed allocation the next attempt reads from the start again.
template <class State, class F>
void sweep_reading(std::string const& bytes, F format) {
  sweep_memory([&] { return std::make_unique<State>(bytes); },
               [&](std::unique_ptr<State>& state) {
                 if (!state) state = std::make_unique<State>(bytes);
                 std::unique_ptr<State> used =
                     static_cast<std::unique_ptr<State>&&>(state);
                 auto const value = rill::read_binary<entry>(used->in, format);
                 used->read = rill::to_bytes(value);
                 state = static_cast<std::unique_ptr<State>&&>(used);
               },
               [](std::unique_ptr<State>& state) { return state->read; });
}

}  // namespace

TEST_CASE("binary/allocation: reading, from memory and from a device") {
  std::string const compact = rill::to_bytes(an_entry());
  std::string const tagged = rill::to_bytes(an_entry(), rill::binary_tagged);
  sweep_reading<from_memory>(compact, rill::binary_compact);
  sweep_reading<from_device>(compact, rill::binary_compact);
  sweep_reading<from_memory>(tagged, rill::binary_tagged);
  sweep_reading<from_device>(tagged, rill::binary_tagged);
}

TEST_CASE("binary/allocation: writing") {
  entry const one = an_entry();
  std::string wanted;
  auto const none = [] { return std::string(); };
  auto const show = [](std::string& bytes) { return bytes; };
  sweep_memory(none, [&](std::string& to) { to = rill::to_bytes(one); }, show);
  std::vector<std::string> const many(200, word);
  sweep_memory(none, [&](std::string& to) { to = rill::to_bytes(many); }, show);
  sweep_memory(
      none,
      [&](std::string& to) {
        to.clear();
        rill::string_writer out(to);
        rill::write_binary(out, many, rill::binary_tagged);
        out.flush();
      },
      show);
}
