// test/print/range_faults_test.cpp: ranges that throw while they are printed:
// the text before the exception stays, and the stream remains usable.
#include <doctest/doctest.h>
#include <rill/stdio.h>
#include <rill/stream.h>
#include <rill/types.h>
#include <stdio.h>  // fmemopen

#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

// The numbers from 1 to `last`; the iterator throws behind them.
struct breaking {
  int last;

  struct iterator {
    int number;
    int last;
    int operator*() const {
      if (number > last) throw std::runtime_error("no more");
      return number;
    }
    iterator& operator++() {
      ++number;
      return *this;
    }
    bool operator!=(iterator const&) const { return true; }
  };
  iterator begin() const { return {1, last}; }
  iterator end() const { return {}; }
};

// A value whose hook throws if the value is null. It owns memory.
struct fragile {
  std::unique_ptr<int> number;
  friend void rill_print(auto& out, fragile const& f) {
    if (!f.number) throw std::runtime_error("nothing there");
    out(*f.number);
  }
};

std::vector<fragile> some_fragile() {
  std::vector<fragile> some(3);
  some[0].number = std::make_unique<int>(7);
  return some;
}

}  // namespace

TEST_CASE("print/range_faults: into a writer") {
  char memory[64];
  rill::memory_writer out(memory);
  CHECK_THROWS_AS(rill::print(out, "a", breaking{2}, "b"), std::runtime_error);
  CHECK_FALSE(out.error());
  rill::print(out, '|', 5);
  CHECK(rill::concat(out.bytes()) == "a[1, 2|5");
  CHECK_THROWS(rill::print(out, rill::join(breaking{1}, "; ")));
  CHECK_THROWS(rill::print(out, some_fragile()));
  rill::print(out, '.');
  CHECK(rill::concat(out.bytes()) == "a[1, 2|51[7, .");
}

TEST_CASE("print/range_faults: into a FILE, which is free again") {
  char memory[64] = {};
  std::unique_ptr<FILE, int (*)(FILE*)> const file(
      fmemopen(memory, sizeof memory, "w"), &fclose);
  CHECK_THROWS(rill::print(file.get(), "a", breaking{2}));
  CHECK_THROWS(rill::println(file.get(), some_fragile()));
  // If the exception left the stream locked, this thread would wait for ever.
  std::thread([&] { rill::print(file.get(), '.'); }).join();
  fflush(file.get());
  CHECK(std::string(memory) == "a[1, 2[7, .");
}

TEST_CASE("print/range_faults: into a locked writer, which is free again") {
  char memory[64] = {};
  rill::locked<rill::memory_writer> out(memory);
  CHECK_THROWS(rill::print(out, "a", breaking{2}));
  std::thread([&] { rill::print(out, '.'); }).join();
  CHECK(std::string(memory) == "a[1, 2.");
}

TEST_CASE("print/range_faults: into strings and memory") {
  std::string text = "x";
  CHECK_THROWS(rill::append(text, 1, breaking{2}));
  CHECK(text == "x1[1, 2");
  CHECK_THROWS((void)rill::concat(some_fragile()));
  CHECK_THROWS((void)rill::concat(std::vector(100, breaking{100})));
  char memory[4] = {};
  CHECK_THROWS(rill::format_into(memory, breaking{5}));
  CHECK(std::string(memory, 4) == "[1, ");
  CHECK_THROWS((void)rill::formatted_size(breaking{5}));
}

TEST_CASE("print/range_faults: within fields, debugged, among others") {
  char memory[64] = {};
  rill::memory_writer out(memory);
  CHECK_THROWS(rill::print(out, rill::right(breaking{2}, 40)));
  CHECK_THROWS(rill::print(out, rill::pretty(breaking{2})));
  CHECK_THROWS(rill::print(out, rill::rows(std::vector(1, breaking{1}))));
  rill::print(out, '.');
  CHECK(rill::concat(out.bytes()).back() == '.');
}

TEST_CASE("print/range_faults: a writer that is full says so once") {
  char memory[8];
  rill::memory_writer out(memory);
  std::vector const numbers(100, 12);
  CHECK_THROWS_AS(rill::print(out, numbers), rill::error);
  CHECK(out.error());
  CHECK(rill::concat(out.pending()) == "[12, 12");
}
